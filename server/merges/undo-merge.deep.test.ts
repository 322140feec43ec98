import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import type { Client } from "../generated/prisma/client.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestClient,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { mergeClients } from "./merge-clients.ts";
import { undoMerge } from "./undo-merge.ts";

const MERGE = "mutation ($input: ClientMergeInput!) { mergeClients(input: $input) { id name surname phone tags } }";
const MERGES = `query ($input: ClientMergesInput!) { clientMerges(input: $input) {
  nodes { id mergedIds names undoneAt undoableUntil } } }`;
const UNDO = "mutation ($input: MergeUndoInput!) { undoMerge(input: $input) { id name surname phone tags } }";
const PATCH = "mutation ($input: ClientPatchInput!) { patchClient(input: $input) { id } }";
const UNARCHIVE = "mutation ($input: ClientArchiveInput!) { unarchiveClient(input: $input) { id } }";

type Merges = { nodes: { id: string; mergedIds: string[]; names: string[]; undoneAt: string | null }[] };

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let api: typeof workspace.api;
let integrationId: string;
let customer: ReturnType<typeof customerSystem>;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  ({ workspaceId, api } = workspace);
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  customer = customerSystem(integrationId);
});

const make = (input: Parameters<typeof createTestClient>[1]) => createTestClient(workspaceId, input);
const rowOf = (id: string) => database().client.findFirstOrThrow({ where: { workspaceId, id } });
const convOf = (id: string) => database().conversation.findFirstOrThrow({ where: { workspaceId, id } });
const merge = (id: string, ...sourceIds: string[]) => api.ok<Client>(MERGE, { id, sourceIds });
async function mergeOf(clientId: string): Promise<string> {
  const [latest] = (await api.ok<Merges>(MERGES, { clientId })).nodes;
  if (!latest) throw new Error("no merge was kept");
  return latest.id;
}
const undo = async (clientId: string) => api.ok<Client>(UNDO, { mergeId: await mergeOf(clientId) });
const refusal = async (clientId: string) => api.refusal(UNDO, { mergeId: await mergeOf(clientId) });

