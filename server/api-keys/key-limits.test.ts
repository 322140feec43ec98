import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { api } from "../testing/api.ts";
import { askApp } from "../testing/ask-app.ts";
import { createTestClient, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { startMailServer } from "../testing/mail-server.ts";
import { eventually } from "../testing/receiver.ts";
import { startWorker } from "../work/worker.ts";
import { noteExpiringKeys } from "./mail-expiring-keys.ts";

const GEN = `mutation ($input: ApiKeyGenInput!) { genApiKey(input: $input) { id key permissions allowedRanges expiresAt } }`;
const LIST = `query ($input: ApiKeysInput!) { apiKeys(input: $input) { nodes { id permissions allowedRanges expiresAt lastUsedAt } } }`;
const CLIENTS = "query ($input: ClientsInput!) { clients(input: $input) { nodes { phone } } }";
const TAGS = "query ($input: TagsInput!) { tags(input: $input) { nodes { id } } }";
const WEBHOOKS = "query ($input: WebhooksInput!) { webhooks(input: $input) { nodes { id } } }";
const DAY_MS = 86_400_000;

type Key = { id: string; key: string; permissions: string[]; allowedRanges: string[]; expiresAt: string | null };

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
beforeEach(async () => {
  workspace = await createTestWorkspace();
});

const make = (input: object) => workspace.api.ok<Key>(GEN, { label: "Limited", ...input });
const asKey = ({ key }: Key) => api({ key }, workspace.workspaceId);
const from = async ({ key }: Key, address: string) => {
  const variables = { input: { workspaceId: workspace.workspaceId } };
  return api({ key }).post({ query: TAGS, variables }, { "x-forwarded-for": address });
};

test("a key without limits may do all that keys of its kind may", async () => {
  const { permissions, allowedRanges, expiresAt } = await make({});
  expect({ permissions: permissions.sort(), allowedRanges, expiresAt }).toEqual({
    permissions: ["MANAGE_BROADCASTS", "MANAGE_CLIENTS", "MANAGE_CONVS", "MANAGE_WORKSPACE", "USE_CONVS"],
    allowedRanges: [],
    expiresAt: null,
  });
});

describe("permissions", () => {
  test("a key may do what was chosen, and sees what that shows", async () => {
    await createTestClient(workspace.workspaceId, { phone: "+4790000777" });
    const key = await make({ permissions: ["USE_CONVS"] });
    expect(key.permissions).toEqual(["USE_CONVS"]);
    const { nodes } = await asKey(key).ok<{ nodes: { phone: string }[] }>(CLIENTS);
    expect(nodes[0]?.phone).not.toBe("+4790000777");
    expect(await asKey(key).refusal(WEBHOOKS)).toMatchObject({ code: "FORBIDDEN_ROLE" });
    const { nodes: seen } = await asKey(await make({ permissions: ["USE_CONVS", "MANAGE_CLIENTS"] })).ok<{
      nodes: { phone: string }[];
    }>(CLIENTS);
    expect(seen[0]?.phone).toBe("+4790000777");
  });

  test("every key may read what it needs, and who manages the workspace sees everything in it", async () => {
    expect((await make({ permissions: [] })).permissions).toEqual(["USE_CONVS"]);
    expect((await make({ permissions: ["MANAGE_WORKSPACE"] })).permissions).toEqual([
      ...["USE_CONVS", "MANAGE_CLIENTS", "MANAGE_WORKSPACE", "MANAGE_CONVS"],
    ]);
  });

  test("an agent's key cannot have more than agents' keys have", async () => {
    const { agentId } = await createTestMember(workspace.workspaceId, "AGENT");
    expect(await workspace.api.refusal(GEN, { label: "x", agentId, permissions: ["MANAGE_WORKSPACE"] })).toEqual({
      code: "BAD_INPUT",
      message: "A key of this kind cannot have MANAGE_WORKSPACE",
      paths: ["input.permissions"],
    });
  });
});

test("a key with limits gives nobody access without them", async () => {
  const inAYear = new Date(Date.now() + 365 * DAY_MS).toISOString();
  for (const limits of [
    { permissions: ["USE_CONVS", "MANAGE_WORKSPACE"] },
    { expiresAt: inAYear },
    { allowedRanges: ["0.0.0.0/0", "::/0"] },
  ]) {
    const { key } = await make(limits);
    const post = (query: string, input: object) =>
      api({ key }).post(
        { query, variables: { input: { workspaceId: workspace.workspaceId, ...input } } },
        { "x-forwarded-for": "203.0.113.5" },
      );
    for (const answer of [
      await post(GEN, { label: "More" }),
      await post(
        "mutation ($input: AgentCreateWithApiKeyInput!) { createAgentWithApiKey(input: $input) { agent { id } } }",
        { name: "Bot" },
      ),
      await post("mutation ($input: InvitationCreateInput!) { createInvitation(input: $input) { id } }", {
        ...{ email: "somebody@example.com", role: "AGENT" },
      }),
    ])
      expect(answer.errors).toMatchObject([
        { message: expect.stringContaining("A key with limits cannot"), extensions: { code: "FORBIDDEN_ROLE" } },
      ]);
  }
});

describe("an expired key", () => {
  test("is refused with the time, and recorded", async () => {
    const key = await make({ expiresAt: new Date(Date.now() + DAY_MS).toISOString() });
    await asKey(key).ok(TAGS);
    const expiresAt = new Date(Date.now() - 1_000);
    await database().apiKey.updateMany({ where: { id: key.id }, data: { expiresAt } });
    await expect
      .poll(async () => (await asKey(key).call(TAGS)).errors, { timeout: 5_000 })
      .toMatchObject([
        {
          message: "Invalid API key",
          extensions: { code: "UNAUTHENTICATED", hint: `This key expired on ${expiresAt.toISOString()}` },
        },
      ]);
    await expect
      .poll(() =>
        database().auditEntry.findMany({
          where: { workspaceId: workspace.workspaceId, targetId: key.id, refusal: { not: null } },
        }),
      )
      .toMatchObject([{ action: "useApiKey", refusal: "UNAUTHENTICATED" }]);
  });
});

describe("ranges", () => {
  test("a key is taken from its networks only, whatever the form of the address", async () => {
    const key = await make({ allowedRanges: ["203.0.113.0/24", "2001:db8::7", " 198.51.100.9 "] });
    expect(key.allowedRanges).toEqual(["203.0.113.0/24", "2001:db8::7/128", "198.51.100.9/32"]);
    for (const address of ["203.0.113.200", "::ffff:203.0.113.200", "2001:db8:0::7", "198.51.100.9"])
      expect((await from(key, address)).errors).toEqual([]);
    for (const address of ["203.0.114.1", "2001:db8::8", "198.51.100.10", "unknown"])
      expect((await from(key, address)).errors).toMatchObject([
        { message: "Invalid API key", extensions: { hint: `This key may not be used from ${address}` } },
      ]);
  });
});

test.each([
  [{ expiresAt: "2020-01-01T00:00:00Z" }, "input.expiresAt"],
  [{ allowedRanges: ["203.0.113.0/33"] }, "input.allowedRanges.0"],
  [{ allowedRanges: ["203.0.113.010"] }, "input.allowedRanges.0"],
  [{ allowedRanges: ["10.1/16"] }, "input.allowedRanges.0"],
  [{ allowedRanges: ["::ffff:203.0.113.0/120"] }, "input.allowedRanges.0"],
  [{ allowedRanges: ["fe80::1%eth0/64"] }, "input.allowedRanges.0"],
  [{ allowedRanges: ["203.0.113.1", "everywhere"] }, "input.allowedRanges.1"],
  [{ allowedRanges: Array.from({ length: 51 }, (_, index) => `10.0.0.${index}`) }, "input.allowedRanges"],
])("refuses %o", async (input, path) => {
  expect(await workspace.api.refusal(GEN, { label: "x", ...input })).toMatchObject({
    code: "BAD_INPUT",
    paths: [path],
  });
});

test("the last use is noted, but not each", async () => {
  const key = await make({});
  const used = async () => {
    const { nodes } = await workspace.api.ok<{ nodes: { id: string; lastUsedAt: string | null }[] }>(LIST);
    return nodes.find(({ id }) => id === key.id)?.lastUsedAt ?? null;
  };
  expect(await used()).toBeNull();
  await asKey(key).ok(TAGS);
  await expect.poll(used).not.toBeNull();
  const first = await used();
  // For longer than a process remembers the key.
  await sleep(1_100);
  await asKey(key).ok(TAGS);
  await sleep(300);
  expect(await used()).toBe(first);
  const before = new Date(Date.now() - 61_000);
  await database().apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: before } });
  await sleep(1_100);
  await asKey(key).ok(TAGS);
  await expect.poll(async () => Date.parse((await used()) ?? "")).toBeGreaterThan(before.getTime());
});

