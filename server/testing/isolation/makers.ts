import { randomUUID } from "node:crypto";
import { genApiKey } from "../../api-keys/gen-api-key.ts";
import { sayInPlayground } from "../../assistants/playground/say-in-playground.ts";
import { startPlaygroundChat } from "../../assistants/playground/start-playground-chat.ts";
import { database } from "../../db.ts";
import { exportClientData } from "../../privacy/data-request.ts";
import { mergeClients } from "../../merges/merge-clients.ts";
import type { Agent, Client, Conversation, Message, Tag } from "../../generated/prisma/client.ts";
import type { BroadcastState, TagType } from "../../generated/prisma/enums.ts";
import { createUpload } from "../../uploads/create-upload.ts";
import { testCtx } from "../factories.ts";
import { aiMakersFor } from "./ai-makers.ts";
import { askApp } from "../ask-app.ts";
import { ssoMakersFor } from "./sso-makers.ts";
import { webhookMakersFor } from "./webhook-makers.ts";

/** Far from the numbers in the examples of operations. */
let nextNumber = 722_000_000;

const NOTE = { type: "note", noteType: "internal", status: "delivered" } as const;

/** Creates things of a workspace, with the workspace's mark in every text. */
export function makersFor(place: { workspaceId: number; integrationId: string; userId: string; mark: string }) {
  const { workspaceId, integrationId, userId, mark } = place;
  const text = (what: string) => `${mark} ${what} ${randomUUID().slice(0, 8)}`;
  const db = database();
  const ai = aiMakersFor({ workspaceId, text });

  async function newUser(): Promise<{ id: string; email: string }> {
    return db.user.create({ data: { email: `${mark}-${randomUUID()}@example.com`, name: text("user") } });
  }
  async function newMember(): Promise<string> {
    const user = await newUser();
    await db.membership.create({ data: { workspaceId, userId: user.id, role: "AGENT" } });
    return user.id;
  }
  function newAgent(): Promise<Agent> {
    return db.agent.create({ data: { workspaceId, userId: `${mark}-${randomUUID()}`, name: text("agent") } });
  }
  async function newClient(): Promise<Client> {
    const client = await db.client.create({
      data: {
        workspaceId,
        name: text("client"),
        surname: text("surname"),
        phone: `+48${nextNumber++}`,
        email: `${mark}-${randomUUID()}@example.com`,
        externalClientId: text("external"),
        address: text("address"),
        code: text("code"),
      },
    });
    await db.clientIdentity.create({
      data: { workspaceId, scope: `custom:${integrationId}`, externalId: text("identity"), clientId: client.id },
    });
    return client;
  }
  function newTag(type: TagType): Promise<Tag> {
    return db.tag.create({ data: { workspaceId, type, tag: text(type), description: text("description") } });
  }
  /** A view shared with everyone. */
  async function newSavedView(): Promise<string> {
    const view = await db.savedView.create({
      data: { workspaceId, name: text("view"), query: text("query"), createdBy: userId },
    });
    return view.id;
  }
  /** A segment of one contact. */
  async function newSegment(): Promise<string> {
    const { name } = await newClient();
    return (
      await db.segment.create({ data: { workspaceId, name: text("segment"), filter: { name }, createdBy: userId } })
    ).id;
  }
  /** An unassigned conversation with its contact and one message from them. */
  async function newConv(more: Partial<Conversation> = {}): Promise<Conversation & { messageId: string }> {
    const client = await newClient();
    const conv = await db.conversation.create({
      data: {
        workspaceId,
        integrationId,
        clientId: client.id,
        externalConversationId: text("thread"),
        orderNo: text("order"),
        lastSeq: 1,
        needsResponse: true,
        lastClientMessageAt: new Date(),
        ...more,
      },
    });
    const message = await newMessage(conv, { isAgent: false, status: "delivered", createdBy: client.id, seq: 1 });
    await db.conversation.update({
      where: { workspaceId_id: { workspaceId, id: conv.id } },
      data: { lastMessageId: message.id },
    });
    return { ...conv, messageId: message.id };
  }
  function newMessage(conv: Conversation, more: Partial<Message>): Promise<Message> {
    const { id: convId, clientId } = conv;
    const place = { workspaceId, integrationId, convId, clientId };
    return db.message.create({
      data: {
        ...place,
        seq: 2,
        content: text("message"),
        type: "text",
        isAgent: true,
        status: "failed",
        createdBy: "SYSTEM",
        ...more,
        ad: undefined,
        price: undefined,
        replyContext: undefined,
        template: undefined,
        raw: undefined,
        contentSaid: undefined,
        errorSaid: undefined,
      },
    });
  }
  async function newFailedMessage(): Promise<Message> {
    const conv = await newConv({ lastSeq: 2 });
    return newMessage(conv, { error: text("refusal") });
  }
  async function newNote(): Promise<string> {
    const conv = await newConv({ lastSeq: 2 });
    return (await newMessage(conv, { ...NOTE, content: text("note") })).id;
  }
  /** A pinned note in an existing conversation, at no particular position. */
  async function newPinnedNote(convId: string): Promise<string> {
    const conv = await db.conversation.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: convId } } });
    const seq = 1_000 + (await db.message.count({ where: { workspaceId, convId } }));
    return (await newMessage(conv, { ...NOTE, content: text("pinned"), seq, pinnedAt: new Date() })).id;
  }
  async function newBroadcast(state: BroadcastState = "draft"): Promise<string> {
    const { id } = await db.broadcast.create({
      data: {
        workspaceId,
        name: text("broadcast"),
        integrationId,
        state,
        templateName: text("template"),
        createdBy: "SYSTEM",
        ...(state === "scheduled" ? { scheduledAt: new Date(Date.now() + 86_400_000) } : {}),
      },
    });
    return id;
  }
  /** A completed broadcast with one failed recipient. */
  async function newFailedBroadcast(): Promise<string> {
    const broadcastId = await newBroadcast("completed");
    const { id: clientId } = await newClient();
    await db.broadcastRecipient.create({
      data: { workspaceId, broadcastId, clientId, error: text("recipient error") },
    });
    await db.broadcast.update({
      where: { workspaceId_id: { workspaceId, id: broadcastId } },
      data: { totalCount: 1 },
    });
    return broadcastId;
  }
  async function newApiKey(agentId: string | null = null): Promise<{ id: string; key: string }> {
    const { id, key } = await genApiKey(testCtx(workspaceId), { label: text("key"), agentId });
    return { id, key };
  }
  async function newUpload(purpose: "import" | "knowledge", bytes: string): Promise<string> {
    const contentType = purpose === "import" ? "text/csv" : "text/plain";
    const input = { contentType, purpose, name: text("file") };
    const { fileName, uploadUrl } = await createUpload(testCtx(workspaceId), input);
    const stored = await askApp(new Request(uploadUrl, { method: "PUT", body: bytes }));
    if (stored.status !== 201) throw new Error(await stored.text());
    return fileName;
  }
  async function newJob(state: "failed" | "queued" = "queued"): Promise<string> {
    const data = { workspaceId, fileName: text("file"), skipErrors: false, error: text("job"), createdBy: "SYSTEM" };
    const job = await db.importJob.create({ data: { ...data, state } });
    await db.importJobRowError.create({ data: { workspaceId, jobId: job.id, row: 2, message: text("row") } });
    return job.id;
  }
  /** A merge of two contacts that can be undone, into a contact with a possible duplicate. */
  async function newMerge(): Promise<{ mergeId: string; clientId: string }> {
    const [{ id: clientId }, source, twin] = [await newClient(), await newClient(), await newClient()];
    await mergeClients(testCtx(workspaceId), { id: clientId, sourceIds: [source.id] });
    const email = `${mark}-${randomUUID()}@example.com`;
    await db.client.updateMany({ where: { workspaceId, id: { in: [clientId, twin.id] } }, data: { email } });
    return { mergeId: (await db.clientMerge.findFirstOrThrow({ where: { workspaceId, clientId } })).id, clientId };
  }
  /** An export of a contact that no worker has claimed yet. */
  async function newDataRequest(clientId: string): Promise<string> {
    return (await exportClientData(testCtx(workspaceId), { id: clientId })).id;
  }
  async function newInvitation(): Promise<string> {
    const { id } = await db.invitation.create({
      data: {
        workspaceId,
        email: `${mark}-${randomUUID()}@example.com`,
        role: "AGENT",
        tokenHash: Buffer.from(randomUUID()),
        invitedById: userId,
        expiresAt: new Date(Date.now() + 86_400_000),
      },
    });
    return id;
  }
  /** A scheduled message of an agent who is not among the callers, at a time that no test reaches. */
  async function newScheduled(of: { convId: string; agentId: string }): Promise<string> {
    const message = { type: "text", content: text("scheduled"), caption: null, noteType: null };
    const { id } = await db.scheduledMessage.create({
      data: {
        workspaceId,
        id: randomUUID(),
        ...of,
        userId,
        message: { ...message, replyToMessageId: null, mentions: [], actions: [] },
        sendAt: new Date(Date.now() + 86_400_000),
      },
    });
    return id;
  }
  /** A bulk action of a person who is not among the callers. */
  async function newBulkAction(): Promise<string> {
    const action = { kind: "tag", tags: [text("bulk tag")] };
    const data = {
      workspaceId,
      userId: (await newUser()).id,
      action,
      state: "completed",
      error: text("bulk"),
    } as const;
    return (await db.bulkAction.create({ data })).id;
  }
  async function newDraft(of: { convId: string; agentId: string }): Promise<void> {
    await db.draft.create({ data: { workspaceId, ...of, mode: "reply", text: text("draft") } });
  }
  async function newCannedReply({ ownerId }: { ownerId: string | null }): Promise<string> {
    const words = { title: text("reply"), content: text("canned"), createdBy: "SYSTEM" };
    const { id } = await db.cannedReply.create({
      data: { workspaceId, shortcut: text("shortcut").toLowerCase(), ownerId, ...words },
    });
    return id;
  }
  /** A number that the playground may use. */
  async function testNumber(): Promise<string> {
    const phone = "+48601234567";
    await db.workspaceTestNumber.upsert({
      where: { workspaceId_phone: { workspaceId, phone } },
      create: { workspaceId, phone, active: true, position: 0 },
      update: { active: true },
    });
    return phone;
  }
  /** A playground chat with messages. */
  async function newPlaygroundConv(aiId?: string): Promise<string> {
    const ctx = testCtx(workspaceId);
    const phone = await testNumber();
    const { convId } = await startPlaygroundChat(ctx, { aiId: aiId ?? (await ai.newAssistant()), phone });
    await sayInPlayground(ctx, { convIds: [convId], content: text("line") });
    return convId;
  }

  return {
    text,
    newUser,
    newMember,
    newAgent,
    newClient,
    newTag,
    newSavedView,
    newSegment,
    newConv,
    newNote,
    newPinnedNote,
    newMessage,
    newFailedMessage,
    ...webhookMakersFor({ workspaceId, mark, text }),
    newBroadcast,
    newFailedBroadcast,
    newApiKey,
    newUpload,
    newJob,
    newMerge,
    newDataRequest,
    newInvitation,
    ...ssoMakersFor({ workspaceId, mark, text }),
    newScheduled,
    newBulkAction,
    newDraft,
    newCannedReply,
    testNumber,
    newPlaygroundConv,
    ...ai,
  };
}
