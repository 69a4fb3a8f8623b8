/**
 * Parses what generators write in languages that have no compiler here: `syntax.mjs LANGUAGE FOLDER` fails, and lists the
 * files, where one cannot be read.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Language, Parser } from "web-tree-sitter";

const [language, folder] = process.argv.slice(2);
await Parser.init();
const grammar = await Language.load(fileURLToPath(import.meta.resolve(`tree-sitter-wasms/out/tree-sitter-${language}.wasm`)));
const parser = new Parser();
parser.setLanguage(grammar);
const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(`.${language}`));
const wrong = files.filter((name) => parser.parse(readFileSync(`${folder}/${name}`, "utf8")).rootNode.hasError);
if (files.length === 0) throw new Error(`${folder} has no ${language}`);
for (const name of wrong) console.log(`not ${language}: ${name}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