describe("before it expires", () => {
  let server: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => {
    server = await startMailServer();
    process.env.SMTP_URL = server.url;
    process.env.APP_URL = "https://desk.example";
  });
  afterAll(() => server.close());

  test("owner and admins get one email a week before, unless it was made for less", async () => {
    const { workspaceId, email } = workspace;
    const admin = await createTestMember(workspaceId, "ADMIN");
    await createTestMember(workspaceId, "AGENT");
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    const key = await make({ label: "Shop <b>", expiresAt: inDays(6) });
    await make({ label: "Far", expiresAt: inDays(8) });
    await make({ label: "Short", expiresAt: inDays(2) });
    const createdAt = new Date(Date.now() - 30 * DAY_MS);
    await database().apiKey.updateMany({ where: { id: key.id }, data: { createdAt } });
    const worker = await startWorker({ pollMs: 200 });
    await Promise.all([noteExpiringKeys(), noteExpiringKeys()]);
    await eventually(() => server.arrived.length >= 2, 15_000);
    await noteExpiringKeys();
    await sleep(1_500);
    await worker.stop();
    expect(server.arrived.flatMap(({ to }) => to).sort()).toEqual([email, admin.email].sort());
    const mail = server.arrived[0]?.mail;
    expect(mail?.subject).toContain("The API key Shop <b> expires on");
    expect(mail?.text).toContain(`https://desk.example/${workspaceId}/developers`);
    expect(mail?.html).not.toContain("<b>");
  });
});

