import { randomUUID } from "node:crypto";
import { database } from "../../db.ts";
import { encodePosition } from "../../events/log.ts";
import type { Plan } from "../../generated/prisma/enums.ts";
import { sealCredentials } from "../../integrations/access.ts";
import { newId } from "../../new-id.ts";
import { createTestIntegration, createTestWorkspace } from "../factories.ts";
import { makersFor } from "./makers.ts";

/** Everything that an id, a name or a cursor in an input can refer to. */
export type Kind =
  | "agent"
  | "aiMessage"
  | "aiSource"
  | "aiVersion"
  | "apiKey"
  | "assistant"
  | "broadcast"
  | "bulkAction"
  | "cannedReply"
  | "client"
  | "clientMerge"
  | "clientStage"
  | "clientStageValue"
  | "clientDataRequest"
  | "conv"
  | "convStage"
  | "cursor"
  | "creditedMessage"
  | "delivery"
  | "document"
  | "evalQuestion"
  | "evalRun"
  | "externalClientId"
  | "externalConversationId"
  | "failedMessage"
  | "importFile"
  | "importJob"
  | "integration"
  | "invitation"
  | "logCursor"
  | "mergedClient"
  | "message"
  | "playgroundConv"
  | "scheduledMessage"
  | "savedView"
  | "segment"
  | "ssoDomain"
  | "stranger"
  | "tag"
  | "user"
  | "webchat"
  | "webhook"
  | "whatsapp";

/**
 * A workspace with one of everything. Every text in it begins with its own mark, so it is recognised anywhere. `ids` are things
 * to refer to. Things that an operation changes or deletes are created for it (`new…`).
 */
