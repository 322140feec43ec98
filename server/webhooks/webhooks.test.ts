import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import type { DeliveryState } from "../generated/prisma/enums.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { headersOf, secretsOf } from "./access.ts";

const WEBHOOK = "workspaceId id label url event headers secret active createdAt";
const LIST = `query ($input: WebhooksInput!) { webhooks(input: $input) { nodes { ${WEBHOOK} } } }`;
const CREATE = `mutation ($input: WebhookCreateInput!) { createWebhook(input: $input) { ${WEBHOOK} } }`;
const PATCH = `mutation ($input: WebhookPatchInput!) { patchWebhook(input: $input) { ${WEBHOOK} } }`;
const DELETE = `mutation ($input: WebhookDeleteInput!) { deleteWebhook(input: $input) { ${WEBHOOK} } }`;
const ROTATE = `mutation ($input: WebhookSecretRotateInput!) { rotateWebhookSecret(input: $input) { ${WEBHOOK} } }`;
const DELIVERY = "id webhookId event state attempts responseStatus error payload createdAt nextAttemptAt deliveredAt";
const DELIVERIES = `query ($input: WebhookDeliveriesInput!) { webhookDeliveries(input: $input) { nodes { ${DELIVERY} }
  pageInfo { hasNextPage endCursor count } } }`;
const ATTEMPTS = `query ($input: WebhookAttemptsInput!) { webhookAttempts(input: $input) {
  nodes { attemptNo startedAt durationMs responseStatus responseBody error } } }`;
const REPLAY = `mutation ($input: WebhookDeliveryReplayInput!) { replayWebhookDelivery(input: $input) { ${DELIVERY} } }`;

type Webhook = {
  id: string;
  label: string;
  url: string;
  headers: Record<string, string> | null;
  secret: string | null;
  active: boolean;
};
type Deliveries = {
  nodes: { id: string; state: string; payload: unknown }[];
  pageInfo: { hasNextPage: boolean; endCursor: string; count: number };
};

const URL = "http://127.0.0.1:9/hook";
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let other: typeof workspace;
let agent: Awaited<ReturnType<typeof createTestAgentKey>>;

beforeAll(async () => {
  [workspace, other] = await Promise.all([createTestWorkspace(), createTestWorkspace()]);
  agent = await createTestAgentKey(workspace.workspaceId);
});

const create = (input: Record<string, unknown> = {}) =>
  workspace.api.ok<Webhook>(CREATE, { label: "CRM", url: URL, event: "ANY_EVENT", ...input });
const rowOf = (id: string) => database().webhook.findFirstOrThrow({ where: { id } });

