import type { Json } from "../graphql/graphql.ts";

/** A channel's routing settings as form values. An empty text or no choice means "not set". */
export type CountryRule = { code: string; assigneeId: string | null };
export type Routing = { start: string | null; assigneeId: string | null; rules: CountryRule[] };
export type Handover = { toAgentId: string | null; message: string; keywords: string[] };
export type Rating = { enabled: boolean; question: string; scale: number; thanks: string };

const DEFAULT_SCALE = 5;

function objectOf(json: Json | undefined): Record<string, Json> {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? json : {};
}

const textOf = (json: Json | undefined): string | null => (typeof json === "string" ? json : null);

export function readRouting(properties: Json): Routing {
  const { start, assigneeId, byCountryCodeConfig } = objectOf(properties);
  const rules = Array.isArray(byCountryCodeConfig) ? byCountryCodeConfig.map(objectOf) : [];
  return {
    start: textOf(start),
    assigneeId: textOf(assigneeId),
    rules: rules.map((rule) => ({ code: textOf(rule.code) ?? "", assigneeId: textOf(rule.assigneeId) })),
  };
}

export function readHandover(properties: Json): Handover {
  const { toAgentId, message, keywords } = objectOf(objectOf(properties).handover);
  return {
    toAgentId: textOf(toAgentId),
    message: textOf(message) ?? "",
    keywords: Array.isArray(keywords) ? keywords.filter((word) => typeof word === "string") : [],
  };
}

export function readRating(properties: Json): Rating {
  const { enabled, question, scale, thanks } = objectOf(objectOf(properties).rating);
  return {
    enabled: enabled === true,
    question: textOf(question) ?? "",
    scale: typeof scale === "number" ? scale : DEFAULT_SCALE,
    thanks: textOf(thanks) ?? "",
  };
}

/** Whether a strategy depends on the contact's country. */
export const isByCountry = (start: string | null): boolean => start?.endsWith("_BY_COUNTRY_CODE") ?? false;

/** Whether a strategy assigns conversations to assistants. */
export const isToAssistants = (start: string | null): boolean => start?.startsWith("AI") ?? false;

/**
 * Changes the strategy. A change between agents and assistants clears the assignees, because neither kind can replace the other.
 */
export function withStart(routing: Routing, start: string | null): Routing {
  if (isToAssistants(routing.start) === isToAssistants(start)) return { ...routing, start };
  return { start, assigneeId: null, rules: routing.rules.map(({ code }) => ({ code, assigneeId: null })) };
}

/** The routing part of a partial update of `properties`. Keeps the rules of other strategies for switching back. */
export function routingPatch({ start, assigneeId, rules }: Routing): Json {
  const written = rules.filter((rule) => rule.code.trim() !== "" && rule.assigneeId !== null);
  return {
    start,
    assigneeId,
    byCountryCodeConfig:
      written.length > 0
        ? written.map((rule) => ({ code: rule.code.trim().toUpperCase(), assigneeId: rule.assigneeId }))
        : null,
  };
}

export function handoverPatch({ toAgentId, message, keywords }: Handover): Json {
  const isEmpty = toAgentId === null && message.trim() === "" && keywords.length === 0;
  return { handover: isEmpty ? null : { toAgentId, message: message.trim() || null, keywords } };
}

export function ratingPatch({ enabled, question, scale, thanks }: Rating): Json {
  return { rating: { enabled, question: question.trim() || null, scale, thanks: thanks.trim() || null } };
}