describe("what goes back", () => {
  test("conversations, messages, identities, and what was filled; the source stands for itself", async () => {
    const target = await make({ name: "Maria", tags: ["vip"] });
    const theirs = await customer.text("undo-1", "hello");
    await api.ok(PATCH, { id: theirs.clientId, surname: "Silva", phone: "+34612345678", tags: ["late"] });
    const merged = await merge(target.id, theirs.clientId);
    expect(merged).toMatchObject({ surname: "Silva", phone: "+34612345678", tags: ["vip", "late"] });
    expect(await undo(target.id)).toMatchObject({ name: "Maria", surname: null, phone: null, tags: ["vip"] });
    expect(await rowOf(theirs.clientId)).toMatchObject({ deletedAt: null, archivedBy: null, mergedIntoId: null });
    expect(await convOf(theirs.conversationId)).toMatchObject({ clientId: theirs.clientId });
    const messages = await database().message.findMany({ where: { workspaceId, convId: theirs.conversationId } });
    expect(new Set(messages.map(({ clientId }) => clientId))).toEqual(new Set([theirs.clientId]));
    const next = await customer.text("undo-1", "again");
    expect(next).toMatchObject({ clientId: theirs.clientId, conversationId: theirs.conversationId });
    const { nodes } = await api.ok<Merges>(MERGES, { clientId: target.id });
    expect(nodes).toMatchObject([{ mergedIds: [theirs.clientId], undoableUntil: null }]);
    expect(nodes[0]?.undoneAt).not.toBeNull();
  });

  test("what somebody changed since stays as they changed it", async () => {
    const target = await make({ name: "Maria" });
    const source = await make({ surname: "Silva", phone: "+34612345679", tags: ["late"] });
    await merge(target.id, source.id);
    await api.ok(PATCH, { id: target.id, surname: "Souza", tags: ["new", "late"] });
    expect(await undo(target.id)).toMatchObject({ surname: "Souza", phone: null, tags: ["new"] });
  });

  test("a value that was chosen of the source gives way to the one before", async () => {
    const target = await make({ name: "Maria" });
    const source = await make({ name: "Mary" });
    const values = [{ field: "name", clientId: source.id }];
    expect(await api.ok<Client>(MERGE, { id: target.id, sourceIds: [source.id], values })).toMatchObject({
      name: "Mary",
    });
    expect(await undo(target.id)).toMatchObject({ name: "Maria" });
    const stranger = await make({ name: "Nobody" });
    const refused = await api.refusal(MERGE, {
      id: target.id,
      sourceIds: [source.id],
      values: [{ field: "name", clientId: stranger.id }],
    });
    expect(refused).toMatchObject({ code: "BAD_INPUT", paths: ["input.values"] });
  });

  test("a conversation that the source's sender has begun since goes with them; the target's own stays", async () => {
    const target = await customer.text("undo-2", "mine");
    const source = await customer.text("undo-3", "theirs");
    await merge(target.clientId, source.clientId);
    await database().conversation.updateMany({
      where: { workspaceId, clientId: target.clientId },
      data: { ended: true, endedAt: new Date(), endedBy: "SYSTEM" },
    });
    const since = await customer.text("undo-3", "after the merge");
    expect(since.clientId).toBe(target.clientId);
    await undo(target.clientId);
    expect(await convOf(since.conversationId)).toMatchObject({ clientId: source.clientId });
    expect(await convOf(source.conversationId)).toMatchObject({ clientId: source.clientId });
    expect(await convOf(target.conversationId)).toMatchObject({ clientId: target.clientId });
    expect((await customer.text("undo-2", "still me")).clientId).toBe(target.clientId);
  });
});

describe("what is refused, in words", () => {
  test("twice, and while a later merge builds on it; in order both can be undone", async () => {
    const [a, b, c] = [await make({ name: "A" }), await make({ name: "B" }), await make({ name: "C" })];
    await merge(b.id, a.id);
    await merge(c.id, b.id);
    expect(await refusal(b.id)).toMatchObject({
      code: "CONFLICT",
      message: "These contacts were merged again since; undo the later merge first",
    });
    await undo(c.id);
    expect(await rowOf(a.id)).toMatchObject({ mergedIntoId: b.id });
    await undo(b.id);
    expect(await rowOf(a.id)).toMatchObject({ mergedIntoId: null, deletedAt: null });
    expect(await refusal(b.id)).toMatchObject({ code: "CONFLICT", message: "This merge was undone already" });
  });

  test("after 30 days, and when a source stands for itself already", async () => {
    const [a, b] = [await make({ name: "A" }), await make({ name: "B" })];
    await merge(b.id, a.id);
    await api.ok(UNARCHIVE, { id: a.id });
    expect(await refusal(b.id)).toMatchObject({
      code: "CONFLICT",
      message: "One of the merged contacts was unarchived since and stands for itself already",
    });
    const createdAt = new Date(Date.now() - 31 * 86_400_000);
    await database().clientMerge.updateMany({ where: { workspaceId, clientId: b.id }, data: { createdAt } });
    expect(await refusal(b.id)).toMatchObject({ code: "CONFLICT", message: "A merge can be undone for 30 days" });
  });

  test("to the role AGENT", async () => {
    const [a, b] = [await make({ name: "A" }), await make({ name: "B" })];
    await merge(b.id, a.id);
    const agent = await createTestMember(workspaceId, "AGENT");
    expect(await agent.api.refusal(UNDO, { mergeId: await mergeOf(b.id) })).toMatchObject({ code: "FORBIDDEN_ROLE" });
    expect(await agent.api.refusal(MERGES, { clientId: b.id })).toMatchObject({ code: "FORBIDDEN_ROLE" });
    expect(await rowOf(a.id)).toMatchObject({ mergedIntoId: b.id });
  });
});

