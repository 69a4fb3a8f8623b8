import { defineConfig } from "@kubb/core";
import { pluginClient } from "@kubb/plugin-client";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";

export default defineConfig({
  root: ".",
  input: { path: "openapi.yaml" },
  output: { path: "out/kubb", clean: true, extension: { ".ts": "" }, format: false, lint: false },
  plugins: [
    pluginOas({ generators: [], validate: false }),
    pluginTs({ output: { path: "models" } }),
    pluginClient({ output: { path: "clients" }, client: "fetch", dataReturnType: "data" }),
  ],
});
