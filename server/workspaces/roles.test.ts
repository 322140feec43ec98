import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { api, type Api } from "../testing/api.ts";

const ROLE = `mutation ($input: UserRoleAssignInput!) { assignUserRole(input: $input) }`;
const OWNER = `mutation ($input: OwnerAssignInput!) { assignOwner(input: $input) }`;
const DELETE = `mutation ($input: WorkspaceDeleteInput!) { deleteWorkspace(input: $input) }`;
const MEMBERS = `query ($input: MembersInput!) { members(input: $input) { nodes { userId name email role agentId lastSeenAt } } }`;
const VIEWER = `query ($input: ViewerInput!) { viewer(input: $input) { role permissions } }`;

const REFUSED = {
  code: "FORBIDDEN_ROLE",
  message: "You do not have permission to access this resource with your current role assignment",
  paths: [],
};
const NOBODY = "018f0000-0000-7000-8000-000000000000";

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let owner: Api;
let admin: Awaited<ReturnType<typeof createTestMember>>;
let target: typeof admin;

beforeEach(async () => {
  workspace = await createTestWorkspace();
  workspaceId = workspace.workspaceId;
  owner = api(await signInTestUser(workspace.userId), workspaceId);
  [admin, target] = [await createTestMember(workspaceId, "ADMIN"), await createTestMember(workspaceId, "AGENT")];
});

const roleOf = async (userId: string) =>
  (await database().membership.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } }))?.role;
const audits = (action: string) => database().auditEntry.findMany({ where: { workspaceId, action, refusal: null } });

/** Every kind of caller. */
async function callers() {
  return {
    OWNER: owner,
    ADMIN: admin.api,
    AGENT_PLUS: (await createTestMember(workspaceId, "AGENT_PLUS")).api,
    AGENT: (await createTestMember(workspaceId, "AGENT")).api,
    "workspace key": workspace.api,
    "agent key": (await createTestAgentKey(workspaceId)).api,
  };
}

describe("who may (contract.md, Workspace key against agent-linked key)", () => {
  test.each([
    ["assignUserRole", ROLE, ["OWNER", "ADMIN"]],
    ["assignOwner", OWNER, ["OWNER"]],
    ["deleteWorkspace", DELETE, ["OWNER"]],
  ] as const)("%s: the refused first and whatever their input, then those who may", async (_, document, allowed) => {
    const all = Object.entries(await callers());
    const may = (name: string) => (allowed as readonly string[]).includes(name);
    for (const [name, caller] of all.filter(([name]) => !may(name))) {
      for (const input of [{ userId: target.userId, role: "ADMIN" }, { userId: 1 }, {}]) {
        // deleteWorkspace takes nothing but the workspace; what it does not know is refused later than the role.
        expect([name, await caller.refusal(document, document === DELETE ? {} : input)]).toEqual([name, REFUSED]);
      }
    }
    expect(await roleOf(target.userId)).toBe("AGENT");
    for (const [, caller] of all.filter(([name]) => may(name)).reverse()) {
      const input =
        document === DELETE ? {} : { userId: target.userId, ...(document === ROLE ? { role: "ADMIN" } : {}) };
      expect(await caller.ok(document, input)).toBe(true);
    }
  });
});

