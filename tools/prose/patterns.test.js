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
  "none where": ["The rule's number; absent where it has none.", "The rule's number; absent if it has none."],
  "where it is silent": ["How we read the book where it is silent.", "How we read a book that is silent."],
  mend: ["Mend the request.", "Fix the request."],
  "some 60": ["It needs some 60 MB.", "It needs about 60 MB."],
  "before the service": ["A gateway before the service may ask.", "A gateway in front of the service may ask."],
  "hangs on": ["A header on which the answer hangs; it hangs on the language.", "The response depends on this header."],
  "cannot be": ["A circumstance that cannot be.", "A circumstance that is impossible."],
  tells: ["The client tells the new entry only.", "The client returns only the new entry."],
  "asked for": ["A lost response is asked for again.", "A lost response is requested again."],
  "of another": ["The id of another.", "The id of the other rulebook."],
  "it in words": ["It in words.", "The payment as a sentence."],
  times: ["Times that East pays.", "How many times East pays; 2 doubles it."],
  "are accepted": ["{given} rules; {least} to {most} are accepted", "{given} rules: send {least} to {most}"],
  "answer for response": ["The answer cannot be given.", "The response has no accepted media type."],
  himself: ["Who is paid for, or pays himself.", "The player whose share this is."],
  "cut at the limit": ["The hand is cut at the limit.", "The limit caps the hand."],
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
