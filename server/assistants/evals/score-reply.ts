import type { Reply } from "../engine.ts";
import type { Expects } from "./expects.ts";
import { plainFacts, standsIn } from "./plain-facts.ts";

/** One thing that was expected of an answer, and what came. */
export type Check = {
  kind: keyof Expects | "answered";
  expected: unknown;
  /** Null: it could not be judged, which is no pass. */
  passed: boolean | null;
  /** What there was instead, or beside; null of texts, which the whole reply shows. */
  found: unknown;
};

/** What an answer says and does, as far as it is judged by rules; `judge` is judged by a model (judge-reply.ts). */
export type ScoredReply = Pick<Reply, "text" | "file" | "handover" | "end" | "tags" | "fields" | "isUnanswered"> & {
  /** Every name that a source which the answer is drawn from goes by: its own title, its page's, its address. */
  cited: string[];
};

/** Holds a reply against what is expected of it: one check for each text, source, tag and field, in the order of the expectations. */
export function scoreReply(expects: Expects, reply: ScoredReply): Check[] {
  const text = reply.text ?? "";
  const isRefusal = reply.isUnanswered || reply.handover !== null || (text === "" && reply.file === null);
  return [
    ...(expects.contains ?? []).map((expected) => check("contains", expected, standsIn(text, expected), null)),
    ...(expects.containsNot ?? []).map((expected) => check("containsNot", expected, !standsIn(text, expected), null)),
    ...(expects.cites ?? []).map((expected) =>
      check(
        "cites",
        expected,
        reply.cited.some((name) => isSame(name, expected)),
        reply.cited,
      ),
    ),
    ...flag("refuses", expects.refuses, isRefusal),
    ...flag("handsOver", expects.handsOver, reply.handover !== null),
    ...flag("ends", expects.ends, reply.end),
    ...tagChecks(expects.tags, reply.tags),
    ...Object.entries(expects.fields ?? {}).map(([field, value]) => {
      const found = reply.fields[field as keyof typeof reply.fields];
      return check("fields", { [field]: value }, found !== undefined && isSame(found, value), {
        [field]: found ?? null,
      });
    }),
  ];
}

function check(kind: Check["kind"], expected: unknown, passed: boolean, found: unknown): Check {
  return { kind, expected, passed, found };
}

function flag(kind: "refuses" | "handsOver" | "ends", expected: boolean | undefined, found: boolean): Check[] {
  return expected === undefined ? [] : [check(kind, expected, found === expected, found)];
}

function tagChecks(expected: string[] | undefined, found: string[]): Check[] {
  if (expected?.length === 0) return [check("tags", [], found.length === 0, found)];
  return (expected ?? []).map((tag) =>
    check(
      "tags",
      tag,
      found.some((each) => isSame(each, tag)),
      found,
    ),
  );
}

function isSame(one: string, other: string): boolean {
  return plainFacts(one) === plainFacts(other);
}

/** Whether an answer is right: everything that was expected came. What was not judged is not right. */
export function isRight(checks: readonly Check[]): boolean {
  return checks.every(({ passed }) => passed === true);
}
