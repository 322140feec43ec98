import { expect, test } from "vitest";
import type { Actor } from "../ctx.ts";
import { permissionsOf } from "./permissions.ts";

const user = (role: "OWNER" | "ADMIN" | "AGENT_PLUS" | "AGENT"): Actor => ({
  kind: "user",
  userId: "u",
  agentId: null,
  role,
  sessionId: "s",
});
const ACTORS = [
  user("OWNER"),
  user("ADMIN"),
  user("AGENT_PLUS"),
  user("AGENT"),
  { kind: "workspaceKey", keyId: "k", label: "Key" },
  { kind: "agentKey", keyId: "k", label: "Key", agentId: "a" },
] satisfies Actor[];

// The table of decisions section 2, column by column: OWNER, ADMIN, AGENT_PLUS, AGENT, workspace key, agent-linked key.
test.each([
  ["MANAGE_WORKSPACE", [true, true, false, false, true, false]],
  ["MANAGE_CONVS", [true, true, false, false, true, false]],
  ["MANAGE_BROADCASTS", [true, true, false, false, true, false]],
  ["MANAGE_CLIENTS", [true, true, true, false, true, true]],
  ["USE_CONVS", [true, true, true, true, true, true]],
  ["ASSIGN_OWNER", [true, false, false, false, false, false]],
  ["ASSIGN_ROLE", [true, true, false, false, false, false]],
  ["DELETE_WORKSPACE", [true, false, false, false, false, false]],
] as const)("%s", (permission, expected) => {
  expect(ACTORS.map((actor) => permissionsOf(actor).includes(permission))).toEqual(expected);
});
