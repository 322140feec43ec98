import type { GivenRole } from "./team-queries.ts";

/** What each role that can be given is for, the widest first. */
export const GIVEN_ROLES: { role: GivenRole; meaning: string }[] = [
  { role: "ADMIN", meaning: "Everything but deleting the workspace and passing it on" },
  { role: "AGENT_PLUS", meaning: "Own and unassigned conversations, contacts with phone and e-mail" },
  { role: "AGENT", meaning: "Own and unassigned conversations, contact details masked" },
];