describe("createWebhook", () => {
  test("answers secret and headers once; both are encrypted, and never shown again", async () => {
    const headers = { authorization: "Basic hunter2", "X-Shop": "7" };
    const made = await create({ headers });
    expect(made).toMatchObject({
      workspaceId: workspace.workspaceId,
      label: "CRM",
      url: URL,
      event: "ANY_EVENT",
      active: true,
      headers,
    });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    const row = await rowOf(made.id);
    expect(await headersOf(row)).toEqual(headers);
    expect(await secretsOf(row)).toEqual({ secret: made.secret, previousSecret: null });
    const listed = await workspace.api.ok<{ nodes: Webhook[] }>(LIST);
    expect(listed.nodes.find(({ id }) => id === made.id)).toMatchObject({
      headers: { authorization: "•••", "X-Shop": "•••" },
      secret: null,
    });
    const records = await database().auditEntry.findMany({ where: { targetId: made.id } });
    for (const hidden of ["hunter2", String(made.secret)])
      expect(JSON.stringify([row, listed, records])).not.toContain(hidden);
  });

  test.each([
    "INCOMING_MESSAGE",
    "OUTGOING_MESSAGE",
    "MESSAGE_UPDATED",
    "ENDING_CONV",
    "NEW_CLIENT",
    "NEW_CONV",
    "CLIENT_UPDATED",
    "ANY_EVENT",
    "MESSAGE_UPDATED_SMPP",
  ])("%s can be chosen", async (event) => {
    expect(await create({ event })).toMatchObject({ event, headers: null });
  });

  test.each([
    ["not an address"],
    ["ftp://example.com/x"],
    ["javascript:alert(1)"],
    [""],
    ["http://10.0.0.1/x"],
    ["http://[fd00::1]/"],
    ["http://169.254.169.254/"],
  ])("refuses the address %j", async (url) => {
    expect(await workspace.api.refusal(CREATE, { label: "x", url, event: "ANY_EVENT" })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.url"],
    });
  });

  test.each([
    [{ "Webhook-Signature": "v1,x" }, "The header webhook-signature is set by the service and cannot be replaced"],
    [{ "webhook-anything": "x" }, "The header webhook-anything is set by the service and cannot be replaced"],
    [{ Host: "x" }, "The header host is set by the service and cannot be replaced"],
    [{ "Content-Length": "1" }, "The header content-length is set by the service and cannot be replaced"],
    [{ "transfer-encoding": "chunked" }, "The header transfer-encoding is set by the service and cannot be replaced"],
    [{ connection: "close" }, "The header connection is set by the service and cannot be replaced"],
    [{ "content-type": "text/plain" }, "The header content-type is set by the service and cannot be replaced"],
    [{ "user-agent": "me" }, "The header user-agent is set by the service and cannot be replaced"],
    [{ "x y": "1" }, '"x y" is no header name'],
    [{ "x\r\ny": "1" }, '"x\r\ny" is no header name'],
    [{ x: "a\r\nhost: evil" }, "The value of x has characters that a header cannot carry"],
    [{ x: "ł" }, "The value of x has characters that a header cannot carry"],
    [{ x: "a".repeat(4_097) }, "The value of x may have at most 4096 characters"],
    [{ x: "1", X: "2" }, "The header x is named twice"],
    [{ x: 5 }, "headers.x: must be text"],
    ["text", "headers: must be an object of header names and their values"],
    [["a"], "headers: must be an object of header names and their values"],
  ])("refuses the headers %j", async (headers, message) => {
    expect(await workspace.api.refusal(CREATE, { label: "x", url: URL, event: "ANY_EVENT", headers })).toMatchObject({
      code: "BAD_INPUT",
      message,
    });
  });

  test("reading and writing are refused below admin, before the input is looked at", async () => {
    const plus = await createTestMember(workspace.workspaceId, "AGENT_PLUS");
    for (const operation of [LIST, CREATE, PATCH, DELETE, ROTATE, DELIVERIES, REPLAY]) {
      for (const caller of [agent.api, plus.api]) {
        expect(await caller.refusal(operation, { label: {} })).toEqual({
          code: "FORBIDDEN_ROLE",
          message: "You do not have permission to access this resource with your current role assignment",
          paths: [],
        });
      }
    }
    expect((await workspace.api.refusal(CREATE, { url: URL, event: "ANY_EVENT" })).code).toBe("BAD_INPUT");
    expect((await workspace.api.refusal(CREATE, { label: "x", url: URL, event: "EVERYTHING" })).code).toBe("BAD_INPUT");
  });
});

test("webhooks: by part of the label and by event, none of another workspace", async () => {
  const mine = await createTestWorkspace();
  for (const [label, event] of [
    ["CRM_1", "NEW_CONV"],
    ["crm 2", "ANY_EVENT"],
    ["Shop", "ANY_EVENT"],
  ])
    await mine.api.ok(CREATE, { label, url: URL, event });
  const labels = async (input: Record<string, unknown>) =>
    (await mine.api.ok<{ nodes: Webhook[] }>(LIST, input)).nodes.map(({ label }) => label);
  expect(await labels({})).toEqual(["Shop", "crm 2", "CRM_1"]);
  expect(await labels({ label: "crm" })).toEqual(["crm 2", "CRM_1"]);
  expect(await labels({ label: "m_" })).toEqual(["CRM_1"]);
  expect(await labels({ label: "crm", event: "ANY_EVENT" })).toEqual(["crm 2"]);
});

