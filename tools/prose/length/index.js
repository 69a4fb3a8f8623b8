// A sentence, or its part up to a colon, has at most `words` words, and a paragraph at most `paragraph` words; code counts as one word.
import { split, SentenceSplitterSyntax } from "sentence-splitter";

const count = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

export default function (context, { words = 25, paragraph = 90 } = {}) {
  const { Syntax, RuleError, getSource, report } = context;
  const plain = (node) => (node.children ?? []).map((child) =>
    child.type === Syntax.Code ? "X" : child.type === Syntax.Str ? child.value : plain(child)).join("");
  return {
    [Syntax.Paragraph](node) {
      const text = plain(node);
      for (const part of split(text)) {
        if (part.type !== SentenceSplitterSyntax.Sentence) continue;
        for (const clause of part.raw.split(/[:;]\s/).filter((text) => count(text) > words)) {
          report(node, new RuleError(`${count(clause)} words without a stop, at most ${words}: "${clause.trim().slice(0, 60)}…"`));
        }
      }
      if (count(text) > paragraph) {
        report(node, new RuleError(`a paragraph of ${count(text)} words, at most ${paragraph}: make a list or several paragraphs`));
      }
    },
  };
}
