// Each pattern of the English that this project avoids is found, and the better sentence is not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createLinter, loadTextlintrc } from "textlint";

const PAIRS = {
  "a torn relative clause": [
    "What a hand scores at least that did not win and lacks one tile of it",
    "Minimum score of a losing hand that is one tile short of this hand",
  ],
  "what it is": ["What it is.", "The action that was fined."],
  "whether it was": ["Whether it was not given", "True if it was left out."],
  "another than": ["A revision another than the service's is refused.", "Any other revision is refused."],
  "but for": ["All of it but for the winner.", "All of it except the winner."],
  beside: ["It may stand beside a special hand.", "It counts along with a special hand."],
  "where for if": ["The limit where there is one.", "The limit, if there is one."],
  "is no": ["999m is no kong.", "999m is not a kong."],
  "knows no": ["bmja knows no washing of tiles.", "bmja has no penalty for washed tiles."],
  "a telegram": ["Absent, any will do.", "Optional; any revision is accepted."],
  "an indicative as order": ["A hand of this kind is given without tiles.", "Leave out the tiles: this hand is `counted`."],
  "that … is assumed": [
    "That a loose tile does not count is assumed; otherwise any tile would",
    "We assume a loose tile doesn't count. If it did, every drawn tile would score.",
  ],
  "things that tell": ["The table tells of it.", "The table lists it."],
  "who asks": ["Who checks responses asks for the short type.", "To validate responses, request the short type."],
  "a paragraph of many facts": [
    Array.from({ length: 12 }, () => "This sentence states one of many facts here.").join(" "),
    "This paragraph states one fact.",
  ],
  "a long sentence": [Array.from({ length: 26 }, () => "word").join(" ") + ".", "A short sentence."],
  "a private word": ["The sitting ended with a wrong call.", "The session ended with a false Mah-Jong."],
};
const linter = createLinter({ descriptor: await loadTextlintrc({ configFilePath: new URL(".textlintrc.json", import.meta.url).pathname }) });
const faults = async (text) => (await linter.lintText(text, "text.md")).messages;

for (const [name, [before, after]] of Object.entries(PAIRS)) {
  test(name, async () => {
    assert.notEqual((await faults(before)).length, 0, before);
    assert.deepEqual(await faults(after), [], after);
  });
}