describe("patchWebhook", () => {
  test("changes what is named; a masked header value keeps the stored one", async () => {
    const { id } = await create({ headers: { authorization: "Basic hunter2", "x-old": "1" } });
    expect(await workspace.api.ok(PATCH, { id, label: "Renamed", event: "NEW_CONV" })).toMatchObject({
      label: "Renamed",
      event: "NEW_CONV",
      url: URL,
      headers: { authorization: "•••", "x-old": "•••" },
      secret: null,
    });
    await workspace.api.ok(PATCH, { id, headers: { authorization: "•••", "x-new": "2" } });
    expect(await headersOf(await rowOf(id))).toEqual({ authorization: "Basic hunter2", "x-new": "2" });
    expect(await workspace.api.ok(PATCH, { id, headers: null })).toMatchObject({ headers: null });
  });

  test("switched on again, its run of failures is over", async () => {
    const { id } = await create();
    await database().webhook.updateMany({
      where: { id },
      data: { active: false, failingSince: new Date(), disabledReason: "410" },
    });
    expect(await workspace.api.ok(PATCH, { id, label: "Still off" })).toMatchObject({ active: false });
    expect(await workspace.api.ok(PATCH, { id, active: true })).toMatchObject({ active: true });
    expect(await rowOf(id)).toMatchObject({ failingSince: null, disabledReason: null });
  });

  test.each([
    [{ label: null }],
    [{ url: null }],
    [{ event: null }],
    [{ active: null }],
    [{ url: "http://10.0.0.1" }],
    [{ label: "" }],
    [{ headers: { host: "x" } }],
  ])("refuses %j and changes nothing", async (input) => {
    const { id } = await create();
    const before = await rowOf(id);
    expect((await workspace.api.refusal(PATCH, { id, ...input })).code).toBe("BAD_INPUT");
    expect(await rowOf(id)).toEqual(before);
  });
});

test("deleteWebhook: gone from the list, and not there a second time", async () => {
  const made = await create({ label: "To go" });
  expect(await workspace.api.ok(DELETE, { id: made.id })).toMatchObject({ id: made.id, secret: null });
  expect(await workspace.api.refusal(DELETE, { id: made.id })).toEqual({
    code: "NOT_FOUND",
    message: "Webhook not found",
    paths: [],
  });
  expect((await workspace.api.ok<{ nodes: Webhook[] }>(LIST, { label: "To go" })).nodes).toEqual([]);
});

test("rotateWebhookSecret: the new one is shown once, the old one still signs", async () => {
  const made = await create();
  const rotated = await workspace.api.ok<Webhook>(ROTATE, { id: made.id });
  expect(rotated.secret).toMatch(/^whsec_/);
  expect(rotated.secret).not.toBe(made.secret);
  const row = await rowOf(made.id);
  expect(await secretsOf(row)).toEqual({ secret: rotated.secret, previousSecret: made.secret });
  expect(row.secretRotatedAt).not.toBeNull();
});

test("a foreign webhook or delivery is not there", async () => {
  const theirs = await other.api.ok<Webhook>(CREATE, { label: "Theirs", url: URL, event: "ANY_EVENT" });
  const [delivery] = await addDeliveries(other.workspaceId, theirs.id, ["failed"]);
  for (const id of [theirs.id, "018f0000-0000-7000-8000-000000000000", "x"]) {
    for (const operation of [PATCH, DELETE, ROTATE]) {
      expect(await workspace.api.refusal(operation, { id })).toEqual({
        code: "NOT_FOUND",
        message: "Webhook not found",
        paths: [],
      });
    }
    expect((await workspace.api.refusal(DELIVERIES, { webhookId: id })).message).toBe("Webhook not found");
  }
  expect((await workspace.api.refusal(REPLAY, { id: delivery })).message).toBe("Webhook delivery not found");
  expect((await workspace.api.refusal(ATTEMPTS, { deliveryId: delivery })).message).toBe("Webhook delivery not found");
  expect((await other.api.ok<{ nodes: Webhook[] }>(LIST)).nodes).toHaveLength(1);
});

