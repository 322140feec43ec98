import { validate as isUuid } from "uuid";
import { z } from "zod";
import type { Integration } from "../generated/prisma/client.ts";
import { countryCode } from "../phone.ts";

const assignee = z
  .string("must be the id of an agent or an assistant")
  .refine((text) => isUuid(text), "must be the id of an agent or an assistant")
  .transform((text) => text.toLowerCase());
const words = (max: number) =>
  z.string("must be text").trim().min(1, "must not be empty").max(max, `may have at most ${max} characters`);

const countryRule = z.strictObject({
  code: z.string("must be a country code, like PL").transform((text, issues) => {
    const code = countryCode(text);
    if (code) return code;
    issues.addIssue("must be an ISO 3166-1 country code, like PL");
    return z.NEVER;
  }),
  assigneeId: assignee,
});

const countryRules = z
  .array(countryRule, "must be a list of rules")
  .max(300, "may have at most 300 rules")
  .refine((rules) => new Set(rules.map(({ code }) => code)).size === rules.length, "names a country twice");

const handover = z.strictObject({
  toAgentId: assignee.nullish(),
  message: words(4_096).nullish(),
  keywords: z.array(words(100), "must be a list of words").max(100, "may have at most 100 words").nullish(),
});

const rating = z.strictObject({
  enabled: z.boolean("must be true or false"),
  question: words(1_000).nullish(),
  scale: z.int("must be a whole number").min(2, "must be 2 or more").max(10, "must be 10 or less").default(5),
  thanks: words(1_000).nullish(),
});

const START = ["AUTO", "AI", "AGENT", "AI_BY_COUNTRY_CODE", "AGENT_BY_COUNTRY_CODE"] as const;

/**
 * A partial update of `properties` (contract.md, Channel; decisions section 4): a key left out stays, null takes it away, and a
 * key that we do not know is refused, or a mistyped rule would be a rule that never works.
 */
export const routingPatch = z.strictObject(
  {
    start: z.enum(START, `must be one of ${START.join(", ")}`).nullish(),
    assigneeId: assignee.nullish(),
    byCountryCodeConfig: countryRules.nullish(),
    handover: handover.nullish(),
    rating: rating.nullish(),
  },
  {
    error: (issue) =>
      issue.code === "unrecognized_keys" ? `has no key ${issue.keys?.join(", ") ?? ""}` : "must be an object",
  },
);

export type RoutingPatch = z.infer<typeof routingPatch>;
export type Routing = { [K in keyof RoutingPatch]: NonNullable<RoutingPatch[K]> };

/** A channel's routing settings as they are stored. */
export function routingOf(integration: Pick<Integration, "properties">): Routing {
  return integration.properties as Routing;
}

/** The settings after the patch. */
export function patchRouting(before: Routing, patch: RoutingPatch): Routing {
  const merged = { ...before, ...patch };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined));
}
