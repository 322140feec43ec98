import { z } from "zod";
import type { AIType } from "../generated/prisma/enums.ts";
import { saying, strict } from "../saying.ts";
import { TAG_MAX } from "../tags/tag-values.ts";
import { LINE_MAX, parseJson } from "../text-rules.ts";
import { maskHeaders, readHeaders } from "../webhooks/webhook-headers.ts";

/** Replaces a secret in every response. */
const MASK = "•••";
/** Characters. The whole request is limited to 256 KiB. */
const INSTRUCTIONS_MAX = 20_000;
const SOURCE_TEXT_MAX = 200_000;
const URL_MAX = 2_048;
const SOURCES_MAX = 200;
const TAGS_MAX = 100;

/** The contact's fields that a built-in assistant may ask for. */
export const GATHERED_FIELDS = ["name", "surname", "email", "phone", "address", "city", "country", "code"] as const;

/** A text that is not blank. */
export const line = (max = LINE_MAX) =>
  z
    .string(saying("input.text"))
    .trim()
    .min(1, saying("input.blank"))
    .max(max, saying("input.charactersMost", { count: max }));
const apiKey = z
  .string(saying("assistants.key"))
  .trim()
  .regex(/^[!-~]{1,1000}$/, saying("assistants.keyItself"));
const address = z
  .string(saying("assistants.address"))
  .trim()
  .max(URL_MAX, saying("input.charactersMost", { count: URL_MAX }))
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), saying("assistants.http"));
const instructions = line(INSTRUCTIONS_MAX);
/** An object of an assistant's properties. */
const properties = <Shape extends z.ZodRawShape>(shape: Shape) => strict(shape, "assistants.noProperty");
const enabled = z.boolean(saying("input.trueOrFalse"));

const source = z.discriminatedUnion(
  "kind",
  [
    properties({ kind: z.literal("text"), title: line(), text: line(SOURCE_TEXT_MAX) }),
    properties({ kind: z.literal("file"), title: line().optional(), fileName: line() }),
    properties({ kind: z.literal("site"), title: line().optional(), url: address }),
  ],
  saying("assistants.shape", {
    shape: "{kind: text, title, text}, {kind: file, fileName, title?} or {kind: site, url, title?}",
  }),
);

/** A source of a built-in assistant, as given in integrationProperties. */
export type KnowledgeSourceInput = z.infer<typeof source>;

/** integrationProperties by type of assistant, as they are stored. */
export const PROPERTIES = {
  provider_a: properties({
    apiKey,
    model: line(),
    baseUrl: address.optional(),
    instructions: instructions.optional(),
    temperature: z
      .number(saying("assistants.number"))
      .min(0, saying("assistants.least", { least: 0 }))
      .max(2, saying("assistants.most", { most: 2 }))
      .optional(),
  }),
  provider_b: properties({ apiKey, model: line(), baseUrl: address.optional() }),
  builtIn: properties({
    instructions: instructions.optional(),
    sources: z
      .array(source, saying("assistants.sourceList"))
      .max(SOURCES_MAX, saying("assistants.mostSources", { count: SOURCES_MAX }))
      .optional(),
    gather: z
      .array(
        z.enum(GATHERED_FIELDS, saying("input.oneOf", { values: GATHERED_FIELDS.join(", ") })),
        saying("assistants.fieldList"),
      )
      .transform((fields) => [...new Set(fields)])
      .optional(),
    handover: properties({ enabled }).optional(),
    clarify: properties({ enabled }).optional(),
    tagging: properties({
      enabled,
      tags: z
        .array(line(TAG_MAX), saying("assistants.tagList"))
        .max(TAGS_MAX, saying("assistants.mostTags", { count: TAGS_MAX }))
        .transform((tags) => [...new Set(tags)]),
    }).optional(),
  }),
  custom: properties({
    endpoint: address,
    headers: z.record(z.string(), z.string(saying("input.text")), saying("assistants.namesAndValues")).optional(),
  }),
} satisfies Record<AIType, z.ZodType<AssistantProperties>>;

/** integrationProperties of any type of assistant, decrypted. */
export type AssistantProperties = Record<string, unknown>;

const PATH = "integrationProperties";

/**
 * Checks integrationProperties and returns them as they are stored. A property given as null is removed.
 * @param before the stored properties: a masked secret in the input keeps the stored secret.
 * @throws AppError BAD_INPUT with the path of every wrong property.
 */
export function readProperties(type: AIType, input: unknown, before: AssistantProperties = {}): AssistantProperties {
  const { headers, ...rest } = parseJson<AssistantProperties>(PATH, PROPERTIES[type], withoutMask(input, before));
  const read = headers === undefined ? null : readHeaders(headers, headersOf(before), `${PATH}.headers`);
  return read ? { ...rest, headers: read } : rest;
}

/** Applies a partial update: a missing key keeps its value, null removes it. */
export function patchProperties(type: AIType, before: AssistantProperties, patch: unknown): AssistantProperties {
  return readProperties(type, isObject(patch) ? { ...before, ...patch } : patch, before);
}

/** Properties for responses. Secrets are masked: a response shows that a secret exists, and how a key ends. */
export function maskProperties(properties: AssistantProperties): AssistantProperties {
  const { apiKey: key } = properties;
  return {
    ...properties,
    ...(typeof key === "string" ? { apiKey: maskSecret(key) } : {}),
    ...("headers" in properties ? { headers: maskHeaders(headersOf(properties)) } : {}),
  };
}

/** The addresses among the properties that the service will call, with their paths in the input. */
export function addressesIn(properties: AssistantProperties): { path: string; url: string }[] {
  const own = ["baseUrl", "endpoint"].flatMap((name) => {
    const url = properties[name];
    return typeof url === "string" ? [{ path: `${PATH}.${name}`, url }] : [];
  });
  const sites = sourcesOf(properties).flatMap((source, index) =>
    source.kind === "site" ? [{ path: `${PATH}.sources.${index}.url`, url: source.url }] : [],
  );
  return [...own, ...sites];
}

/** The uploads that sources refer to, with their paths in the input. */
export function filesIn(properties: AssistantProperties): { path: string; fileName: string }[] {
  return sourcesOf(properties).flatMap((source, index) =>
    source.kind === "file" ? [{ path: `${PATH}.sources.${index}.fileName`, fileName: source.fileName }] : [],
  );
}

/** The assistant's sources. Only the type builtIn has any. */
export function sourcesOf({ sources }: AssistantProperties): KnowledgeSourceInput[] {
  return sources === undefined ? [] : z.array(source).parse(sources);
}

function headersOf({ headers }: AssistantProperties): Record<string, string> | null {
  return headers === undefined ? null : z.record(z.string(), z.string()).parse(headers);
}

function withoutMask(input: unknown, before: AssistantProperties): unknown {
  if (!isObject(input)) return input;
  const given = Object.entries(input).filter(([, value]) => value !== null);
  return Object.fromEntries(
    given.map(([name, value]) => {
      const stored = name === "apiKey" ? before.apiKey : undefined;
      return [name, typeof stored === "string" && value === maskSecret(stored) ? stored : value];
    }),
  );
}

/** The last four characters distinguish two keys. For a short key they would reveal too much. */
function maskSecret(secret: string): string {
  return secret.length < 12 ? MASK : `${MASK}${secret.slice(-4)}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export type BuiltInSettings = z.infer<(typeof PROPERTIES)["builtIn"]>;
