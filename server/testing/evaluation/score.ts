import { normaliseFact } from "./normalise-fact.ts";

/**
 * A correct reply. `contains`: every group must be met by any one of its spellings. `cites`: the files that contain the fact,
 * one of which must be named. `refuses`: the sources contain no answer, so the assistant must hand over to a person.
 */
export type Expectation = { contains: string[][]; cites: string[] } | { refuses: true };

/** A reply to judge. `cited`: the names of the source files used for the answer. */
export type JudgedReply = { text: string | null; handover: boolean; cited: string[] };

/** Letters that an ending may add: "days" matches "day" and "Tagen" matches "Tag", but "carpet" does not match "car". */
const ENDING = 2;

/** Whether a reply is correct. `failed` lists what is wrong with it. */
export function isRight(expects: Expectation, reply: JudgedReply): { passed: boolean; failed: string[] } {
  const failed = "refuses" in expects ? notRefused(reply) : notAnswered(expects, reply);
  return { passed: failed.length === 0, failed };
}

function notAnswered({ contains, cites }: { contains: string[][]; cites: string[] }, reply: JudgedReply): string[] {
  const text = normaliseFact(reply.text ?? "");
  return [
    ...(reply.handover ? ["handed over"] : []),
    ...contains
      .filter((spellings) => !spellings.some((spelling) => says(text, normaliseFact(spelling))))
      .map((spellings) => `does not say "${spellings.join('" or "')}"`),
    ...(cites.some((file) => reply.cited.includes(file)) ? [] : [`cites nothing of ${cites.join(", ")}`]),
  ];
}

/** A text before a handover is fine ("a colleague will help you"). A text from a source counts as an answer. */
function notRefused(reply: JudgedReply): string[] {
  if (reply.text === null || reply.text.trim() === "") return [];
  return [
    ...(reply.handover ? [] : ["answered and did not hand over"]),
    ...(reply.cited.length === 0 ? [] : [`answered from ${reply.cited.join(", ")}`]),
  ];
}

/** Whether a text contains a fact as a whole: "14 days" does not contain "4 days", "€50" not "€5", "7:30" not "30". */
function says(text: string, fact: string): boolean {
  if (fact === "") return false;
  const [first, last] = [fact.charAt(0), fact.charAt(fact.length - 1)];
  const before = /\d/.test(first)
    ? String.raw`(?<![\p{L}\p{N}])(?<!\d[.,:-])`
    : /\p{L}/u.test(first)
      ? String.raw`(?<![\p{L}\p{N}])`
      : "";
  const after = /\d/.test(last)
    ? String.raw`(?!\d)(?![.,:-]\d)`
    : /\p{L}/u.test(last)
      ? String.raw`\p{L}{0,${ENDING}}(?![\p{L}\p{N}])`
      : "";
  const literal = fact.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(before + literal + after, "u").test(text);
}
