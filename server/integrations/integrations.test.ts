import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import {
  createTestAgentKey,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { credentialsOf } from "./access.ts";

const INTEGRATION = `workspaceId id name identifier type state properties createdAt patchedAt ingressUrl lastInboundAt lastError lastErrorAt
  routingProblems`;
const LIST = `query ($input: IntegrationsInput!) { integrations(input: $input) { nodes { ${INTEGRATION} } } }`;
const CREATE = `mutation ($input: IntegrationCreateInput!) { createIntegration(input: $input) { ${INTEGRATION} } }`;
const PATCH = `mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { ${INTEGRATION} } }`;
const STATE = `mutation ($input: IntegrationStateSetInput!) { setIntegrationState(input: $input) { id state lastError } }`;
const CREDENTIALS = `mutation ($input: IntegrationCredentialsPatchInput!) { patchIntegrationCredentials(input: $input) { id state lastError } }`;
const CAPABILITIES = `query ($input: ChannelCapabilitiesInput!) { channelCapabilities(input: $input) {
  nodes { type replyWindowHours maxTextLength ratePerSecond templates replyContext messageTypes } } }`;

type Integration = {
  id: string;
  name: string;
  state: string;
  properties: Record<string, unknown>;
  patchedAt: string | null;
  routingProblems: string[];
  ingressUrl: string;
};

const CUSTOM = {
  endpoint: "http://127.0.0.1:9/replies",
  validateToken: "validate-me",
  accessToken: "let-me-in",
  externalId: "shop",
};

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let other: typeof workspace;
let agent: Awaited<ReturnType<typeof createTestAgentKey>>;

beforeAll(async () => {
  [workspace, other] = await Promise.all([createTestWorkspace(), createTestWorkspace()]);
  agent = await createTestAgentKey(workspace.workspaceId);
});

const rowOf = (id: string) => database().integration.findFirstOrThrow({ where: { id } });

describe("createIntegration", () => {
  test("CUSTOM: active, with its ingress address; credentials encrypted and in no answer", async () => {
    const answer = await workspace.api.call(CREATE, { name: "Shop", type: "CUSTOM", integrationProperties: CUSTOM });
    const made = answer.data?.createIntegration as unknown as Integration;
    expect(made).toMatchObject({
      workspaceId: workspace.workspaceId,
      name: "Shop",
      identifier: null,
      type: "CUSTOM",
      state: "active",
      properties: {},
      patchedAt: null,
      routingProblems: [],
      ingressUrl: `http://localhost:3000/ext/v1/incoming/custom/${made.id}`,
    });
    const row = await rowOf(made.id);
    const listed = await workspace.api.call(LIST);
    const records = await database().auditEntry.findMany({ where: { targetId: made.id } });
    for (const secret of [CUSTOM.validateToken, CUSTOM.accessToken]) {
      expect(JSON.stringify([answer, listed, row, records])).not.toContain(secret);
    }
    expect(await credentialsOf(row)).toEqual(CUSTOM);
  });

  test("credentials copied into another row do not open there", async () => {
    const [one, two] = [
      await createTestIntegration(workspace.workspaceId),
      await createTestIntegration(other.workspaceId),
    ];
    const { credentials } = await rowOf(one.id);
    await expect(credentialsOf({ ...(await rowOf(two.id)), credentials })).rejects.toThrow("not made for");
  });

  test.each(["WHATSAPP", "WA_GATEWAY", "FACEBOOK", "INSTAGRAM", "WEBCHAT"])(
    "%s is set up in the portal",
    async (type) => {
      expect(await workspace.api.refusal(CREATE, { name: "x", type, integrationProperties: {} })).toEqual({
        code: "BAD_INPUT",
        message: `${type} channels are set up in the portal; the API creates TELEGRAM, CUSTOM`,
        paths: ["input.type"],
      });
    },
  );

  test.each([
    [{ ...CUSTOM, endpoint: undefined }, ["input.integrationProperties.endpoint"]],
    [{ ...CUSTOM, validateToken: "" }, ["input.integrationProperties.validateToken"]],
    [{ ...CUSTOM, accessToken: 5 }, ["input.integrationProperties.accessToken"]],
    [{ ...CUSTOM, endpoint: "ftp://x.com" }, ["input.integrationProperties.endpoint"]],
    [{ ...CUSTOM, endpoint: "http://169.254.169.254/latest" }, ["input.integrationProperties.endpoint"]],
    [
      { endpoint: CUSTOM.endpoint },
      ["validateToken", "accessToken", "externalId"].map((name) => `input.integrationProperties.${name}`),
    ],
    [{ ...CUSTOM, more: 1 }, ["input.integrationProperties"]],
    ["text", ["input.integrationProperties"]],
    [[], ["input.integrationProperties"]],
  ])("refuses integrationProperties %j", async (integrationProperties, paths) => {
    const refusal = await workspace.api.refusal(CREATE, { name: "x", type: "CUSTOM", integrationProperties });
    expect(refusal).toMatchObject({ code: "BAD_INPUT", paths });
  });

  test("is refused below admin before the input is looked at", async () => {
    expect(await agent.api.refusal(CREATE, {})).toEqual({
      code: "FORBIDDEN_ROLE",
      message: "You do not have permission to access this resource with your current role assignment",
      paths: [],
    });
    expect((await workspace.api.refusal(CREATE, { name: "x", type: "CUSTOM" })).code).toBe("BAD_INPUT");
  });
});

test("integrations: filters hold together; everyone reads; other workspaces' are not there", async () => {
  const mine = await createTestWorkspace();
  const shop = await createTestIntegration(mine.workspaceId, { name: "Shop 100%" });
  await createTestIntegration(mine.workspaceId, { name: "Shop 100x" });
  await createTestIntegration(other.workspaceId, { name: "Shop 100%" });
  await mine.api.ok(STATE, { id: shop.id, state: "disabled" });
  const names = async (input: Record<string, unknown>) =>
    (await mine.api.ok<{ nodes: Integration[] }>(LIST, input)).nodes.map(({ name }) => name);
  expect(await names({})).toEqual(["Shop 100x", "Shop 100%"]);
  expect(await names({ name: "SHOP 100%" })).toEqual(["Shop 100%"]);
  expect(await names({ state: "active" })).toEqual(["Shop 100x"]);
  expect(await names({ type: "TELEGRAM" })).toEqual([]);
  expect(await names({ type: "CUSTOM", state: "disabled", name: "shop" })).toEqual(["Shop 100%"]);
  const person = await createTestMember(mine.workspaceId, "AGENT");
  expect((await person.api.ok<{ nodes: Integration[] }>(LIST)).nodes).toHaveLength(2);
});

describe("patchIntegration", () => {
  test("sets how many messages a second the channel sends; left out it stays, null is the type's own", async () => {
    const RATE = `mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { ratePerSecond } }`;
    const { id } = await createTestIntegration(workspace.workspaceId);
    const patch = (input: Record<string, unknown>) => workspace.api.ok(RATE, { id, ...input });
    expect(await patch({})).toEqual({ ratePerSecond: null });
    expect(await patch({ ratePerSecond: 20.5 })).toEqual({ ratePerSecond: 20.5 });
    expect(await patch({ name: "Renamed" })).toEqual({ ratePerSecond: 20.5 });
    for (const edge of [0.1, 1_000]) expect(await patch({ ratePerSecond: edge })).toEqual({ ratePerSecond: edge });
    for (const wrong of [0, -1, 0.09, 1_000.1, 1e300]) {
      expect(await workspace.api.refusal(RATE, { id, ratePerSecond: wrong }), String(wrong)).toMatchObject({
        code: "BAD_INPUT",
        paths: ["input.ratePerSecond"],
      });
    }
    expect((await workspace.api.refusal(RATE, { id, ratePerSecond: "fast" })).code).toBe("BAD_INPUT");
    expect((await rowOf(id)).ratePerSecond).toBe(1_000);
    expect(await patch({ ratePerSecond: null })).toEqual({ ratePerSecond: null });
    const audited = await database().auditEntry.findMany({ where: { targetId: id, action: "patchIntegration" } });
    expect(audited.map(({ after }) => (after as { ratePerSecond: number | null }).ratePerSecond)).toEqual(
      expect.arrayContaining([20.5, 0.1, 1_000, null]),
    );
  });

  test("properties are a partial update: left out stays, null takes away", async () => {
    const { id } = await createTestIntegration(workspace.workspaceId);
    const one = await workspace.api.ok<Integration>(PATCH, {
      id,
      name: "Renamed",
      properties: {
        start: "AGENT_BY_COUNTRY_CODE",
        assigneeId: agent.agentId,
        byCountryCodeConfig: [{ code: "pl", assigneeId: agent.agentId }],
      },
    });
    expect(one).toMatchObject({
      name: "Renamed",
      properties: {
        start: "AGENT_BY_COUNTRY_CODE",
        assigneeId: agent.agentId,
        byCountryCodeConfig: [{ code: "PL", assigneeId: agent.agentId }],
      },
      routingProblems: [],
    });
    expect(one.patchedAt).not.toBeNull();
    const two = await workspace.api.ok<Integration>(PATCH, {
      id,
      properties: {
        byCountryCodeConfig: null,
        handover: { toAgentId: agent.agentId, message: "A person answers soon", keywords: ["human"] },
        rating: { enabled: true, question: "How was it?" },
      },
    });
    expect(two.properties).toEqual({
      start: "AGENT_BY_COUNTRY_CODE",
      assigneeId: agent.agentId,
      handover: { toAgentId: agent.agentId, message: "A person answers soon", keywords: ["human"] },
      rating: { enabled: true, question: "How was it?", scale: 5 },
    });
    expect((await workspace.api.ok<Integration>(PATCH, { id, name: "Again" })).properties).toEqual(two.properties);
  });

  test("two patches of different keys at the same time both stand", async () => {
    const { id } = await createTestIntegration(workspace.workspaceId);
    await Promise.all([
      workspace.api.ok(PATCH, { id, properties: { start: "AUTO" } }),
      workspace.api.ok(PATCH, { id, properties: { assigneeId: agent.agentId } }),
      workspace.api.ok(PATCH, { id, properties: { rating: { enabled: false } } }),
    ]);
    expect((await rowOf(id)).properties).toEqual({
      start: "AUTO",
      assigneeId: agent.agentId,
      rating: { enabled: false, scale: 5 },
    });
  });

  test.each([
    [{ strat: "AUTO" }, "input.properties"],
    [{ start: "ROUND_ROBIN" }, "input.properties.start"],
    [{ assigneeId: "ana" }, "input.properties.assigneeId"],
    [
      { byCountryCodeConfig: [{ code: "XX", assigneeId: "018f0000-0000-7000-8000-000000000000" }] },
      "input.properties.byCountryCodeConfig.0.code",
    ],
    [{ handover: { to: "ana" } }, "input.properties.handover"],
    [{ rating: { enabled: true, scale: 50 } }, "input.properties.rating.scale"],
    ["AUTO", "input.properties"],
  ])("refuses properties %j", async (properties, path) => {
    const { id } = await createTestIntegration(workspace.workspaceId);
    const refusal = await workspace.api.refusal(PATCH, { id, properties });
    expect(refusal).toMatchObject({ code: "BAD_INPUT", paths: [path] });
    expect((await rowOf(id)).properties).toEqual({});
  });

  test("an assignee who is not there, or is another workspace's, is not found", async () => {
    const { id } = await createTestIntegration(workspace.workspaceId);
    for (const assigneeId of [other.agentId, "018f0000-0000-7000-8000-000000000000"]) {
      expect(
        await workspace.api.refusal(PATCH, { id, properties: { byCountryCodeConfig: [{ code: "PL", assigneeId }] } }),
      ).toEqual({
        code: "NOT_FOUND",
        message: "Assignee not found",
        paths: ["input.properties.byCountryCodeConfig.0.assigneeId"],
      });
    }
  });

  test("a rule whose agent is deleted later is told on the channel", async () => {
    const { id } = await createTestIntegration(workspace.workspaceId);
    const gone = await createTestAgentKey(workspace.workspaceId);
    await workspace.api.ok(PATCH, {
      id,
      properties: { start: "AGENT", assigneeId: gone.agentId, handover: { toAgentId: gone.agentId } },
    });
    await database().agent.updateMany({ where: { id: gone.agentId }, data: { deletedAt: new Date() } });
    const { nodes } = await workspace.api.ok<{ nodes: Integration[] }>(LIST);
    expect(nodes.find((each) => each.id === id)?.routingProblems).toEqual([
      "The default assignee names an agent or assistant that is no longer there; it counts as no rule",
      "The handover names an agent or assistant that is no longer there; it counts as no rule",
    ]);
    const nobody = await workspace.api.ok<Integration>(PATCH, { id, properties: { assigneeId: null, handover: null } });
    expect(nobody.routingProblems).toEqual(["Conversations start with AGENT, but no default assignee is set"]);
  });

  test("a foreign channel is not there; below admin it is refused", async () => {
    const theirs = await createTestIntegration(other.workspaceId, { name: "Theirs" });
    for (const id of [theirs.id, "018f0000-0000-7000-8000-000000000000", "x"]) {
      for (const [operation, input] of [
        [PATCH, { name: "Mine" }],
        [STATE, { state: "disabled" }],
        [CREDENTIALS, { integrationProperties: {} }],
      ] as const) {
        expect(await workspace.api.refusal(operation, { id, ...input })).toEqual({
          code: "NOT_FOUND",
          message: "Integration not found",
          paths: [],
        });
      }
    }
    for (const operation of [PATCH, STATE, CREDENTIALS])
      expect((await agent.api.refusal(operation, {})).code).toBe("FORBIDDEN_ROLE");
    expect(await rowOf(theirs.id)).toMatchObject({ name: "Theirs", state: "active" });
  });
});

test("setIntegrationState: on and off, and on again forgets the error; no other state can be set", async () => {
  const { id } = await createTestIntegration(workspace.workspaceId);
  await database().integration.updateMany({
    where: { id },
    data: { state: "error", lastError: "401", lastErrorAt: new Date() },
  });
  expect(await workspace.api.ok(STATE, { id, state: "disabled" })).toEqual({ id, state: "disabled", lastError: "401" });
  expect(await workspace.api.ok(STATE, { id, state: "active" })).toEqual({ id, state: "active", lastError: null });
  for (const state of ["pending", "error"]) {
    expect((await workspace.api.refusal(STATE, { id, state })).message).toBe("state can be set to active or disabled");
  }
});

test("patchIntegrationCredentials: keys left out stay, what no longer fits is refused, an error gets its chance", async () => {
  const { id } = await createTestIntegration(workspace.workspaceId);
  await database().integration.updateMany({
    where: { id },
    data: { state: "error", lastError: "401", lastErrorAt: new Date() },
  });
  expect(await workspace.api.ok(CREDENTIALS, { id, integrationProperties: { accessToken: "fresh" } })).toEqual({
    id,
    state: "active",
    lastError: null,
  });
  expect(await credentialsOf(await rowOf(id))).toEqual({ ...CUSTOM, accessToken: "fresh" });
  expect(
    (await workspace.api.refusal(CREDENTIALS, { id, integrationProperties: { endpoint: "http://10.0.0.1/" } })).paths,
  ).toEqual(["input.integrationProperties.endpoint"]);
  expect((await workspace.api.refusal(CREDENTIALS, { id, integrationProperties: { token: "x" } })).code).toBe(
    "BAD_INPUT",
  );
  expect((await workspace.api.refusal(CREDENTIALS, { id, integrationProperties: "x" })).code).toBe("BAD_INPUT");
  expect(await credentialsOf(await rowOf(id))).toEqual({ ...CUSTOM, accessToken: "fresh" });
  // A disabled channel stays off: a person switched it off.
  await workspace.api.ok(STATE, { id, state: "disabled" });
  expect(await workspace.api.ok(CREDENTIALS, { id, integrationProperties: { externalId: "new" } })).toMatchObject({
    state: "disabled",
  });
});

test("channelCapabilities: every type, as the decisions say, for everyone", async () => {
  const { nodes } = await agent.api.ok<{ nodes: Record<string, unknown>[] }>(CAPABILITIES);
  expect(nodes.map(({ type }) => type)).toEqual([
    "WHATSAPP",
    "WA_GATEWAY",
    "FACEBOOK",
    "INSTAGRAM",
    "TELEGRAM",
    "CUSTOM",
    "WEBCHAT",
  ]);
  expect(nodes.map(({ ratePerSecond }) => ratePerSecond)).toEqual([72, 50, 50, 50, 28, 50, 50]);
  const windows = new Map(nodes.map(({ type, replyWindowHours, templates }) => [type, [replyWindowHours, templates]]));
  expect(Object.fromEntries(windows)).toEqual({
    WHATSAPP: [24, true],
    WA_GATEWAY: [24, true],
    FACEBOOK: [24, false],
    INSTAGRAM: [24, false],
    TELEGRAM: [null, false],
    CUSTOM: [null, true],
    WEBCHAT: [null, false],
  });
});
