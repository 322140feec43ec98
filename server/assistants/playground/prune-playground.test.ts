import { expect, test } from "vitest";
import { database, pool } from "../../db.ts";
import { createTestWorkspace } from "../../testing/factories.ts";
import { createWorld } from "../../testing/isolation/world.ts";
import { hashOfRows } from "../../testing/isolation/rows.ts";
import { openPlayground } from "./open-playground.ts";
import { prunePlayground } from "./prune-playground.ts";
import { sayInPlayground } from "./say-in-playground.ts";
import { startPlaygroundChat } from "./start-playground-chat.ts";

/** Tables with rows of a chat. */
const TABLES = [
  "PlaygroundChat",
  "Conversation",
  "Client",
  "ClientIdentity",
  "Message",
  "ConvAssignment",
  "AssistantAnswer",
  "AssistantTurn",
] as const;

async function countRows(workspaceId: number): Promise<Record<string, number>> {
  const counts = TABLES.map((table) => `(select count(*)::int from "${table}" where "workspaceId" = $1) as "${table}"`);
  const { rows } = await pool().query<Record<string, number>>(`select ${counts.join(", ")}`, [workspaceId]);
  return rows[0] ?? {};
}

test("chats older than 30 days go with all that is in them; younger ones, and real conversations, stay", async () => {
  const { ctx, workspaceId } = await createTestWorkspace();
  const phone = "+48601234567";
  await database().workspaceTestNumber.create({ data: { workspaceId, phone, active: true, position: 0 } });
  const { builtInId: aiId } = await openPlayground(ctx);
  const chats: string[] = [];
  for (let index = 0; index < 23; index++) {
    const { convId } = await startPlaygroundChat(ctx, { aiId, phone });
    chats.push(convId);
    await sayInPlayground(ctx, { convIds: [convId], content: `Line ${index}` });
    const message = await database().message.findFirstOrThrow({ where: { workspaceId, convId } });
    const reply = await database().message.create({
      data: {
        ...message,
        id: crypto.randomUUID(),
        seq: 2,
        isAgent: true,
        aiId,
        externalMessageId: null,
        replyToMessageId: message.id,
        raw: undefined,
        contentSaid: undefined,
        errorSaid: undefined,
        template: undefined,
        ad: undefined,
        price: undefined,
        replyContext: undefined,
      },
    });
    await database().assistantAnswer.create({
      data: {
        workspaceId,
        aiId,
        convId,
        clientMessageId: message.id,
        messageId: reply.id,
        outcome: "answered",
        durationMs: 1,
      },
    });
    await database().assistantTurn.create({ data: { workspaceId, convId, aiId, ownerVersion: 0 } });
  }
  const [young = ""] = chats.splice(11, 1);
  const age = (convIds: string[], days: number) =>
    pool().query(
      `update "PlaygroundChat" set "createdAt" = now() - make_interval(days => $2) where "convId" = any($1::uuid[])`,
      [convIds, days],
    );
  await age(chats, 31);
  await age([young], 29);
  const real = await createWorld("real");
  // An old conversation that is not a playground chat must stay.
  await pool().query(`update "Conversation" set "createdAt" = now() - interval '90 days' where "workspaceId" = $1`, [
    real.workspaceId,
  ]);
  const before = await hashOfRows([real.workspaceId], false);

  expect(await prunePlayground()).toBe(22);
  expect(await countRows(workspaceId)).toEqual({
    PlaygroundChat: 1,
    Conversation: 1,
    Client: 1,
    ClientIdentity: 1,
    Message: 2,
    ConvAssignment: 1,
    AssistantAnswer: 1,
    AssistantTurn: 1,
  });
  expect(await database().playgroundChat.count({ where: { convId: young } })).toBe(1);
  expect(await hashOfRows([real.workspaceId], false)).toEqual(before);
  expect(await prunePlayground()).toBe(0);
});
