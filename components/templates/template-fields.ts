import type { Json } from "../graphql/graphql.ts";
import { variablesIn, type TemplateParts } from "./template-definition.ts";

/** Typed values by field key. */
export type TemplateValues = Readonly<Record<string, string>>;

/** The kind of a field's value. Each has its own rule and input. */
export type FieldKind =
  | "text"
  | "link"
  | "fileName"
  | "coordinate"
  | "place"
  | "urlEnd"
  | "oneTimeCode"
  | "code"
  | "moment";

/** One value that a template needs before it can be sent. */
export type TemplateField = {
  /** The field's position: "body.1", "header.link", "button.0", "card.2.body.1". */
  key: string;
  kind: FieldKind;
  /** The carousel card, from 0. null: not in a carousel. */
  card: number | null;
  /** The variable ("1", "first_name"), the button's text, or the kind of file. */
  name: string;
  example: string | null;
  isNeeded: boolean;
};

/** Maximum length of a one-time password. A longer one is refused. */
const MAX_CODE = 15;

/** A template's fields, in the order in which the phone shows them. */
export function templateFields(parts: TemplateParts): TemplateField[] {
  return [...fieldsOf(parts, null), ...parts.cards.flatMap((card, index) => fieldsOf(card, index))];
}

/** Whether a form can fill the template. Catalogue products cannot be typed in. */
export function isFillable(parts: TemplateParts): boolean {
  const ofProducts = parts.cards.some(({ header }) => header === null || header.format === "TEXT");
  return !ofProducts && !parts.buttons.some(({ type }) => type === "MPM" || type === "SPM");
}

function fieldsOf(parts: TemplateParts, card: number | null): TemplateField[] {
  const prefix = card === null ? "" : `card.${card}.`;
  const field = (key: string, kind: FieldKind, name: string, more: Partial<TemplateField> = {}): TemplateField => ({
    key: prefix + key,
    kind,
    card,
    name,
    example: null,
    isNeeded: true,
    ...more,
  });
  const { header, body, examples, buttons, offer } = parts;
  return [
    ...(header === null ? [] : headerFields(header, field)),
    ...variablesIn(body).map((name) => field(`body.${name}`, "text", name, { example: examples[name] ?? null })),
    ...(offer?.isTimed ? [field("offer", "moment", offer.text)] : []),
    ...buttons.flatMap(({ type, text, url, example }, index) => {
      const key = `button.${index}`;
      if (type === "COPY_CODE") return [field(key, "code", text, { example })];
      if (type === "OTP" || (type === "URL" && url?.includes("otp_type="))) return [field(key, "oneTimeCode", text)];
      if (type === "URL" && url !== null && variablesIn(url).length > 0)
        return [field(key, "urlEnd", text, { example })];
      return [];
    }),
  ];
}

type MakeField = (key: string, kind: FieldKind, name: string, more?: Partial<TemplateField>) => TemplateField;

function headerFields(
  { format, text, example }: NonNullable<TemplateParts["header"]>,
  field: MakeField,
): TemplateField[] {
  switch (format) {
    case "TEXT":
      return variablesIn(text).map((name) => field(`header.${name}`, "text", name, { example }));
    case "LOCATION":
      return [
        field("header.latitude", "coordinate", "latitude"),
        field("header.longitude", "coordinate", "longitude"),
        field("header.name", "place", "name", { isNeeded: false }),
        field("header.address", "place", "address", { isNeeded: false }),
      ];
    case "DOCUMENT":
      return [
        field("header.link", "link", "document"),
        field("header.filename", "fileName", "document", { isNeeded: false }),
      ];
    case "IMAGE":
    case "VIDEO":
      return [field("header.link", "link", format.toLowerCase())];
  }
}

/** Why a value cannot be sent. The texts are in the catalogue. */
export type FieldProblem = "needed" | "lines" | "https" | "tooLong" | "number" | "past";

