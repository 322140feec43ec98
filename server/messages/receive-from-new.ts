import type { InboundMessage } from "../channels/inbound.ts";
import { PHONE_SCOPE, detailsOf, nameKey, namesOf } from "../clients/client-identities.ts";
import type { Ctx } from "../ctx.ts";
import { pool } from "../db.ts";
import { isDeadlock } from "../deadlock.ts";
import { clientEvent, convEvent, WRITTEN_AT, type NewEvent } from "../events/events.ts";
import { signal } from "../events/signal.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { routingOf } from "../integrations/routing.ts";
import { newId } from "../new-id.ts";
import { readPhone } from "../phone.ts";
import { mendedJson } from "../text-rules.ts";
import { isUniqueViolation } from "../unique-violation.ts";
import { writeTogether } from "../write-together.ts";
import { AUTO, assigneeCandidates } from "../conversations/assignee.ts";
import { clientMessage, isPlainInbound } from "./plan-inbound.ts";
import { forgetOptOutKeyword, optOutKeyword } from "./facts.ts";
import { isKeyword } from "./keyword.ts";
import type { Received } from "./receive-in-full.ts";
import { RECEIVE_NEW, type Arrival } from "./receive-new-statement.ts";
import { scopeOfSender } from "./sender-scope.ts";
import { asTold, listedOf } from "./write-messages.ts";

type Ask = { workspaceId: number; arrival: ReturnType<typeof listedOf> & Arrival & { sender: string } };

/**
 * One statement at a time, because it locks the agents who are next in the round robin. Messages that arrive meanwhile share the next
 * statement. If two of them would create the same contact under different names, the whole batch fails and is written one by one.
 */
const receive = writeTogether<Ask, boolean>({
  laneOf: ({ workspaceId }) => workspaceId,
  keyOf: ({ arrival }) => arrival.sender,
  uniqueOf: ({ arrival: { integrationId, externalMessageId } }) =>
    externalMessageId ? `${integrationId} ${externalMessageId}` : null,
  write: async (asks) => {
    const arrivals = asks.map(({ arrival }, index) => ({ no: index + 1, ...arrival }));
    const { rows } = await pool().query<{ no: number }>({
      name: "receive-new",
      text: RECEIVE_NEW,
      values: [asks[0]?.workspaceId, mendedJson(arrivals)],
    });
    if (rows.length > 0) signal(["events"], pool());
    const stored = new Set(rows.map(({ no }) => no));
    return asks.map((_, index) => stored.has(index + 1));
  },
  sideBySide: 1,
  most: 32,
});

/**
 * Stores the first message of an unknown sender: contact, names, conversation, agent by round robin, message and the three events.
 * Under load, a workspace's messages that arrive together are stored together. Avatars, other routing and contacts whom another app
 * answers use the general path.
 * @returns null if this path does not apply or another write was faster. Then nothing is stored, and the general path decides.
 */
export async function receiveFromNew(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage,
): Promise<Received | null> {
  const { workspaceId } = ctx;
  if (inbound.isStandby || inbound.profile.avatar || !isPlainInbound(integration, inbound)) return null;
  const { avatarUrl, ...details } = detailsOf(inbound);
  const candidates = assigneeCandidates(routingOf(integration), { defaultAgentId: null, country: details.country });
  if (avatarUrl || candidates.some((candidate) => candidate !== AUTO)) return null;
  const optOut = await optOutKeyword(workspaceId);
  if (isKeyword(optOut, inbound)) return null;

  const conv = { workspaceId, id: newId(), clientId: newId(), integrationId: integration.id };
  const id = newId();
  const message = { ...clientMessage(inbound), createdBy: conv.clientId };
  const arrival = {
    ...listedOf({ conv, id, message, send: null, events: eventsOf(conv, integration, inbound, id) }),
    ...{ details, ...namesIn(ctx, integration, inbound), sender: inbound.senderId, optOut },
    ...{ credentials: integration.credentials, properties: integration.properties, isAuto: candidates.length > 0 },
    ...{ thread: inbound.externalConversationId, assignmentId: newId() },
  };
  try {
    if (await receive({ workspaceId, arrival })) {
      return { messageId: id, conversationId: conv.id, clientId: conv.clientId };
    }
  } catch (error) {
    // A name, the externalClientId or the message already exists, or is being written. Everything is rolled back.
    if (!isDeadlock(error) && !isUniqueViolation(error)) throw error;
  }
  forgetOptOutKeyword(workspaceId);
  return null;
}

/** The statement fills in the assignee and the time of all three events. */
function eventsOf(
  { workspaceId, id, clientId }: { workspaceId: number; id: string; clientId: string },
  integration: Integration,
  inbound: InboundMessage,
  messageId: string,
): NewEvent[] {
  const client = {
    ...{ ...detailsOf(inbound), workspaceId, id: clientId, externalClientId: inbound.senderId, avatarUrl: null },
    ...{ tags: [], stageId: null, createdAt: WRITTEN_AT as typeof WRITTEN_AT, patchedAt: null },
  };
  const told = asTold({ workspaceId, clientId }, messageId, clientMessage(inbound));
  const parts = { conv: { workspaceId, id, assigneeId: null, dormant: false }, integration, client, message: told };
  return [
    clientEvent("NEW_CLIENT", client, { integration, ...told }),
    convEvent("NEW_CONV", parts),
    convEvent("INCOMING_MESSAGE", parts),
  ];
}

/** The sender's names, and the ids and phone number by which an existing contact would match (resolveSender). */
function namesIn({ workspaceId }: Ctx, integration: Integration, inbound: InboundMessage) {
  const { senderId: externalId, identities: aliases } = inbound;
  const scope = scopeOfSender(integration, inbound);
  const names = namesOf({ scope, externalId, aliases });
  const number = scope === PHONE_SCOPE ? readPhone(inbound.profile.phone ?? externalId) : null;
  const e164 = number && !("reason" in number) ? number.e164 : null;
  return {
    nameScopes: names.map((name) => name.scope),
    nameIds: names.map((name) => name.externalId),
    nameKeys: names.map((name) => nameKey(workspaceId, name)),
    knownIds: e164 ? [externalId, e164, e164.slice(1)] : [externalId],
    knownPhone: e164,
  };
}
