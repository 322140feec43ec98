import type { Ctx } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import { errorColumns } from "../../error-columns.ts";
import type { Integration } from "../../generated/prisma/client.ts";
import { addMessage } from "../../messages/add-message.ts";
import { assignConv } from "../../conversations/assign-conv.ts";
import { endConv } from "../../conversations/end-conv.ts";
import { patchConv } from "../../conversations/patch-conv.ts";
import type { Received } from "../../messages/receive-in-full.ts";
import { receiveMessage } from "../../messages/receive-message.ts";
import { tagConv } from "../../conversations/tag-conv.ts";
import { raiseStatus } from "../../sending/update-message-status.ts";
import { quote } from "../../say.ts";
import type { Person } from "./people.ts";
import type { PlannedConv, PlannedMessage } from "./plan.ts";

export type Cast = {
  /** Acts on behalf of the channels. */
  system: Ctx;
  /** One context per agent, in the order of the plan. */
  agents: { ctx: Ctx; agentId: string }[];
  integrations: readonly [Integration, Integration];
  /** Stage name → id. */
  stages: Map<string, string>;
};

/**
 * A played conversation: its id, and the time of each message except the service's own lines. `ratedAt`: when the customer rated
 * it.
 */
export type Played = { convId: string; times: Map<string, Date>; ratedAt: Date | null };

const REFUSAL = "422 The recipient has blocked this sender";

/** Plays one conversation with the same verbs that the API uses. */
export async function playConv(cast: Cast, planned: PlannedConv): Promise<Played> {
  const integration = cast.integrations[planned.channel];
  const agent = cast.agents[planned.agent] ?? cast.agents[0];
  if (!agent) throw new Error("the demo needs agents");
  const times = new Map<string, Date>();
  let place: Received | null = null;
  let isTaken = planned.standing === "unassigned";
  const failing = planned.lastFailed ? planned.messages.findLast(({ from }) => from === "agent") : undefined;
  for (const message of planned.messages) {
    if (message.from === "client") {
      place = await receive(cast.system, integration, planned.person, message);
      times.set(place.messageId, message.at);
      continue;
    }
    if (!place) throw new Error("a conversation begins with its customer");
    const where = { convId: place.conversationId, integrationId: integration.id };
    if (!isTaken) await assignConv(agent.ctx, { ...where, agentId: agent.agentId });
    isTaken = true;
    times.set(await say(agent.ctx, where, message, message === failing), message.at);
  }
  if (!place) throw new Error("a conversation begins with its customer");
  const where = { convId: place.conversationId, integrationId: integration.id };
  if (!isTaken) await assignConv(agent.ctx, { ...where, agentId: agent.agentId });
  const stageId = planned.stage === null ? undefined : cast.stages.get(planned.stage);
  if (stageId !== undefined || planned.orderNo !== null) {
    await patchConv(agent.ctx, {
      ...where,
      ...(stageId ? { stageId } : {}),
      ...(planned.orderNo ? { orderNo: planned.orderNo } : {}),
    });
  }
  if (planned.tags.length > 0) await tagConv(agent.ctx, { ...where, tags: planned.tags });
  if (planned.standing !== "ended") return { convId: where.convId, times, ratedAt: null };
  await endConv(agent.ctx, where);
  const isAsked = await settleQuestion(agent.ctx, where.convId);
  if (!isAsked || !planned.rating) return { convId: where.convId, times, ratedAt: null };
  const { stars, comment, at } = planned.rating;
  for (const content of comment === null ? [String(stars)] : [String(stars), comment]) {
    const message = { from: "client", type: "text", content, at } as const;
    times.set((await receive(cast.system, integration, planned.person, message)).messageId, at);
  }
  // Another conversation of this customer may follow at once. Its first message must not count as a comment on this rating.
  const id = where.convId;
  await cast.system.db.conversation.update({
    where: { workspaceId_id: { workspaceId: cast.system.workspaceId, id } },
    data: { ratingUntil: null },
  });
  return { convId: id, times, ratedAt: at };
}

/** Whether ending the conversation asked its customer for a rating. If so, the question counts as sent and read. */
async function settleQuestion(ctx: Ctx, convId: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const { workspaceId } = tx;
    const queued = await tx.db.sendQueue.findMany({ where: { workspaceId, convId }, select: { messageId: true } });
    for (const { messageId } of queued) await settle(tx, messageId, false);
    return queued.length > 0;
  });
}

function receive(ctx: Ctx, integration: Integration, person: Person, message: PlannedMessage): Promise<Received> {
  return receiveMessage(ctx, integration, {
    senderId: person.id,
    externalMessageId: null,
    externalConversationId: null,
    type: message.type,
    content: message.content,
    profile: {
      name: person.name,
      surname: person.surname,
      phone: person.phone,
      country: person.countryCode,
      city: person.city,
    },
    replyTo: null,
    providerAt: null,
  });
}

/**
 * Adds an agent's message, or a note. The send is removed from the queue in the transaction that queued it, so no worker ever
 * sends it.
 */
async function say(
  ctx: Ctx,
  where: { convId: string; integrationId: string },
  message: PlannedMessage,
  isRefused: boolean,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { content, type } = message;
    const { id: messageId } = await addMessage(tx, { ...where, content, type });
    if (type !== "note") await settle(tx, messageId, isRefused);
    return messageId;
  });
}

/** Removes a message from the queue, and gives it the attempt and the receipt of a real send. */
async function settle(tx: Ctx, messageId: string, isRefused: boolean): Promise<void> {
  const { workspaceId } = tx;
  await tx.db.sendQueue.deleteMany({ where: { workspaceId, messageId } });
  const externalMessageId = isRefused ? null : `demo-${messageId}`;
  const answer = isRefused
    ? { outcome: "refused", responseStatus: 422, ...errorColumns(quote(REFUSAL)) }
    : { outcome: "accepted", responseStatus: 200 };
  await tx.db.sendAttempt.create({
    data: { workspaceId, messageId, attemptNo: 1, endedAt: tx.now, externalMessageId, ...answer },
  });
  const report = isRefused
    ? ({ status: "failed", error: quote(REFUSAL) } as const)
    : ({ status: "read", externalMessageId } as const);
  await raiseStatus(tx, { messageId, at: null, ...report });
}
