import { z } from "zod";
import { GRAPH_ERRORS, type GraphRefusal } from "./graph-errors.ts";

/** A message template as Meta stores it. Omitted fields are omitted from the response too. */
export type GraphTemplate = {
  id: string;
  name: string;
  language: string;
  status: string;
  category: string;
  library_template_name?: string | null;
  parameter_format?: string;
  quality_score?: { score: string; date?: number };
  components?: unknown[];
};

const LISTED = [
  "id",
  "name",
  "language",
  "status",
  "category",
  "library_template_name",
  "parameter_format",
  "quality_score",
  "components",
];

/** One page of an account's templates by cursor, or what is wrong with the request. */
export function templatePage(
  templates: readonly GraphTemplate[],
  query: URLSearchParams,
  accessToken: string,
): { problem: string } | { data: unknown[]; paging?: unknown } {
  const wanted = (query.get("fields") ?? "id,name,language,status,category").split(",");
  const unknown = wanted.find((field) => !LISTED.includes(field));
  if (unknown) return { problem: `Tried accessing nonexisting field (${unknown})` };
  const limit = Math.min(Number(query.get("limit") ?? "25"), 100);
  const after = query.get("after");
  const begin = after === null ? 0 : Number(Buffer.from(after, "base64url").toString());
  if (!Number.isInteger(begin)) return { problem: "Invalid cursor" };
  const slice = templates.slice(begin, begin + limit);
  const cursor = (index: number) => Buffer.from(String(index)).toString("base64url");
  const cursors = { before: cursor(begin), after: cursor(begin + slice.length) };
  // Meta's own `next` link has the token in its query, so no one should call it.
  const next = `https://graph.example/never-call-this?access_token=${accessToken}`;
  const isLast = begin + limit >= templates.length;
  const data = slice.map((template) =>
    Object.fromEntries(Object.entries(template).filter(([name]) => name === "id" || wanted.includes(name))),
  );
  return { data, ...(slice.length === 0 ? {} : { paging: { cursors, ...(isLast ? {} : { next }) } }) };
}

/** A sent template in words: its name, and what was filled in. */
export function templateWords({ name, components = [] }: SentTemplate): string {
  const filled = components.flatMap((each) => part.safeParse(each).data?.parameters ?? []);
  return [name, ...filled.flatMap(({ text }) => text ?? [])].join(" · ");
}

const parameter = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  parameter_name: z.string().optional(),
});
const part = z.looseObject({ type: z.string(), parameters: z.array(parameter).optional() });
const definition = z.looseObject({ type: z.string(), format: z.string().optional(), text: z.string().optional() });

export type SentTemplate = { name: string; language: { code: string }; components?: unknown[] | undefined };

/**
 * Checks a template send. The template must exist in that language and be approved. The header must match its type. The body
 * must fill every variable, by name if the variables have names. No value may be empty or have line breaks.
 */
export function templateRefusal(
  { name, language, components = [] }: SentTemplate,
  templates: readonly GraphTemplate[],
): GraphRefusal | null {
  const found = templates.find((each) => each.name === name && each.language === language.code);
  if (found?.status === "PAUSED") return GRAPH_ERRORS.templatePaused;
  if (found?.status === "DISABLED") return GRAPH_ERRORS.templateDisabled;
  if (found?.status !== "APPROVED") {
    return { ...GRAPH_ERRORS.templateMissing, details: `template name (${name}) does not exist in ${language.code}` };
  }
  if (found.components === undefined) return null;
  const made = found.components.flatMap((each) => definition.safeParse(each).data ?? []);
  const given = components.flatMap((each) => part.safeParse(each).data ?? []);
  return (
    headerRefusal(made, given) ??
    bodyRefusal(made, given) ??
    given.map(wordsRefusal).find((each) => each !== null) ??
    null
  );
}

type Definition = z.infer<typeof definition>;
type Part = z.infer<typeof part>;

const parametersOf = (given: Part[], type: string) =>
  given.flatMap((each) => (each.type === type ? (each.parameters ?? []) : []));
const fieldsOf = (made: Definition[], type: string) =>
  made.flatMap((each) => (each.type === type ? [...new Set(each.text?.match(/\{\{\w+\}\}/g) ?? [])] : []));

function headerRefusal(made: Definition[], given: Part[]): GraphRefusal | null {
  const format = made.find(({ type }) => type === "HEADER")?.format ?? "TEXT";
  const [filled] = parametersOf(given, "header");
  if (format !== "TEXT" && filled?.type.toUpperCase() !== format) {
    const received = filled?.type.toUpperCase() ?? "UNKNOWN";
    return {
      ...GRAPH_ERRORS.templateFormat,
      details: `header: Format mismatch, expected ${format}, received ${received}`,
    };
  }
  return null;
}

function bodyRefusal(made: Definition[], given: Part[]): GraphRefusal | null {
  const fields = fieldsOf(made, "BODY");
  const filled = parametersOf(given, "body");
  if (fields.length !== filled.length) {
    const details = `body: number of localizable_params (${filled.length}) does not match the expected number of params (${fields.length})`;
    return { ...GRAPH_ERRORS.templateParameters, details };
  }
  const names = fields.map((field) => field.slice(2, -2)).filter((field) => !/^\d+$/.test(field));
  const missing = names.find((field) => !filled.some(({ parameter_name }) => parameter_name === field));
  return missing === undefined
    ? null
    : { ...GRAPH_ERRORS.templateFormat, details: `body: Parameter name is missing or wrong: ${missing}` };
}

function wordsRefusal({ type, parameters = [] }: Part): GraphRefusal | null {
  if (parameters.some((each) => each.type === "text" && each.text === "")) {
    return { ...GRAPH_ERRORS.parameterMissing, details: `${type}: Parameter of type text is missing text value` };
  }
  const isBroken = parameters.some((each) => /[\n\t]| {5}/.test(each.text ?? ""));
  return isBroken
    ? {
        ...GRAPH_ERRORS.templateFormat,
        details: `${type}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`,
      }
    : null;
}
