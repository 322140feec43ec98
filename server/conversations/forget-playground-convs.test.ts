import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { say } from "../say.ts";
import { createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { addSystemNote } from "../messages/system-note.ts";
import { forgetPlaygroundConvs } from "./forget-playground-convs.ts";
import { openPlaygroundConv } from "./open-playground-conv.ts";

test("a conversation of the playground goes with all that hangs on it", async () => {
  const { workspaceId } = await createTestWorkspace();
  const mia = await createTestMember(workspaceId, "ADMIN");
  const { userId, agentId } = mia;
  const db = database();
  const ai = await db.assistant.create({ data: { workspaceId, name: "Bot", type: "builtIn", properties: "" } });
  const ctx = testCtx(workspaceId);
  const conv = await inTransaction(ctx, (tx) => openPlaygroundConv(tx, { aiId: ai.id, phone: "+48600100300" }));
  const message = await inTransaction(ctx, (tx) => addSystemNote(tx, conv, say("line.ended")));
  const of = { workspaceId, convId: conv.id };
  const bulk = await db.bulkAction.create({ data: { workspaceId, userId, action: { kind: "end" } } });
  await db.bulkActionItem.create({ data: { ...of, bulkId: bulk.id } });
  await db.convRead.create({ data: { ...of, agentId, lastReadSeq: 1 } });
  await db.convSnooze.create({ data: { ...of, agentId } });
  await db.draft.create({ data: { ...of, agentId, mode: "reply", text: "Dear", replyToMessageId: message.id } });
  await db.noteMention.create({ data: { ...of, agentId, messageId: message.id } });
  const scheduled = { message: { type: "text" }, sendAt: new Date(), sentMessageId: message.id };
  await db.scheduledMessage.create({ data: { ...of, id: randomUUID(), agentId, userId, ...scheduled } });

  await inTransaction(ctx, (tx) => forgetPlaygroundConvs(tx, [conv.id]));
  expect(await db.conversation.count({ where: { workspaceId } })).toBe(0);
  expect(await db.message.count({ where: { workspaceId } })).toBe(0);
});