describe("deliveries", () => {
  test("tell their attempts, newest first, with what the receiver answered", async () => {
    const { id: webhookId } = await create();
    const [deliveryId = ""] = await addDeliveries(workspace.workspaceId, webhookId, ["delivered"]);
    await database().webhookAttempt.createMany({
      data: Array.from({ length: 22 }, (_, index) => ({
        workspaceId: workspace.workspaceId,
        deliveryId,
        attemptNo: index + 1,
        startedAt: new Date(Date.UTC(2026, 10, 1, 12, index)),
        durationMs: 40 + index,
        ...(index === 21 ? { responseStatus: 200, responseBody: "thanks" } : { error: "No answer within 15 s" }),
      })),
    });
    const { nodes } = await workspace.api.ok<{ nodes: unknown[] }>(ATTEMPTS, { deliveryId });
    expect(nodes).toHaveLength(20);
    expect(nodes.slice(0, 2)).toEqual([
      {
        attemptNo: 22,
        startedAt: "2026-11-01T12:21:00.000Z",
        durationMs: 61,
        responseStatus: 200,
        responseBody: "thanks",
        error: null,
      },
      expect.objectContaining({ attemptNo: 21, responseBody: null, error: "No answer within 15 s" }),
    ]);
    expect((await agent.api.refusal(ATTEMPTS, { deliveryId })).code).toBe("FORBIDDEN_ROLE");
  });

  test("are listed newest first, by state, page by page, with what was sent", async () => {
    const { id: webhookId } = await create();
    const ids = await addDeliveries(workspace.workspaceId, webhookId, ["delivered", "failed", "pending", "failed"]);
    const all = await workspace.api.ok<Deliveries>(DELIVERIES, { webhookId });
    expect(all.nodes.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(all.pageInfo.count).toBe(4);
    expect(all.nodes[0]).toMatchObject({
      webhookId,
      event: "NEW_CONV",
      state: "failed",
      attempts: 2,
      responseStatus: 500,
      payload: { event: "NEW_CONV", n: 3 },
    });
    const failed = await workspace.api.ok<Deliveries>(DELIVERIES, { webhookId, state: "failed", first: 1 });
    expect(failed).toMatchObject({ nodes: [{ id: ids[3] }], pageInfo: { hasNextPage: true, count: 2 } });
    const rest = await workspace.api.ok<Deliveries>(DELIVERIES, {
      webhookId,
      state: "failed",
      after: failed.pageInfo.endCursor,
    });
    expect(rest).toMatchObject({ nodes: [{ id: ids[1] }], pageInfo: { hasNextPage: false } });
    expect(await workspace.api.refusal(DELIVERIES, { webhookId, state: "lost" })).toEqual({
      code: "BAD_INPUT",
      message: "state must be one of pending, delivered, failed",
      paths: ["input.state"],
    });
  });

  test("replay: due now, the schedule anew, the same event; not while the webhook is off", async () => {
    const { id: webhookId } = await create();
    const [id = ""] = await addDeliveries(workspace.workspaceId, webhookId, ["failed"]);
    const before = await database().webhookDelivery.findFirstOrThrow({ where: { id } });
    expect(await workspace.api.ok(REPLAY, { id })).toMatchObject({
      id,
      state: "pending",
      attempts: 2,
      deliveredAt: null,
    });
    const after = await database().webhookDelivery.findFirstOrThrow({ where: { id } });
    expect(after).toMatchObject({ state: "pending", scheduleStep: 2, eventId: before.eventId });
    expect(after.nextAttemptAt?.getTime()).toBeLessThanOrEqual(Date.now());
    await workspace.api.ok(PATCH, { id: webhookId, active: false });
    expect((await workspace.api.refusal(REPLAY, { id })).code).toBe("CONFLICT");
  });
});

/** Deliveries in these states, oldest first, as the dispatcher would have left them. */
async function addDeliveries(workspaceId: number, webhookId: string, states: DeliveryState[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [n, state] of states.entries()) {
    const event = await database().event.create({
      data: { workspaceId, name: "NEW_CONV", payload: { event: "NEW_CONV", n } },
      select: { id: true, seq: true },
    });
    const delivery = await database().webhookDelivery.create({
      data: {
        workspaceId,
        webhookId,
        eventId: event.id,
        eventSeq: event.seq,
        state,
        attempts: 2,
        scheduleStep: 2,
        responseStatus: 500,
        nextAttemptAt: state === "pending" ? new Date() : null,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
      },
    });
    ids.push(delivery.id);
  }
  return ids;
}
