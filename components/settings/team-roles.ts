import type { GivenRole } from "./team-queries.ts";

/** The roles that can be assigned, most permissions first. */
export const GIVEN_ROLES = ["ADMIN", "AGENT_PLUS", "AGENT"] as const satisfies GivenRole[];
