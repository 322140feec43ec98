import { validate as isUuid } from "uuid";
import { z } from "zod";
import type { Integration } from "../generated/prisma/client.ts";
import { countryCode } from "../phone.ts";
import { saying, strict } from "../saying.ts";

const assignee = z
  .string(saying("channels.assigneeId"))
  .refine((text) => isUuid(text), saying("channels.assigneeId"))
  .transform((text) => text.toLowerCase());
const words = (max: number) =>
  z
    .string(saying("input.text"))
    .trim()
    .min(1, saying("input.blank"))
    .max(max, saying("input.charactersMost", { count: max }));

const countryRule = z.strictObject({
  code: z.string(saying("channels.country")).transform((text, issues) => {
    const code = countryCode(text);
    if (code) return code;
    issues.addIssue(saying("channels.countryCode"));
    return z.NEVER;
  }),
  assigneeId: assignee,
});

const countryRules = z
  .array(countryRule, saying("channels.rules"))
  .max(300, saying("channels.rulesMax", { count: 300 }))
  .refine((rules) => new Set(rules.map(({ code }) => code)).size === rules.length, saying("channels.countryTwice"));

const handover = z.strictObject({
  toAgentId: assignee.nullish(),
  message: words(4_096).nullish(),
  keywords: z
    .array(words(100), saying("channels.words"))
    .max(100, saying("channels.wordsMax", { count: 100 }))
    .nullish(),
});

const rating = z.strictObject({
  enabled: z.boolean(saying("input.trueOrFalse")),
  question: words(1_000).nullish(),
  scale: z
    .int(saying("service.whole"))
    .min(2, saying("service.orMore", { count: 2 }))
    .max(10, saying("service.orLess", { count: 10 }))
    .default(5),
  thanks: words(1_000).nullish(),
});

const START = ["AUTO", "AI", "AGENT", "AI_BY_COUNTRY_CODE", "AGENT_BY_COUNTRY_CODE"] as const;

/**
 * A partial update of `properties` (contract.md, Channel): an omitted key stays, null removes it. An unknown key is
 * refused, because a mistyped rule would silently never work.
 */
export const routingPatch = strict(
  {
    start: z.enum(START, saying("input.oneOf", { values: START.join(", ") })).nullish(),
    assigneeId: assignee.nullish(),
    byCountryCodeConfig: countryRules.nullish(),
    handover: handover.nullish(),
    rating: rating.nullish(),
  },
  "service.noKey",
);

export type RoutingPatch = z.infer<typeof routingPatch>;
export type Routing = { [K in keyof RoutingPatch]: NonNullable<RoutingPatch[K]> };

export function routingOf(integration: Pick<Integration, "properties">): Routing {
  return integration.properties as Routing;
}

export function patchRouting(before: Routing, patch: RoutingPatch): Routing {
  const merged = { ...before, ...patch };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined));
}
