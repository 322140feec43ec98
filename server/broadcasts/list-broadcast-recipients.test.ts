import { beforeEach, describe, expect, test } from "vitest";
import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import type { MessageStatus } from "../generated/prisma/enums.ts";
import type { Api } from "../testing/api.ts";
import {
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { countOutcomes } from "./count-outcomes.ts";
import { RECIPIENT_OUTCOMES, type RecipientOutcome } from "./list-broadcast-recipients.ts";

const LIST = `query ($input: BroadcastRecipientsInput!) { broadcastRecipients(input: $input) {
  nodes { clientId clientName messageId convId outcome reason attempts updatedAt } pageInfo { hasNextPage endCursor count } } }`;
const WITHOUT_COUNT = LIST.replace(" count", "");

type Node = {
  clientId: string;
  clientName: string;
  messageId: string | null;
  convId: string | null;
  outcome: RecipientOutcome;
  reason: string | null;
  attempts: number;
  updatedAt: string | null;
};
type Page = { nodes: Node[]; pageInfo: { hasNextPage: boolean; endCursor: string | null; count: number } };

/** The state of a recipient: the status of their message, why they have none, or neither while they wait. */
const FATES: { status?: MessageStatus; error?: string; outcome: RecipientOutcome }[] = [
  { outcome: "waiting" },
  { status: "pending", outcome: "pending" },
  { status: "sent", outcome: "sent" },
  { status: "delivered", outcome: "delivered" },
  { status: "read", outcome: "read" },
  { status: "played", outcome: "read" },
  { status: "failed", error: "no such number", outcome: "failed" },
  { error: "This contact is archived", outcome: "failed" },
];
const EACH = 2;

let ctx: Ctx;
let api: Api;
let workspaceId: number;
let broadcastId: string;
let made: (Pick<Node, "clientId" | "messageId" | "outcome" | "reason"> & { fate: number })[];
beforeEach(async () => {
  ({ ctx, api, workspaceId } = await createTestWorkspace());
  const { id: integrationId } = await createTestIntegration(workspaceId);
  ({ id: broadcastId } = await database().broadcast.create({
    data: {
      workspaceId,
      integrationId,
      name: "Sale",
      state: "inProgress",
      templateName: "sale",
      createdBy: "test",
      totalCount: FATES.length * EACH,
    },
  }));
  made = [];
  for (let index = 0; index < FATES.length * EACH; index++) {
    const fate = index % FATES.length;
    const { status, error = null, outcome } = FATES[fate] ?? FATES[0] ?? { outcome: "waiting" };
    const client = await createTestClient(workspaceId, { name: `Carla ${index}` });
    const messageId = status ? await message(client.id, integrationId, status, error) : null;
    await database().broadcastRecipient.create({
      data: { workspaceId, broadcastId, clientId: client.id, messageId, error: status ? null : error },
    });
    made.unshift({ clientId: client.id, messageId, outcome, reason: error, fate });
  }
});

async function message(
  clientId: string,
  integrationId: string,
  status: MessageStatus,
  error: string | null,
): Promise<string> {
  const { id: convId } = await createTestConv(workspaceId, { integrationId, clientId });
  const { id } = await database().message.create({
    data: {
      workspaceId,
      convId,
      clientId,
      integrationId,
      seq: 1,
      content: "sale",
      type: "template",
      isAgent: true,
      createdBy: "test",
      status,
      error,
      broadcastId,
      ...(status === "pending" ? {} : { statusAt: new Date("2026-11-21T10:00:00Z") }),
    },
  });
  return id;
}

async function pages(input: Record<string, unknown>, first: number): Promise<Node[]> {
  const nodes: Node[] = [];
  let after: string | null = null;
  do {
    const page: Page = await api.ok<Page>(WITHOUT_COUNT, { broadcastId, ...input, first, after });
    expect(page.nodes.length).toBeLessThanOrEqual(first);
    nodes.push(...page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return nodes;
}

describe("broadcastRecipients", () => {
  test("tells of everybody what became of them, by contact, newest first, whatever the page's size", async () => {
    const all = await pages({}, 200);
    expect(all.map(({ clientId }) => clientId)).toEqual(made.map(({ clientId }) => clientId));
    for (const first of [3, 16]) expect(await pages({}, first)).toEqual(all);
    for (const [index, node] of all.entries()) {
      const { fate: _fate, ...facts } = made[index] ?? { fate: 0 };
      expect(node).toMatchObject(facts);
      expect(node.clientName).toBe(`Carla ${made.length - 1 - index}`);
      expect(node.convId === null).toBe(node.messageId === null);
      expect(node.updatedAt === null).toBe(node.messageId === null);
    }
    expect(all.find(({ outcome }) => outcome === "sent")?.updatedAt).toBe("2026-11-21T10:00:00.000Z");
    expect(all.find(({ reason }) => reason === "no such number")).toMatchObject({ outcome: "failed", attempts: 0 });
  });

  test.each(RECIPIENT_OUTCOMES)("%s: exactly those, in pages, and as many as are counted", async (outcome) => {
    const wanted = made.filter((each) => each.outcome === outcome);
    for (const first of [1, 200]) {
      const nodes = await pages({ outcome }, first);
      expect(nodes.map(({ clientId }) => clientId).sort()).toEqual(wanted.map(({ clientId }) => clientId).sort());
      expect(nodes.every((node) => node.outcome === outcome)).toBe(true);
      const keys = nodes.map(({ messageId, clientId }) => messageId ?? clientId);
      expect(keys).toEqual(keys.toSorted().reverse());
    }
    const { pageInfo } = await api.ok<Page>(LIST, { broadcastId, outcome, first: 1 });
    expect(pageInfo.count).toBe(wanted.length);
    expect((await countOutcomes({ ...ctx }, broadcastId))[outcome]).toBe(wanted.length);
  });

  test("counts what it lists: the outcomes add up to the total", async () => {
    const counts = await countOutcomes(ctx, broadcastId);
    expect(counts).toEqual({ total: 16, waiting: 2, pending: 2, sent: 2, delivered: 2, read: 4, failed: 4 });
    expect((await api.ok<Page>(LIST, { broadcastId })).pageInfo.count).toBe(16);
  });

  test("tells of a message that is being tried again how often, and why", async () => {
    const pending = made.find(({ outcome }) => outcome === "pending");
    const messageId = pending?.messageId ?? "";
    for (const attemptNo of [1, 2, 3]) {
      const attempt = {
        workspaceId,
        messageId,
        attemptNo,
        outcome: "retry",
        endedAt: new Date(),
        error: `busy ${attemptNo}`,
      };
      await database().sendAttempt.create({ data: attempt });
    }
    const nodes = await pages({ outcome: "pending" }, 200);
    expect(nodes.find((node) => node.messageId === messageId)).toMatchObject({ attempts: 3, reason: "busy 3" });
  });

  test("keeps its order while messages are made and statuses rise: no page repeats or leaves out", async () => {
    const before = await pages({}, 200);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Page = await api.ok<Page>(WITHOUT_COUNT, { broadcastId, first: 4, after });
      seen.push(...page.nodes.map(({ clientId }) => clientId));
      await database().message.updateMany({
        where: { workspaceId, broadcastId, status: "sent" },
        data: { status: "read" },
      });
      await database().broadcastRecipient.updateMany({
        where: { workspaceId, broadcastId, messageId: null, error: null },
        data: { error: "Cancelled" },
      });
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual(before.map(({ clientId }) => clientId));
  });

  test("stays with a recipient whose contact was merged into another", async () => {
    const sent = made.find(({ outcome }) => outcome === "sent");
    const other = await createTestClient(workspaceId);
    await database().message.updateMany({
      where: { workspaceId, id: sent?.messageId ?? "" },
      data: { clientId: other.id },
    });
    const nodes = await pages({ outcome: "sent" }, 200);
    expect(nodes.map(({ clientId }) => clientId)).toContain(sent?.clientId);
  });

  test("is for those who manage broadcasts, and of the own workspace", async () => {
    for (const role of ["AGENT", "AGENT_PLUS"] as const) {
      const member = await createTestMember(workspaceId, role);
      expect(await member.api.refusal(LIST, { broadcastId })).toMatchObject({ code: "FORBIDDEN_ROLE" });
    }
    const admin = await createTestMember(workspaceId, "ADMIN");
    expect((await admin.api.ok<Page>(LIST, { broadcastId })).nodes).toHaveLength(16);
    const foreign = await createTestWorkspace();
    const refusal = { code: "NOT_FOUND", message: "Broadcast not found", paths: [] };
    expect(await foreign.api.refusal(LIST, { broadcastId })).toEqual(refusal);
  });
});
