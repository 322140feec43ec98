import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { verifyPassword } from "../auth/passwords.ts";
import { database } from "../db.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { api } from "../testing/api.ts";
import { createWorkspace } from "./create-workspace.ts";
import { signUp } from "./sign-up.ts";

const SETTINGS = "workspaceId id name convTTL optOutKeyword autoUnarchiveOnMessage testNums { phone active }";
const GET = `query ($input: WorkspaceSettingsInput!) { workspaceSettings(input: $input) { ${SETTINGS} } }`;
const PATCH = `mutation ($input: WorkspaceSettingsPatchInput!) { patchWorkspaceSettings(input: $input) { ${SETTINGS} } }`;
const VIEWER = `query ($input: ViewerInput!) { viewer(input: $input) {
  workspaceId workspaceName plan userId name email role agentId permissions isAvailable workspaces { workspaceId name plan role } } }`;

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;

beforeAll(async () => {
  workspace = await createTestWorkspace();
});

const ownerInput = () => ({
  name: "Acme",
  plan: "GATEWAY" as const,
  email: `${randomUUID()}@Example.com`,
  password: "correct horse",
  credits: 6_250,
});

describe("createWorkspace", () => {
  test("makes all that a workspace begins with", async () => {
    const db = database();
    const input = ownerInput();
    const made = await createWorkspace(db, { ...input, ownerName: "Olga de la Vega" });
    const { workspaceId, userId, agentId } = made;
    expect(await db.workspace.findUniqueOrThrow({ where: { id: workspaceId } })).toMatchObject({
      name: "Acme",
      plan: "GATEWAY",
    });
    const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
    expect(user).toMatchObject({ email: input.email.toLowerCase(), name: "Olga", surname: "de la Vega" });
    expect(await verifyPassword(user.passwordHash, input.password)).toBe(true);
    expect(await db.membership.findFirstOrThrow({ where: { workspaceId } })).toMatchObject({ userId, role: "OWNER" });
    expect(await db.agent.findFirstOrThrow({ where: { workspaceId } })).toMatchObject({
      id: agentId,
      userId,
      email: user.email,
    });
    expect(await db.creditAccount.findUniqueOrThrow({ where: { workspaceId } })).toMatchObject({ balance: 6_250 });
    expect(await db.creditEntry.findMany({ where: { workspaceId } })).toMatchObject([{ delta: 6_250, kind: "grant" }]);
    const caller = api({ key: made.apiKey }, workspaceId);
    expect(await caller.ok(GET)).toMatchObject({
      workspaceId,
      convTTL: null,
      optOutKeyword: null,
      autoUnarchiveOnMessage: true,
      testNums: [],
    });
    expect(await caller.ok(VIEWER)).toMatchObject({ name: "First key", workspaceName: "Acme", plan: "GATEWAY" });
  });

  test("an e-mail that has an account is a conflict, in any case and at the same time, and leaves nothing", async () => {
    const input = ownerInput();
    const before = await database().workspace.count();
    const results = await Promise.allSettled(
      [input, { ...input, email: input.email.toUpperCase() }].map((each) => createWorkspace(database(), each)),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(createWorkspace(database(), input)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await database().workspace.count()).toBe(before + 1);
  });

  test.each([
    [{ password: "too short" }, "input.password"],
    [{ email: "nobody" }, "input.email"],
    [{ email: "" }, "input.email"],
    [{ name: " " }, "input.name"],
    [{ credits: -1 }, "input.credits"],
    [{ credits: 0.5 }, "input.credits"],
  ])("refuses %j", async (wrong, path) => {
    await expect(createWorkspace(database(), { ...ownerInput(), ...wrong })).rejects.toMatchObject({
      code: "BAD_INPUT",
      fields: [{ path }],
    });
  });
});

test("signUp makes a Free workspace with its owner, and no key that nobody has seen", async () => {
  const email = `${randomUUID()}@example.com`;
  const { workspaceId, userId } = await signUp({
    workspaceName: "Corner shop",
    name: "Sam Lee",
    email,
    password: "correct horse",
  });
  expect(await database().workspace.findUniqueOrThrow({ where: { id: workspaceId } })).toMatchObject({
    name: "Corner shop",
    plan: "FREE",
  });
  expect(await database().apiKey.count({ where: { workspaceId } })).toBe(0);
  const { token } = await signInTestUser(userId);
  expect(await api({ token }, workspaceId).ok(VIEWER)).toMatchObject({ name: "Sam Lee", email, role: "OWNER" });
});

describe("workspaceSettings", () => {
  test("are read by all, patched by what is named", async () => {
    const first = await workspace.api.ok(PATCH, {
      convTTL: 48,
      optOutKeyword: " STOP ",
      testNums: [
        { phone: "+48 600 100 200", active: true },
        { phone: "4740000000", active: false },
      ],
    });
    expect(first).toMatchObject({
      workspaceId: workspace.workspaceId,
      convTTL: 48,
      optOutKeyword: "STOP",
      autoUnarchiveOnMessage: true,
      testNums: [
        { phone: "+48600100200", active: true },
        { phone: "+4740000000", active: false },
      ],
    });
    expect(await workspace.api.ok(PATCH, { autoUnarchiveOnMessage: false })).toEqual({
      ...first,
      autoUnarchiveOnMessage: false,
    });
    expect(await workspace.api.ok(PATCH, { convTTL: null, optOutKeyword: "", testNums: [] })).toMatchObject({
      convTTL: null,
      optOutKeyword: null,
      testNums: [],
    });
    const agent = await createTestAgentKey(workspace.workspaceId);
    expect(await agent.api.ok(GET)).toMatchObject({ convTTL: null, autoUnarchiveOnMessage: false });
    const record = await database().auditEntry.findFirstOrThrow({
      where: { action: "patchWorkspaceSettings" },
      orderBy: { id: "asc" },
    });
    expect(record).toMatchObject({ actorKind: "workspaceKey", after: { convTTL: 48, optOutKeyword: "STOP" } });
  });

  test("a new name is the workspace's everywhere, is recorded, and is told to every open portal", async () => {
    const named = await createTestWorkspace({ name: "Northlight" });
    const { workspaceId } = named;
    const admin = await createTestMember(workspaceId, "ADMIN");
    expect(await admin.api.ok(GET)).toMatchObject({ name: "Northlight" });
    expect(await admin.api.ok(PATCH, { name: "  Northlight Home " })).toMatchObject({ name: "Northlight Home" });
    expect(await admin.api.ok(PATCH, { convTTL: 12 })).toMatchObject({ name: "Northlight Home", convTTL: 12 });
    expect(await admin.api.ok(VIEWER)).toMatchObject({
      workspaceName: "Northlight Home",
      workspaces: [{ workspaceId, name: "Northlight Home" }],
    });
    const db = database();
    expect(await db.auditEntry.findFirst({ where: { workspaceId, action: "patchWorkspaceSettings" } })).toMatchObject({
      before: { name: "Northlight" },
      after: { name: "Northlight Home" },
    });
    expect(await db.event.count({ where: { workspaceId, name: "WORKSPACE_CHANGED" } })).toBe(2);
    expect(await named.api.ok(GET)).toMatchObject({ name: "Northlight Home" });
    expect(await workspace.api.ok(GET)).toMatchObject({ name: "Test" });
  });

  test("saved by many at once are those of one of them", async () => {
    const lists = Array.from({ length: 8 }, (_, no) => [
      { phone: "+48600100200", active: true },
      { phone: `+4860010030${no}`, active: false },
    ]);
    await Promise.all(lists.map((testNums) => workspace.api.ok(PATCH, { testNums })));
    const { testNums } = await workspace.api.ok<{ testNums: unknown }>(GET);
    expect(lists).toContainEqual(testNums);
    await workspace.api.ok(PATCH, { testNums: [] });
  });

  test("patching is refused below admin, before the input is looked at", async () => {
    const agent = await createTestAgentKey(workspace.workspaceId);
    const plus = await createTestMember(workspace.workspaceId, "AGENT_PLUS");
    for (const caller of [agent, plus]) {
      expect(await caller.api.refusal(PATCH, { convTTL: "soon" })).toEqual({
        code: "FORBIDDEN_ROLE",
        message: "You do not have permission to access this resource with your current role assignment",
        paths: [],
      });
    }
    const admin = await createTestMember(workspace.workspaceId, "ADMIN");
    expect(await admin.api.ok(PATCH, { convTTL: 0 })).toMatchObject({ convTTL: 0 });
  });

  test.each([
    [{ convTTL: -1 }, "input.convTTL"],
    [{ convTTL: 90_000 }, "input.convTTL"],
    [{ name: " " }, "input.name"],
    [{ name: null }, "input.name"],
    [{ name: "x".repeat(201) }, "input.name"],
    [{ autoUnarchiveOnMessage: null }, "input.autoUnarchiveOnMessage"],
    [{ testNums: [{ phone: "12", active: true }] }, "input.testNums.0.phone"],
    [
      {
        testNums: [
          { phone: "+4740000000", active: true },
          { phone: "4740000000", active: true },
        ],
      },
      "input.testNums.1.phone",
    ],
  ])("refuses %j", async (input, path) => {
    expect(await workspace.api.refusal(PATCH, input)).toMatchObject({ code: "BAD_INPUT", paths: [path] });
  });
});

describe("viewer", () => {
  test("a person: name, role, what they may, and where else they belong", async () => {
    const member = await createTestMember(workspace.workspaceId, "AGENT");
    const second = await createTestWorkspace();
    await database().membership.create({
      data: { workspaceId: second.workspaceId, userId: member.userId, role: "ADMIN" },
    });
    expect(await member.api.ok(VIEWER)).toEqual({
      workspaceId: workspace.workspaceId,
      workspaceName: "Test",
      plan: "PREMIUM",
      userId: member.userId,
      name: "Mia AGENT",
      email: member.email,
      role: "AGENT",
      agentId: member.agentId,
      permissions: ["USE_CONVS"],
      isAvailable: true,
      workspaces: [
        { workspaceId: workspace.workspaceId, name: "Test", plan: "PREMIUM", role: "AGENT" },
        { workspaceId: second.workspaceId, name: "Test", plan: "PREMIUM", role: "ADMIN" },
      ],
    });
    // Entering the second workspace for the first time creates their agent there (contract.md, Agent).
    const entered = await member.api.ok<{ agentId: string }>(VIEWER, { workspaceId: second.workspaceId });
    expect(entered).toMatchObject({ role: "ADMIN", name: "Mia AGENT", isAvailable: true });
    expect(entered.agentId).not.toBe(member.agentId);
    expect(await member.api.ok(VIEWER, { workspaceId: second.workspaceId })).toEqual(entered);
  });

  test("a key: its label, its agent, no person", async () => {
    const agent = await createTestAgentKey(workspace.workspaceId, "Bot");
    expect(await agent.api.ok(VIEWER)).toMatchObject({
      userId: null,
      name: "API key · Bot",
      email: null,
      role: null,
      agentId: agent.agentId,
      workspaces: [],
    });
    expect(await workspace.api.ok(VIEWER)).toMatchObject({ name: "First key", agentId: null, isAvailable: false });
  });
});
