/**
 * decisions section 2, read from there and nowhere else: server/auth/permissions.ts is what it is held against.
 * `anyone` is the row "own and unassigned conversations, send, note, tag, end", and what everyone with a seat may read.
 */
export const CALLERS = ["OWNER", "ADMIN", "AGENT_PLUS", "AGENT", "workspace key", "agent-linked key"] as const;
export type Caller = (typeof CALLERS)[number];

const ROLES = {
  anyone: ["OWNER", "ADMIN", "AGENT_PLUS", "AGENT", "workspace key", "agent-linked key"],
  MANAGE_WORKSPACE: ["OWNER", "ADMIN", "workspace key"],
  MANAGE_CONVS: ["OWNER", "ADMIN", "workspace key"],
  MANAGE_BROADCASTS: ["OWNER", "ADMIN", "workspace key"],
  MANAGE_CLIENTS: ["OWNER", "ADMIN", "AGENT_PLUS", "workspace key", "agent-linked key"],
  assignOwner: ["OWNER"],
  assignUserRole: ["OWNER", "ADMIN"],
  deleteWorkspace: ["OWNER"],
} as const satisfies Record<string, readonly Caller[]>;

/** The row of the table that an operation stands in. */
export type Right = keyof typeof ROLES;

export function mayCall(caller: Caller, right: Right): boolean {
  return (ROLES[right] as readonly Caller[]).includes(caller);
}
