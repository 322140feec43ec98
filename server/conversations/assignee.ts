import type { Routing } from "../integrations/routing.ts";
import { countryCode } from "../phone.ts";

/** A possible assignee: the id of an agent or assistant, or "auto" for round robin over agents who are online. */
export type Candidate = string;

export const AUTO = "auto";

/**
 * First the contact's default agent, then the channel's `start` (AUTO if it was never set).
 * A deleted candidate is skipped. If no candidate is left, the conversation is unassigned.
 */
export function assigneeCandidates(
  { start = "AUTO", assigneeId, byCountryCodeConfig = [] }: Routing,
  client: { defaultAgentId: string | null; country: string | null },
): Candidate[] {
  const candidates = client.defaultAgentId ? [client.defaultAgentId] : [];
  if (start === "AUTO") return [...candidates, AUTO];
  if (start === "AI_BY_COUNTRY_CODE" || start === "AGENT_BY_COUNTRY_CODE") {
    const country = countryCode(client.country);
    const rule = country && byCountryCodeConfig.find(({ code }) => code === country);
    if (rule) candidates.push(rule.assigneeId);
  }
  if (assigneeId) candidates.push(assigneeId);
  return candidates;
}