/**
 * The reason for which the service would refuse a value, found before the request. Placeholders count as texts of any length.
 */
export function fieldProblem({ kind, isNeeded }: TemplateField, value: string, nowMs: number): FieldProblem | null {
  if (value.trim() === "") return isNeeded ? "needed" : null;
  const hasPlaceholder = value.includes("{{");
  switch (kind) {
    case "link":
      return hasPlaceholder || /^https:\/\/[^\s/]/i.test(value.trim()) ? null : "https";
    case "coordinate":
      return hasPlaceholder || Number.isFinite(Number(value)) ? null : "number";
    case "moment":
      return Date.parse(value) > nowMs ? null : "past";
    case "oneTimeCode":
      if (!hasPlaceholder && value.length > MAX_CODE) return "tooLong";
      return hasLines(value) ? "lines" : null;
    case "text":
    case "urlEnd":
    case "code":
    case "place":
    case "fileName":
      return hasLines(value) ? "lines" : null;
  }
}

function hasLines(value: string): boolean {
  return /[\r\n\t]| {5}/.test(value);
}

/** The values as components for createBroadcast and sendNotification. null: nothing to fill. */
export function filledComponents(parts: TemplateParts, values: TemplateValues): Json[] | null {
  const own = componentsOf(parts, values, "");
  const cards = parts.cards.map((card, index) => ({
    card_index: index,
    components: componentsOf(card, values, `card.${index}.`),
  }));
  const all: Json[] = cards.length > 0 ? [...own, { type: "carousel", cards }] : own;
  return all.length > 0 ? all : null;
}

function componentsOf(parts: TemplateParts, values: TemplateValues, prefix: string): Json[] {
  const fields = fieldsOf(parts, null);
  const valueOf = (key: string) => (values[prefix + key] ?? "").trim();
  const texts = (where: "header" | "body") =>
    fields
      .filter(({ key, kind }) => kind === "text" && key.startsWith(`${where}.`))
      .map(({ key, name }) => ({
        type: "text",
        ...(parts.isNamed ? { parameter_name: name } : {}),
        text: valueOf(key),
      }));
  const header =
    parts.header === null
      ? []
      : parts.header.format === "TEXT"
        ? texts("header")
        : [fileOf(parts.header.format, valueOf)];
  const body = texts("body");
  const buttons = fields.flatMap(({ key, kind }): Json[] => {
    const value = valueOf(key);
    const index = key.slice("button.".length);
    if (kind === "code") {
      return [
        { type: "button", sub_type: "copy_code", index, parameters: [{ type: "coupon_code", coupon_code: value }] },
      ];
    }
    if (kind !== "urlEnd" && kind !== "oneTimeCode") return [];
    return [{ type: "button", sub_type: "url", index, parameters: [{ type: "text", text: value }] }];
  });
  const offer = { limited_time_offer: { expiration_time_ms: Date.parse(valueOf("offer")) } };
  return [
    ...(header.length > 0 ? [{ type: "header", parameters: header }] : []),
    ...(body.length > 0 ? [{ type: "body", parameters: body }] : []),
    ...(parts.offer?.isTimed
      ? [{ type: "limited_time_offer", parameters: [{ type: "limited_time_offer", ...offer }] }]
      : []),
    ...buttons,
  ];
}

function fileOf(format: "IMAGE" | "VIDEO" | "DOCUMENT" | "LOCATION", valueOf: (key: string) => string): Json {
  const given = (name: string) => {
    const value = valueOf(`header.${name}`);
    return value === "" ? {} : { [name]: value };
  };
  if (format === "LOCATION") {
    const location = { ...given("latitude"), ...given("longitude"), ...given("name"), ...given("address") };
    return { type: "location", location };
  }
  const kind = format.toLowerCase();
  return { type: kind, [kind]: { ...given("link"), ...(format === "DOCUMENT" ? given("filename") : {}) } };
}
