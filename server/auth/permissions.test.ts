import { expect, test } from "vitest";
import type { Actor } from "../ctx.ts";
import { CALLERS, mayCall, RIGHTS } from "../testing/isolation/roles.ts";
import { PERMISSIONS, permissionsOf } from "./permissions.ts";

const user = (role: "OWNER" | "ADMIN" | "AGENT_PLUS" | "AGENT"): Actor => ({
  kind: "user",
  userId: "u",
  agentId: null,
  role,
  sessionId: "s",
});
/** In the order of CALLERS. */
const ACTORS = [
  user("OWNER"),
  user("ADMIN"),
  user("AGENT_PLUS"),
  user("AGENT"),
  { kind: "workspaceKey", keyId: "k", label: "Key" },
  { kind: "agentKey", keyId: "k", label: "Key", agentId: "a" },
] satisfies Actor[];

// docs/roles.md, row by row.
test.each([
  ["anyone"],
  ["MANAGE_WORKSPACE"],
  ["MANAGE_CONVS"],
  ["MANAGE_BROADCASTS"],
  ["MANAGE_CLIENTS"],
  ["assignOwner"],
  ["assignUserRole"],
  ["deleteWorkspace"],
] as const)("%s", (right) => {
  expect(ACTORS.map((actor) => permissionsOf(actor).includes(RIGHTS[right]))).toEqual(
    CALLERS.map((caller) => mayCall(caller, right)),
  );
});

test("no permission is without a row", () => {
  expect([...PERMISSIONS].sort()).toEqual(Object.values(RIGHTS).sort());
});