/** Random numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

async function snapshot(ids: string[]) {
  const db = database();
  const where = { workspaceId, clientId: { in: ids } };
  return {
    clients: await db.client.findMany({
      where: { workspaceId, id: { in: ids } },
      orderBy: { id: "asc" },
      omit: { patchedAt: true },
    }),
    identities: await db.clientIdentity.findMany({ where, orderBy: [{ scope: "asc" }, { externalId: "asc" }] }),
    convs: await db.conversation.findMany({
      where,
      orderBy: { id: "asc" },
      select: { id: true, clientId: true, clientAddress: true, clientSearch: true, ended: true, tags: true },
    }),
    messages: await db.message.findMany({
      where: { ...where, noteType: null },
      orderBy: { id: "asc" },
      select: { id: true, convId: true, clientId: true },
    }),
  };
}

test("merge and undo together change nothing, whatever was there (30 cases)", async () => {
  const ctx = testCtx(workspaceId);
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomOf(seed);
    const maybe = <T>(value: T): T | null => (random() < 0.5 ? value : null);
    const db = database();
    const externalClientId = (part: string | number) => `case-${seed}-${part}`;
    const clients = await db.client.createManyAndReturn({
      data: Array.from({ length: 2 + Math.floor(random() * 3) }, (_, index) => ({
        workspaceId,
        externalClientId: externalClientId(index),
        name: maybe(`Name ${index}`),
        surname: maybe(`Surname ${index}`),
        email: maybe(`c${seed}-${index}@example.com`),
        city: maybe("Porto"),
        tags: ["a", "b", "c"].filter(() => random() < 0.4),
      })),
    });
    const ids = clients.map(({ id }) => id);
    const several = () => Array.from({ length: Math.floor(random() * 3) }, (_, index) => index);
    await db.clientIdentity.createMany({
      data: ids.flatMap((clientId, index) =>
        several().map((name) => {
          const scope = random() < 0.5 ? "telegram" : `custom:${integrationId}`;
          return { workspaceId, scope, externalId: `${seed}-${index}-${name}`, clientId };
        }),
      ),
    });
    await db.conversation.createMany({
      data: ids.flatMap((clientId, index) =>
        several().map((conv) => ({
          workspaceId,
          integrationId,
          clientId,
          externalConversationId: `thread-${seed}-${index}-${conv}`,
          ...(random() < 0.4 ? { ended: true, endedAt: new Date(), endedBy: "SYSTEM" } : {}),
          clientAddress: random() < 0.3 ? "given" : null,
        })),
      ),
    });
    const [target = "", ...sources] = ids;
    if (random() < 0.3)
      await database().client.updateMany({
        where: { workspaceId, id: sources[0] ?? "" },
        data: { deletedAt: new Date("2026-01-01T00:00:00Z"), archivedBy: workspace.userId },
      });
    // A contact that was merged into a source earlier.
    const follower = await db.client.create({ data: { workspaceId, externalClientId: externalClientId("f") } });
    if (random() < 0.5 && (await rowOf(sources[0] ?? "")).deletedAt === null) {
      await database().clientIdentity.create({
        data: { workspaceId, scope: "telegram", externalId: `${seed}-f`, clientId: follower.id },
      });
      await mergeClients(ctx, { id: sources[0] ?? "", sourceIds: [follower.id] });
    }
    const before = await snapshot([...ids, follower.id]);
    await mergeClients(ctx, { id: target, sourceIds: sources });
    expect((await snapshot([target])).convs).toHaveLength(before.convs.length);
    await undoMerge(ctx, { mergeId: await mergeOf(target) });
    expect({ seed, ...(await snapshot([...ids, follower.id])) }).toEqual({ seed, ...before });
  }
}, 90_000);
