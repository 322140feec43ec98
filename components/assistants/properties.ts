import type { useTranslations } from "next-intl";
import { z } from "zod";
import type { Json } from "../graphql/graphql.ts";
import { headerRows, headersOf, type HeaderRow } from "../developers/header-fields.tsx";
import type { Assistant } from "./queries.ts";

type AssistantType = Assistant["type"];
type Translate = ReturnType<typeof useTranslations<"assistants">>;

/** The integrationProperties of any type as form values, without the sources. Properties of other types are empty. */
export type PropertyValues = {
  /** The visible part of a stored key. null: no key is stored. */
  storedKey: string | null;
  /** A newly typed key. Empty: keep the stored one. */
  apiKey: string;
  model: string;
  baseUrl: string;
  instructions: string;
  temperature: number | "";
  gather: string[];
  asksBack: boolean;
  handsOver: boolean;
  tags: boolean;
  tagNames: string[];
  endpoint: string;
  headers: HeaderRow[];
};

/** The fields that an error from the service can name. */
export const PROPERTY_FIELDS = [
  "apiKey",
  "model",
  "baseUrl",
  "instructions",
  "temperature",
  "gather",
  "endpoint",
  "headers",
];

/** The properties in a response. A missing or invalid property counts as not set. */
const stored = z.object({
  apiKey: z.string().nullable().catch(null),
  model: z.string().catch(""),
  baseUrl: z.string().catch(""),
  instructions: z.string().catch(""),
  temperature: z.union([z.number(), z.literal("")]).catch(""),
  gather: z.array(z.string()).catch([]),
  clarify: z.object({ enabled: z.boolean() }).catch({ enabled: false }),
  handover: z.object({ enabled: z.boolean() }).catch({ enabled: false }),
  tagging: z.object({ enabled: z.boolean(), tags: z.array(z.string()) }).catch({ enabled: false, tags: [] }),
  endpoint: z.string().catch(""),
  headers: z.record(z.string(), z.string()).catch({}),
});

export function readProperties(properties: Json): PropertyValues {
  const { apiKey, clarify, handover, tagging, headers, ...same } =
    stored.safeParse(properties).data ?? stored.parse({});
  return {
    ...same,
    storedKey: apiKey,
    apiKey: "",
    asksBack: clarify.enabled,
    handsOver: handover.enabled,
    tags: tagging.enabled,
    tagNames: tagging.tags,
    headers: headerRows(headers),
  };
}

/** All properties as the API takes them, except the sources and an unchanged key. null means not set. */
function written(type: AssistantType, values: PropertyValues): Record<string, Json> {
  const key: Record<string, Json> = values.apiKey.trim() === "" ? {} : { apiKey: values.apiKey.trim() };
  const provider: Record<string, Json> = { ...key, model: values.model.trim(), baseUrl: values.baseUrl.trim() || null };
  const instructions = values.instructions.trim() || null;
  switch (type) {
    case "provider_a":
      return { ...provider, instructions, temperature: values.temperature === "" ? null : values.temperature };
    case "provider_b":
      return provider;
    case "custom":
      return { endpoint: values.endpoint.trim(), headers: headersOf(values.headers) };
    case "builtIn":
      return {
        instructions,
        gather: values.gather.length > 0 ? values.gather : null,
        clarify: values.asksBack ? { enabled: true } : null,
        handover: { enabled: values.handsOver },
        tagging: values.tags || values.tagNames.length > 0 ? { enabled: values.tags, tags: values.tagNames } : null,
      };
  }
}

export function newProperties(type: AssistantType, values: PropertyValues): Record<string, Json> {
  const all = Object.entries(written(type, values));
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** The changed properties as a partial update, so that other people's simultaneous changes survive. */
export function changedProperties(
  type: AssistantType,
  before: PropertyValues,
  after: PropertyValues,
): Record<string, Json> {
  const old = written(type, before);
  const changed = Object.entries(written(type, after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
  );
  return Object.fromEntries(changed);
}

/** Missing and invalid values by field, found before the request. */
export function propertyProblems(type: AssistantType, values: PropertyValues, t: Translate): Record<string, string> {
  const problems: Record<string, string> = {};
  if (type === "provider_a" || type === "provider_b") {
    if (values.storedKey === null && !values.apiKey.trim()) problems.apiKey = t("problems.apiKey");
    if (!values.model.trim()) problems.model = t(type === "provider_a" ? "problems.model" : "problems.assistant");
    if (values.baseUrl.trim() && !isAddress(values.baseUrl)) problems.baseUrl = t("problems.address");
  }
  if (type === "custom" && !isAddress(values.endpoint)) problems.endpoint = t("problems.address");
  return problems;
}

/** Whether a text looks like a URL that the service can call. The service decides which URLs it calls. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/./.test(text.trim());
}