describe("everywhere else, a key from another network is refused too", () => {
  const inBody = { method: "POST", headers: { "content-type": "application/json" } };
  test.each<[string, (workspaceId: number, key: string) => [path: string, init: RequestInit]]>([
    ["the live stream", (id, authorization) => [`/events?workspaceId=${id}`, { headers: { authorization } }]],
    ["an export", (id, authorization) => [`/export/contacts?workspaceId=${id}`, { headers: { authorization } }]],
    ["a file", (id, authorization) => [`/uploads/${id}/a.png`, { headers: { authorization } }]],
    [
      "a Gateway send",
      (id, authorization) => [
        "/core/v1/messages",
        { ...inBody, headers: { ...inBody.headers, authorization }, body: JSON.stringify({ workspaceId: id }) },
      ],
    ],
    [
      "the model-context server",
      (id, key) => [
        "/mcp",
        {
          ...inBody,
          headers: { ...inBody.headers, authorization: `Bearer ${key}`, "x-workspace-id": String(id) },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
        },
      ],
    ],
  ])("%s", async (_, request) => {
    const { workspaceId } = workspace;
    const { key } = await make({ allowedRanges: ["203.0.113.0/24"] });
    const [path, init] = request(workspaceId, key);
    const headers = { ...(init.headers as Record<string, string>), "x-forwarded-for": "198.51.100.1" };
    const response = await askApp(new Request(`http://localhost:3000${path}`, { ...init, headers }));
    expect(response.status).toBe(401);
    expect(await response.text()).toContain("This key may not be used from 198.51.100.1");
  });
});
