import { z } from "zod";

/** A header's content: text, a file, or a location. */
type HeaderFormat = "TEXT" | "IMAGE" | "VIDEO" | "DOCUMENT" | "LOCATION";
export type TemplateHeader = { format: HeaderFormat; text: string; example: string | null };

export type TemplateButton = {
  /** Meta's button type: QUICK_REPLY, URL, PHONE_NUMBER, COPY_CODE, OTP, FLOW, … */
  type: string;
  text: string;
  /** The button's URL: static, or with a variable at its end. */
  url: string | null;
  example: string | null;
};

/** A template, or one of its cards, as stored in its account. Contains what can be displayed and filled. */
export type TemplateParts = {
  isNamed: boolean;
  header: TemplateHeader | null;
  body: string;
  /** The example values submitted for approval, by variable. */
  examples: Readonly<Record<string, string>>;
  footer: string | null;
  buttons: TemplateButton[];
  offer: { text: string; isTimed: boolean } | null;
  cards: TemplateParts[];
};

const text = z.string().catch("");
const words = z.array(z.string()).optional().catch(undefined);
const named = z
  .array(z.object({ param_name: z.string(), example: z.string() }))
  .optional()
  .catch(undefined);
const capitals = z.string().transform((word) => word.toUpperCase());

const part = z.object({
  type: capitals,
  format: capitals.optional().catch(undefined),
  text,
  example: z
    .object({
      header_text: words,
      header_text_named_params: named,
      body_text: z.array(z.array(z.string())).optional().catch(undefined),
      body_text_named_params: named,
    })
    .optional()
    .catch(undefined),
  buttons: z
    .array(
      z.object({
        type: capitals,
        text,
        url: z.string().nullable().catch(null),
        example: z
          .union([z.string(), z.array(z.string())])
          .optional()
          .catch(undefined),
      }),
    )
    .catch([]),
  cards: z.array(z.object({ components: z.unknown() })).catch([]),
  limited_time_offer: z
    .object({ text, has_expiration: z.boolean().catch(false) })
    .optional()
    .catch(undefined),
});

const FORMATS: readonly string[] = ["TEXT", "IMAGE", "VIDEO", "DOCUMENT", "LOCATION"] satisfies HeaderFormat[];

/** The distinct variables of a text, in filling order. */
export function variablesIn(given: string): string[] {
  const names = new Set([...given.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = ""]) => name));
  return [...names].sort((a, b) => Number(a) - Number(b) || 0);
}

/**
 * Reads a template's definition. Skips unreadable parts: the provider checks them when the template is sent.
 * @param parameterFormat POSITIONAL or NAMED. null: the provider does not say, and the variable names decide.
 */
export function readDefinition(components: unknown, parameterFormat: string | null): TemplateParts {
  const parts = readParts(components);
  const body = parts.find(({ type }) => type === "BODY")?.text ?? "";
  const isNamed =
    parameterFormat === null
      ? variablesIn(body).some((name) => !/^\d+$/.test(name))
      : parameterFormat.toUpperCase() === "NAMED";
  return partsOf(parts, isNamed);
}

type Part = z.infer<typeof part>;

function readParts(components: unknown): Part[] {
  return Array.isArray(components) ? components.flatMap((each: unknown) => part.safeParse(each).data ?? []) : [];
}

function partsOf(parts: Part[], isNamed: boolean): TemplateParts {
  const of = (type: string) => parts.find((each) => each.type === type);
  const [header, body, footer, offer] = [of("HEADER"), of("BODY"), of("FOOTER"), of("LIMITED_TIME_OFFER")];
  const format = header?.format ?? "TEXT";
  return {
    isNamed,
    header:
      header && FORMATS.includes(format)
        ? { format: format as HeaderFormat, text: header.text, example: headerExample(header) }
        : null,
    body: body?.text ?? "",
    examples: bodyExamples(body),
    footer: footer ? footer.text : null,
    buttons: (of("BUTTONS")?.buttons ?? []).map((button) => ({
      type: button.type,
      text: button.text,
      url: button.url,
      example: (Array.isArray(button.example) ? button.example[0] : button.example) ?? null,
    })),
    offer: offer
      ? {
          text: offer.limited_time_offer?.text ?? "",
          isTimed: offer.limited_time_offer?.has_expiration === true,
        }
      : null,
    cards: (of("CAROUSEL")?.cards ?? []).map(({ components }) => partsOf(readParts(components), isNamed)),
  };
}

function headerExample({ example }: Part): string | null {
  return example?.header_text?.[0] ?? example?.header_text_named_params?.[0]?.example ?? null;
}

function bodyExamples(body: Part | undefined): Record<string, string> {
  const positional = (body?.example?.body_text?.[0] ?? []).map((value, index) => [String(index + 1), value] as const);
  const byName = (body?.example?.body_text_named_params ?? []).map((each) => [each.param_name, each.example] as const);
  return Object.fromEntries([...positional, ...byName]);
}
