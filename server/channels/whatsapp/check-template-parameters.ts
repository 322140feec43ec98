import { z } from "zod";
import type { FieldProblem } from "../../errors.ts";
import type { Parameter } from "./check-template.ts";

/** Of a template's text: {{1}}, or {{order_no}} where its variables have names. Each once, in order. */
export function variablesIn(text: string): string[] {
  const names = new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = ""]) => name));
  return [...names].sort((a, b) => Number(a) - Number(b) || 0);
}

type Fields = {
  /** The beginning of a sentence: "The body of the template". */
  what: string;
  names: readonly string[];
  parameters: readonly Parameter[];
  place: string;
  isNamed: boolean;
};

/** The parameters of a text: one for each of its variables, in their order or by their names. */
export function checkFields({ what, names, parameters, place, isNamed }: Fields): FieldProblem[] {
  if (names.length === 0) {
    return parameters.length > 0
      ? [{ path: place, message: `${what} has no variables; leave its parameters out` }]
      : [];
  }
  const has = `${what} has ${names.length === 1 ? "1 variable" : `${names.length} variables`}`;
  const own = parameters.flatMap((parameter, index) => checkText(parameter, `${place}.${index}`));
  if (!isNamed) {
    const missing = names.slice(parameters.length).map((name, index) => ({
      path: `${place}.${parameters.length + index}`,
      message: `${has}, {{${name}}} is missing`,
    }));
    const extra = parameters.slice(names.length, names.length + 1).map(() => ({
      path: `${place}.${names.length}`,
      message: `${has}, and ${parameters.length} parameters are given`,
    }));
    return [...missing, ...extra, ...own];
  }
  const given = parameters.map(({ parameter_name }) => parameter_name);
  const missing = names
    .filter((name) => !given.includes(name))
    .map((name) => ({
      path: place,
      message: `${has}, {{${name}}} is missing: give a parameter with parameter_name "${name}"`,
    }));
  const strange = given.flatMap((name, index) => {
    const path = `${place}.${index}.parameter_name`;
    if (typeof name !== "string") return [{ path, message: `${path} is missing: the template's variables have names` }];
    if (!names.includes(name)) return [{ path, message: `${what} has no variable "${name}", but ${names.join(", ")}` }];
    return given.indexOf(name) === index ? [] : [{ path, message: `${path} names "${name}" a second time` }];
  });
  return [...missing, ...strange, ...own];
}

const currency = z.object({ fallback_value: z.string().min(1), code: z.string().length(3), amount_1000: z.number() });
const dateTime = z.object({ fallback_value: z.string().min(1) });

/** One parameter of a text, and of the end of an address that a button opens. */
export function checkText(parameter: Parameter, place: string): FieldProblem[] {
  switch (parameter.type) {
    case "text":
      return checkWords(parameter.text, `${place}.text`);
    case "currency":
      if (currency.safeParse(parameter.currency).success) return [];
      return [
        {
          path: `${place}.currency`,
          message: `${place}.currency must have fallback_value, code (of three letters) and amount_1000 (a number)`,
        },
      ];
    case "date_time":
      if (dateTime.safeParse(parameter.date_time).success) return [];
      return [{ path: `${place}.date_time`, message: `${place}.date_time must have fallback_value` }];
    default:
      return [{ path: `${place}.type`, message: `${place}.type must be text, currency or date_time` }];
  }
}

/** What Meta refuses as a text, wherever it stands. */
export function checkWords(text: unknown, path: string): FieldProblem[] {
  if (typeof text !== "string") return [{ path, message: `${path} must be a text` }];
  if (text === "") return [{ path, message: `${path} is empty, and WhatsApp takes no empty text` }];
  if (/[\r\n\t]| {5}/.test(text)) {
    return [
      { path, message: `${path} has a new line, a tab or more than four spaces, which WhatsApp does not take there` },
    ];
  }
  return [];
}

const FORMATS = ["IMAGE", "VIDEO", "DOCUMENT", "LOCATION"];

/** Formats of a header other than text whose filling we know. */
export function isMediaFormat(format: string | undefined): boolean {
  return format !== undefined && FORMATS.includes(format);
}

const coordinate = z.union([z.number(), z.string().min(1)]);
const location = z.object({ latitude: coordinate, longitude: coordinate });

/** A header that is a file or a place. */
export function checkMedia(kind: string, parameter: Parameter, place: string, where: string): FieldProblem[] {
  if (parameter.type !== kind) {
    return [{ path: `${place}.type`, message: `${place}.type must be ${kind}: so is ${where}` }];
  }
  const path = `${place}.${kind}`;
  const value = parameter[kind];
  if (kind === "location") {
    if (location.safeParse(value).success) return [];
    return [{ path, message: `${path} must have latitude and longitude` }];
  }
  const read = z.looseObject({ link: z.unknown(), id: z.unknown() }).partial().safeParse(value);
  const { link, id } = read.success ? read.data : {};
  if (link === undefined && id === undefined) {
    return [
      { path, message: `${path} must have link, an https address, or id, of a file that was uploaded to WhatsApp` },
    ];
  }
  if (link !== undefined && !(typeof link === "string" && /^https:\/\/[^\s/]/i.test(link))) {
    return [{ path: `${path}.link`, message: `${path}.link must be an https address that everybody can reach` }];
  }
  return [];
}
