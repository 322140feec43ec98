import { randomId } from "@mantine/hooks";
import type { useTranslations } from "next-intl";
import { z } from "zod";
import type { Json } from "../graphql/graphql.ts";
import { fieldName } from "../assistants/client-fields.ts";

type Translate = ReturnType<typeof useTranslations<"assistants">>;

const texts = z.array(z.string()).optional();
const expects = z.object({
  contains: texts,
  containsNot: texts,
  cites: texts,
  refuses: z.boolean().optional(),
  handsOver: z.boolean().optional(),
  ends: z.boolean().optional(),
  tags: texts,
  fields: z.record(z.string(), z.string()).optional(),
  judge: z.string().optional(),
});

/** The expectations of a good answer to a golden question. All must hold. */
export type Expects = z.infer<typeof expects>;

export function readExpects(json: Json): Expects {
  return expects.safeParse(json).data ?? {};
}

/** Yes, no, or irrelevant. */
export type Choice = "any" | "yes" | "no";
export type FieldRow = { id: string; name: string; value: string };

/** The same as form values, with every property present. */
export type ExpectsForm = {
  contains: string[];
  containsNot: string[];
  cites: string[];
  refuses: Choice;
  handsOver: Choice;
  ends: Choice;
  tags: string[];
  /** The correct answer has no tag. */
  isUntagged: boolean;
  fields: FieldRow[];
  judge: string;
};

export function expectsForm({ tags, fields, ...rest }: Expects): ExpectsForm {
  return {
    contains: rest.contains ?? [],
    containsNot: rest.containsNot ?? [],
    cites: rest.cites ?? [],
    refuses: choiceOf(rest.refuses),
    handsOver: choiceOf(rest.handsOver),
    ends: choiceOf(rest.ends),
    tags: tags ?? [],
    isUntagged: tags?.length === 0,
    fields: Object.entries(fields ?? {}).map(([name, value]) => ({ id: randomId(), name, value })),
    judge: rest.judge ?? "",
  };
}

/** The expectations as the service takes them. Leaves out what is not expected, and rows without a value. */
export function expectsOf(form: ExpectsForm): Expects {
  const { contains, containsNot, cites, tags, isUntagged } = form;
  const fields = form.fields.filter(({ name, value }) => name !== "" && value.trim() !== "");
  const judge = form.judge.trim();
  return {
    ...(contains.length > 0 ? { contains } : {}),
    ...(containsNot.length > 0 ? { containsNot } : {}),
    ...(cites.length > 0 ? { cites } : {}),
    ...(form.refuses === "any" ? {} : { refuses: form.refuses === "yes" }),
    ...(form.handsOver === "any" ? {} : { handsOver: form.handsOver === "yes" }),
    ...(form.ends === "any" ? {} : { ends: form.ends === "yes" }),
    ...(isUntagged ? { tags: [] } : tags.length > 0 ? { tags } : {}),
    ...(fields.length > 0 ? { fields: Object.fromEntries(fields.map(({ name, value }) => [name, value.trim()])) } : {}),
    ...(judge === "" ? {} : { judge }),
  };
}

function choiceOf(value: boolean | undefined): Choice {
  return value === undefined ? "any" : value ? "yes" : "no";
}

/** Each expectation as a clause about the answer, in checking order: "contains “4.90”". */
export function expectsWords(expected: Expects, t: Translate): string[] {
  const each = (kind: string, list: string[] | undefined) =>
    (list ?? []).map((text) => expectationWords(kind, text, t));
  const flag = (kind: string, value: boolean | undefined) =>
    value === undefined ? [] : [expectationWords(kind, value, t)];
  const { tags, fields, judge } = expected;
  return [
    ...each("contains", expected.contains),
    ...each("containsNot", expected.containsNot),
    ...each("cites", expected.cites),
    ...flag("refuses", expected.refuses),
    ...flag("handsOver", expected.handsOver),
    ...flag("ends", expected.ends),
    ...(tags?.length === 0 ? [expectationWords("tags", [], t)] : each("tags", tags)),
    ...Object.entries(fields ?? {}).map(([name, value]) => expectationWords("fields", { [name]: value }, t)),
    ...(judge === undefined ? [] : [expectationWords("judge", judge, t)]),
  ];
}

/** Kinds with a yes or no. */
const FLAGS = ["refuses", "handsOver", "ends", "answered"] as const;
/** Kinds that expect a text. Every other kind is a rule. */
const QUOTING = ["contains", "containsNot", "cites", "tags"] as const;

/** One expectation as a clause about the answer, from the kind and value in a check. */
export function expectationWords(kind: string, expected: unknown, t: Translate): string {
  const flag = FLAGS.find((name) => name === kind);
  if (flag) return expected === true ? t(`clauses.${flag}.yes`) : t(`clauses.${flag}.no`);
  if (kind === "fields") return t("clauses.fields", { what: fieldWords(expected, t) });
  if (kind === "tags" && Array.isArray(expected)) return t("clauses.untagged");
  const text = typeof expected === "string" ? expected : JSON.stringify(expected);
  return t(`clauses.${QUOTING.find((name) => name === kind) ?? "judge"}`, { text });
}

/** What the answer had instead, as a sentence. null: the reply itself shows it. */
export function foundWords(kind: string, found: unknown, t: Translate): string | null {
  if (kind === "cites" || kind === "tags") return t(`found.${kind}`, { what: listWords(found, t) });
  if (kind === "fields") return t("found.fields", { what: fieldWords(found, t) });
  return typeof found === "string" && found !== "" ? sentence(found) : null;
}

function listWords(found: unknown, t: Translate): string {
  const names = Array.isArray(found) ? found.filter((name) => typeof name === "string") : [];
  return names.length > 0 ? names.map((name) => t("quoted", { text: name })).join(", ") : t("found.nothing");
}

/** A value such as `{email: "a@b.c"}`, with null for an empty field, in words. */
function fieldWords(value: unknown, t: Translate): string {
  if (typeof value !== "object" || value === null) return t("found.nothing");
  const [name, text] = Object.entries(value)[0] ?? [];
  if (name === undefined || typeof text !== "string") return t("found.nothing");
  return t("found.field", { field: fieldName(name, t), text });
}

function sentence(clause: string): string {
  const first = clause.charAt(0).toUpperCase() + clause.slice(1);
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}
