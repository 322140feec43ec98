import type { GivenRole } from "./team-queries.ts";

/** The roles that can be given, the widest first. */
export const GIVEN_ROLES = ["ADMIN", "AGENT_PLUS", "AGENT"] as const satisfies GivenRole[];
