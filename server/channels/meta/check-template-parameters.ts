import { z } from "zod";
import { say, type Said } from "../../say.ts";
import { problemAt, type FieldProblem } from "../../errors.ts";

const small = z.string().transform((text) => text.toLowerCase());
const parameter = z.looseObject({ type: small });

/** A part as a caller fills it. Unknown fields are left to the provider. */
export const givenPart = z.looseObject({
  type: small,
  parameters: z.array(parameter).optional(),
  sub_type: small.optional(),
  index: z.union([z.string(), z.number()]).optional(),
  cards: z.array(z.looseObject({ card_index: z.number().optional(), components: z.unknown() })).optional(),
});
export type Parameter = z.infer<typeof parameter>;
/** A part that a caller fills, and its path in the input. */
export type GivenPart = z.infer<typeof givenPart> & { place: string };
/**
 * What is being filled: `place` is the path of its list of parts. `card` is the number of a card, or "template" for the template
 * itself.
 */
export type Filled = { place: string; card: string; isNamed: boolean; withButtons: boolean };

/** The variables of a template's text: {{1}}, or {{order_no}} if they have names. Each once, in order. */
export function variablesIn(text: string): string[] {
  const names = new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = ""]) => name));
  return [...names].sort((a, b) => Number(a) - Number(b) || 0);
}

/** A problem whose sentence names its field. */
export function fieldProblem(field: string, sentence: (field: string) => Said): FieldProblem {
  return problemAt(field, sentence(field));
}

type Fields = {
  part: "header" | "body";
  /** See `Filled`. */
  card: string;
  names: readonly string[];
  parameters: readonly Parameter[];
  place: string;
  isNamed: boolean;
};

/** Checks the parameters of a text: one for each variable, by position or by name. */
export function checkFields({ part, card, names, parameters, place, isNamed }: Fields): FieldProblem[] {
  if (names.length === 0) {
    return parameters.length > 0 ? [problemAt(place, say("channels.template.noVariables", { part, card }))] : [];
  }
  const has = { part, card, count: names.length };
  const own = parameters.flatMap((parameter, index) => checkText(parameter, `${place}.${index}`));
  if (!isNamed) {
    const missing = names
      .slice(parameters.length)
      .map((name, index) =>
        problemAt(
          `${place}.${parameters.length + index}`,
          say("channels.template.variableMissing", { ...has, variable: `{{${name}}}` }),
        ),
      );
    const extra = parameters
      .slice(names.length, names.length + 1)
      .map(() =>
        problemAt(
          `${place}.${names.length}`,
          say("channels.template.variablesMany", { ...has, given: parameters.length }),
        ),
      );
    return [...missing, ...extra, ...own];
  }
  const given = parameters.map(({ parameter_name }) => parameter_name);
  const missing = names
    .filter((name) => !given.includes(name))
    .map((name) => problemAt(place, say("channels.template.namedMissing", { ...has, variable: `{{${name}}}`, name })));
  const strange = given.flatMap((name, index) => {
    const path = `${place}.${index}.parameter_name`;
    if (typeof name !== "string") return [problemAt(path, say("channels.template.nameMissing", { field: path }))];
    if (!names.includes(name))
      return [problemAt(path, say("channels.template.strangeName", { part, card, name, names: names.join(", ") }))];
    return given.indexOf(name) === index
      ? []
      : [problemAt(path, say("channels.template.nameTwice", { field: path, name }))];
  });
  return [...missing, ...strange, ...own];
}

const currency = z.object({ fallback_value: z.string().min(1), code: z.string().length(3), amount_1000: z.number() });
const dateTime = z.object({ fallback_value: z.string().min(1) });

/** Checks one parameter of a text, or of the variable end of a button's address. */
export function checkText(parameter: Parameter, place: string): FieldProblem[] {
  switch (parameter.type) {
    case "text":
      return checkWords(parameter.text, `${place}.text`);
    case "currency":
      if (currency.safeParse(parameter.currency).success) return [];
      return [fieldProblem(`${place}.currency`, (field) => say("channels.template.currency", { field }))];
    case "date_time":
      if (dateTime.safeParse(parameter.date_time).success) return [];
      return [fieldProblem(`${place}.date_time`, (field) => say("channels.template.dateTime", { field }))];
    default:
      return [fieldProblem(`${place}.type`, (field) => say("channels.template.textTypes", { field }))];
  }
}

/** Checks for text that Meta refuses in any place. */
export function checkWords(text: unknown, path: string): FieldProblem[] {
  if (typeof text !== "string") return [problemAt(path, say("channels.template.text", { field: path }))];
  if (text === "") return [problemAt(path, say("channels.template.emptyText", { field: path }))];
  if (/[\r\n\t]| {5}/.test(text)) {
    return [problemAt(path, say("channels.template.whitespace", { field: path }))];
  }
  return [];
}

const FORMATS = ["IMAGE", "VIDEO", "DOCUMENT", "LOCATION"];

/** Header formats other than text that we know how to fill. */
export function isMediaFormat(format: string | undefined): boolean {
  return format !== undefined && FORMATS.includes(format);
}

const coordinate = z.union([z.number(), z.string().min(1)]);
const location = z.object({ latitude: coordinate, longitude: coordinate });

/** Checks a header that is a file or a location. */
export function checkMedia(kind: string, parameter: Parameter, place: string, card: string): FieldProblem[] {
  if (parameter.type !== kind) {
    return [fieldProblem(`${place}.type`, (field) => say("channels.template.mediaType", { field, kind, card }))];
  }
  const path = `${place}.${kind}`;
  const value = parameter[kind];
  if (kind === "location") {
    if (location.safeParse(value).success) return [];
    return [problemAt(path, say("channels.template.location", { field: path }))];
  }
  const read = z.looseObject({ link: z.unknown(), id: z.unknown() }).partial().safeParse(value);
  const { link, id } = read.success ? read.data : {};
  if (link === undefined && id === undefined) {
    return [problemAt(path, say("channels.template.file", { field: path }))];
  }
  if (link !== undefined && !(typeof link === "string" && /^https:\/\/[^\s/]/i.test(link))) {
    return [fieldProblem(`${path}.link`, (field) => say("channels.template.link", { field }))];
  }
  return [];
}
