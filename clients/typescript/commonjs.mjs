/** Compiles the sources a second time, for `require`: `dist/*.cjs` with their types, `*.d.cts`. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL(".", import.meta.url)));
mkdirSync("commonjs", { recursive: true });
for (const name of readdirSync("src")) {
  const text = readFileSync(`src/${name}`, "utf8");
  writeFileSync(`commonjs/${name.replace(/\.ts$/, ".cts")}`, text.replace(/ from "(\.\/.*)\.js"/g, ' from "$1.cjs"'));
}
execFileSync("npx", ["tsc", "--project", "tsconfig.commonjs.json"], { stdio: "inherit" });
rmSync("commonjs", { recursive: true });
