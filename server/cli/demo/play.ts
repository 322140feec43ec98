import type { Ctx } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import type { Integration } from "../../generated/prisma/client.ts";
import { addMessage } from "../../inbox/add-message.ts";
import { assignConv } from "../../inbox/assign-conv.ts";
import { endConv } from "../../inbox/end-conv.ts";
import { patchConv } from "../../inbox/patch-conv.ts";
import { receiveMessage } from "../../inbox/receive-message.ts";
import type { Received } from "../../inbox/receive-message.ts";
import { tagConv } from "../../inbox/tag-conv.ts";
import { raiseStatus } from "../../inbox/update-message-status.ts";
import type { Person } from "./people.ts";
import type { PlannedConv, PlannedMessage } from "./plan.ts";

export type Cast = {
  /** On behalf of the channels. */
  system: Ctx;
  /** One context per agent, in the order of the plan. */
  agents: { ctx: Ctx; agentId: string }[];
  integrations: readonly [Integration, Integration];
  /** Stage's name → id. */
  stages: Map<string, string>;
};

/** A conversation that was played: its id, and when each message was said (the service's own lines are not among them). */
export type Played = { convId: string; times: Map<string, Date> };

const REFUSAL = "422 The recipient has blocked this sender";

/** Plays one conversation through the same verbs that the doors call. */
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
  if (planned.standing === "ended") await endConv(agent.ctx, where);
  return { convId: place.conversationId, times };
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
 * An agent's message, or a note. What would be sent is taken out of the queue in the transaction that put it there, so that no
 * worker ever sends it, and is given the attempt and the receipt that a real one would have.
 */
async function say(
  ctx: Ctx,
  where: { convId: string; integrationId: string },
  message: PlannedMessage,
  isRefused: boolean,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { content, type } = message;
    const { workspaceId, id: messageId } = await addMessage(tx, { ...where, content, type });
    if (type === "note") return messageId;
    await tx.db.sendQueue.deleteMany({ where: { workspaceId, messageId } });
    const externalMessageId = isRefused ? null : `demo-${messageId}`;
    const answer = isRefused
      ? { outcome: "refused", responseStatus: 422, error: REFUSAL }
      : { outcome: "accepted", responseStatus: 200 };
    await tx.db.sendAttempt.create({
      data: { workspaceId, messageId, attemptNo: 1, endedAt: tx.now, externalMessageId, ...answer },
    });
    const report = isRefused
      ? ({ status: "failed", error: REFUSAL } as const)
      : ({ status: "read", externalMessageId } as const);
    await raiseStatus(tx, { messageId, at: null, ...report });
    return messageId;
  });
}