export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld(name: string, plan: Plan = "PREMIUM") {
  const mark = `${name}-${randomUUID().slice(0, 8)}`;
  const db = database();
  const workspace = await createTestWorkspace({ name: `${mark} workspace`, plan, ownerName: `${mark} Owner` });
  const { workspaceId, userId } = workspace;
  const channel = { name: `${mark} channel`, externalId: `${mark} sender` };
  const { id: integrationId } = await createTestIntegration(workspaceId, channel);
  const make = makersFor({ workspaceId, integrationId, userId, mark });

  const [agent, clientStage, convStage, tag] = [
    await make.newAgent(),
    await make.newTag("clientStage"),
    await make.newTag("convStage"),
    await make.newTag("client"),
  ];
  const assistant = await make.newAssistant();
  const conv = await make.newConv({ stageId: convStage.id, tags: [tag.tag] });
  await db.conversation.update({ where: { workspaceId_id: { workspaceId, id: conv.id } }, data: { aiId: assistant } });
  // The agent has written in it and it is unassigned, so every caller sees it and finds the agent through it.
  const answer = await make.newMessage(conv, { agentId: agent.id, error: make.text("refusal") });
  await db.conversation.update({ where: { workspaceId_id: { workspaceId, id: conv.id } }, data: { lastSeq: 2 } });
  await db.sendAttempt.create({
    data: { workspaceId, messageId: answer.id, attemptNo: 1, outcome: "refused", error: make.text("attempt") },
  });
  await db.messageVersion.create({
    data: {
      workspaceId,
      messageId: conv.messageId,
      versionNo: 1,
      content: make.text("first version"),
      replacedAt: new Date(),
    },
  });
  await db.messageReaction.create({
    data: { workspaceId, messageId: conv.messageId, isAgent: true, error: make.text("reaction"), at: new Date() },
  });
  const client = await db.client.update({
    where: { workspaceId_id: { workspaceId, id: conv.clientId } },
    data: { stageId: clientStage.id, defaultAgentId: agent.id, tags: [tag.tag] },
  });
  // A conversation of the agent, for queries by assignee.
  await make.newConv({ assigneeId: agent.id });
  const webhook = await make.newWebhook();
  // Two events together with the one of `ids`, so that a page of one is full and its cursor does not move.
  await make.newDelivery(webhook);
  const completed = await make.newBroadcast("completed");
  await db.broadcast.update({
    where: { workspaceId_id: { workspaceId, id: completed } },
    data: { startedAt: new Date(), error: make.text("broadcast error") },
  });
  await db.creditEntry.create({
    data: { workspaceId, delta: -1, kind: "reserve", messageId: answer.id, createdBy: make.text("creator") },
  });
  // Its templates were read an hour in the future, so no test requests them from the provider, however long it takes.
  const whatsapp = await db.integration.create({
    data: {
      workspaceId,
      name: make.text("whatsapp"),
      type: "WHATSAPP",
      state: "active",
      credentials: "",
      templatesFetchedAt: new Date(Date.now() + 3_600_000),
    },
  });
  const chat = { workspaceId, id: newId() };
  await db.integration.create({
    data: {
      ...chat,
      name: make.text("webchat"),
      type: "WEBCHAT",
      state: "active",
      webchat: { title: make.text("title") },
      credentials: await sealCredentials(chat, { identitySecret: make.text("a secret to sign for visitors with") }),
    },
  });
  await db.messageTemplate.create({
    data: {
      workspaceId,
      integrationId: whatsapp.id,
      id: make.text("template"),
      name: make.text("template"),
      language: "en",
      status: "APPROVED",
      category: "UTILITY",
      components: [{ type: "BODY", text: make.text("body") }],
    },
  });
  const user = await make.newMember();
  await db.auditEntry.create({
    data: { workspaceId, actorKind: "user", actorId: user, action: "made", after: { text: make.text("audit") } },
  });

  const asked = await make.newConv({ lastSeq: 2 });
  const said = await make.newMessage(asked, { aiId: assistant });
  const clientMessageId = asked.messageId;
  await make.newAnswer({ aiId: assistant, convId: asked.id, clientMessageId, messageId: said.id });

  await make.newDraft({ convId: conv.id, agentId: workspace.agentId });

  const merge = await make.newMerge();

  const ids: Record<Kind, string> = {
    agent: agent.id,
    aiMessage: said.id,
    aiSource: await make.newSource(assistant),
    aiVersion: await versionOf(workspaceId, assistant),
    apiKey: (await make.newApiKey()).id,
    assistant,
    broadcast: await make.newFailedBroadcast(),
    cannedReply: await make.newCannedReply({ ownerId: null }),
    client: client.id,
    clientDataRequest: await make.newDataRequest(client.id),
    clientMerge: merge.mergeId,
    clientStage: clientStage.id,
    clientStageValue: clientStage.tag,
    conv: conv.id,
    convStage: convStage.id,
    cursor: cursorAt(conv.id),
    creditedMessage: answer.id,
    delivery: await make.newDelivery(webhook),
    document: await make.newUpload("knowledge", make.text("document")),
    evalQuestion: await make.newQuestion(assistant),
    evalRun: await make.newRun(assistant),
    externalClientId: client.externalClientId ?? "",
    externalConversationId: conv.externalConversationId ?? "",
    failedMessage: answer.id,
    savedView: await make.newSavedView(),
    segment: await make.newSegment(),
    importFile: await make.newUpload("import", `externalClientId,name\n${make.text("row")},Ana\n`),
    importJob: await make.newJob("failed"),
    integration: integrationId,
    invitation: await make.newInvitation(),
    logCursor: logCursorAt(workspaceId),
    mergedClient: merge.clientId,
    message: conv.messageId,
    playgroundConv: await make.newPlaygroundConv(assistant),
    bulkAction: await make.newBulkAction(),
    scheduledMessage: await make.newScheduled({ convId: conv.id, agentId: agent.id }),
    ssoDomain: await make.newSsoDomain(),
    stranger: (await make.newUser()).id,
    tag: tag.id,
    user,
    webchat: chat.id,
    webhook,
    whatsapp: whatsapp.id,
  };
  return { ...workspace, ...make, name, mark, ids };
}

async function versionOf(workspaceId: number, aiId: string): Promise<string> {
  const { id } = await database().assistantVersion.findFirstOrThrow({ where: { workspaceId, aiId, state: "live" } });
  return id;
}

/** A value of this kind that never existed in any workspace. */
export function neverExisted(kind: Kind): string {
  switch (kind) {
    case "cursor":
      return cursorAt(newId());
    case "logCursor":
      return logCursorAt(0);
    case "document":
      return `${randomUUID().replaceAll("-", "")}.txt`;
    case "importFile":
      return `${randomUUID().replaceAll("-", "")}.csv`;
    case "clientStageValue":
    case "externalClientId":
    case "externalConversationId":
      return `never existed ${randomUUID()}`;
    default:
      return newId();
  }
}

/** A cursor after every row. Reading from it returns all of the caller's own rows. */
function cursorAt(id: string): string {
  return Buffer.from(`${Date.parse("2100-01-01T00:00:00Z")} ${id}`).toString("base64url");
}

/** A cursor before every event, made a moment ago. Reading from it returns all of the caller's own events. */
function logCursorAt(seq: number): string {
  return `${encodePosition({ txid: 1n, seq: BigInt(seq) })}.${Date.now().toString(36)}`;
}
