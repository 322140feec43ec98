/** Roles as people call them. */
export const ROLE_NAMES = { OWNER: "Owner", ADMIN: "Admin", AGENT_PLUS: "Agent+", AGENT: "Agent" } as const;
