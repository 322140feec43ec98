import { normaliseFact } from "./normalise-fact.ts";

/**
 * What a right reply is. `contains`: every group must be met, by any one of its spellings; `cites`: the files that hold the fact, one of
 * which must be named. Or the question has no answer in the sources, and a person has to get it.
 */
export type Expectation = { contains: string[][]; cites: string[] } | { refuses: true };

/** A reply as it is judged. `cited`: the names of the source files that the answer is drawn from. */
export type JudgedReply = { text: string | null; handover: boolean; cited: string[] };

/** Letters that an ending may add: "day" is met by "days", "Tag" by "Tagen", "car" not by "carpet". */
const ENDING = 2;

/** Whether a reply is right; `failed` says in words what is wrong with it. */
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

/** Words on the way to a person are fine ("a colleague will help you"); words drawn from a source are an answer. */
function notRefused(reply: JudgedReply): string[] {
  if (reply.text === null || reply.text.trim() === "") return [];
  return [
    ...(reply.handover ? [] : ["answered and did not hand over"]),
    ...(reply.cited.length === 0 ? [] : [`answered from ${reply.cited.join(", ")}`]),
  ];
}

/** Whether a fact stands in a text as itself: "4 days" does not stand in "14 days", nor "€5" in "€50", nor "30" in "7:30". */
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