describe("assignUserRole", () => {
  test("counts from the next request on, is written down before and after, and is nothing when nothing changes", async () => {
    expect(await admin.api.ok(ROLE, { userId: target.userId, role: "AGENT_PLUS" })).toBe(true);
    expect(await target.api.ok(VIEWER)).toEqual({ role: "AGENT_PLUS", permissions: ["USE_CONVS", "MANAGE_CLIENTS"] });
    expect(await admin.api.ok(ROLE, { userId: target.userId, role: "AGENT_PLUS" })).toBe(true);
    expect(await audits("assignUserRole")).toMatchObject([
      {
        actorKind: "user",
        actorId: admin.userId,
        targetId: target.userId,
        before: { role: "AGENT" },
        after: { role: "AGENT_PLUS" },
      },
    ]);
  });

  test("never to or from OWNER", async () => {
    expect(await admin.api.refusal(ROLE, { userId: target.userId, role: "OWNER" })).toEqual(REFUSED);
    expect(await admin.api.refusal(ROLE, { userId: workspace.userId, role: "AGENT" })).toEqual(REFUSED);
    expect(await owner.refusal(ROLE, { userId: target.userId, role: "OWNER" })).toEqual({
      code: "BAD_INPUT",
      message: "OWNER is passed on with assignOwner",
      paths: ["input.role"],
    });
    expect(await owner.refusal(ROLE, { userId: workspace.userId, role: "ADMIN" })).toMatchObject({ code: "CONFLICT" });
    expect([await roleOf(workspace.userId), await roleOf(target.userId)]).toEqual(["OWNER", "AGENT"]);
  });

  test("nobody changes their own; an admin changes another admin's, whose invitations are withdrawn", async () => {
    expect(await admin.api.refusal(ROLE, { userId: admin.userId, role: "AGENT" })).toEqual({
      code: "CONFLICT",
      message: "You cannot change your own role; ask another admin",
      paths: [],
    });
    const INVITE = `mutation ($input: InvitationCreateInput!) { createInvitation(input: $input) { id } }`;
    const { id } = await admin.api.ok<{ id: string }>(INVITE, { email: "friend@example.com", role: "ADMIN" });
    const second = await createTestMember(workspaceId, "ADMIN");
    expect(await second.api.ok(ROLE, { userId: admin.userId, role: "AGENT" })).toBe(true);
    expect((await database().invitation.findFirstOrThrow({ where: { id } })).revokedAt).not.toBeNull();
    expect(await admin.api.refusal(ROLE, { userId: second.userId, role: "AGENT" })).toEqual(REFUSED);
  });

  test("a user of no seat, of another workspace's, and no id at all are answered alike", async () => {
    const foreign = await createTestWorkspace();
    for (const userId of [NOBODY, foreign.userId, "nobody"]) {
      for (const document of [ROLE, OWNER]) {
        const input = { userId, ...(document === ROLE ? { role: "AGENT" } : {}) };
        expect(await owner.refusal(document, input)).toEqual({
          code: "NOT_FOUND",
          message: "Member not found",
          paths: [],
        });
      }
    }
    expect(await roleOf(workspace.userId)).toBe("OWNER");
    expect((await owner.refusal(ROLE, { userId: target.userId, role: "CHIEF" })).code).toBe("BAD_INPUT");
  });
});

describe("assignOwner", () => {
  test("swaps at once: the new owner may, the old one is an admin", async () => {
    expect(await owner.ok(OWNER, { userId: target.userId })).toBe(true);
    expect([await roleOf(target.userId), await roleOf(workspace.userId)]).toEqual(["OWNER", "ADMIN"]);
    expect(await owner.refusal(OWNER, { userId: workspace.userId })).toEqual(REFUSED);
    expect(await target.api.ok(OWNER, { userId: target.userId })).toBe(true);
    expect(await audits("assignOwner")).toMatchObject([
      {
        actorId: workspace.userId,
        before: { ownerId: workspace.userId, role: "AGENT" },
        after: { ownerId: target.userId, role: "OWNER" },
      },
    ]);
  });

  test("of two handovers at the same time one is made, and there is one owner", async () => {
    const answers = await Promise.all([
      owner.call(OWNER, { userId: target.userId }),
      owner.call(OWNER, { userId: admin.userId }),
      owner.call(OWNER, { userId: target.userId }),
    ]);
    expect(answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))).toEqual([
      "FORBIDDEN_ROLE",
      "FORBIDDEN_ROLE",
    ]);
    expect(await database().membership.count({ where: { workspaceId, role: "OWNER" } })).toBe(1);
    expect(await roleOf(workspace.userId)).toBe("ADMIN");
  });
});

describe("members", () => {
  test("the owner first, then by role and name; for those who manage the workspace", async () => {
    const { nodes } = await workspace.api.ok<{ nodes: Record<string, unknown>[] }>(MEMBERS);
    expect(nodes).toEqual([
      expect.objectContaining({ userId: workspace.userId, name: "Olga", role: "OWNER", agentId: workspace.agentId }),
      expect.objectContaining({ userId: admin.userId, email: admin.email, role: "ADMIN", lastSeenAt: null }),
      expect.objectContaining({ userId: target.userId, role: "AGENT", agentId: target.agentId }),
    ]);
    expect(await target.api.refusal(MEMBERS)).toEqual(REFUSED);
  });
});
