import pg from "pg";
import type { InboundMessage } from "../channels/channel.ts";
import { PHONE_SCOPE, detailsOf, nameKey, namesOf } from "../clients/client-identities.ts";
import type { Ctx } from "../ctx.ts";
import { pool } from "../db.ts";
import { isDeadlock } from "../deadlock.ts";
import { signal } from "../events/signal.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { routingOf } from "../integrations/routing.ts";
import { newId } from "../new-id.ts";
import { trailText } from "../observe/trail.ts";
import { readPhone } from "../phone.ts";
import { mended } from "../text-rules.ts";
import { writeTogether } from "../write-together.ts";
import { AUTO, assigneeCandidates } from "./assignee.ts";
import { isPlainInbound } from "./plan-inbound.ts";
import type { Received } from "./receive-message.ts";
import { RECEIVE_NEW, type NewArrival } from "./receive-new-statement.ts";
import { scopeOfSender } from "./sender-scope.ts";

const UNIQUE_VIOLATION = "23505";

type Ask = { workspaceId: number; arrival: NewArrival };

/**
 * One statement at a time: it holds the agents whose turn it is, and what comes meanwhile goes together in the next. Each name is one
 * sender's; two asks that would make the same contact by other names are refused as a whole, and then written one by one.
 */
const receive = writeTogether<Ask, boolean>({
  laneOf: ({ workspaceId }) => workspaceId,
  keyOf: ({ arrival }) => arrival.sender,
  uniqueOf: ({ arrival: { integrationId, externalMessageId } }) =>
    externalMessageId === null ? null : `${integrationId} ${externalMessageId}`,
  write: async (asks) => {
    const arrivals = asks.map(({ arrival }, index) => ({ no: index + 1, ...arrival }));
    const { rows } = await pool().query<{ no: number }>({
      name: "receive-new",
      text: RECEIVE_NEW,
      values: [asks[0]?.workspaceId, JSON.stringify(mended(arrivals))],
    });
    if (rows.length > 0) signal(["events"], pool());
    const stored = new Set(rows.map(({ no }) => no));
    return asks.map((_, index) => stored.has(index + 1));
  },
  sideBySide: 1,
  most: 32,
});

/**
 * The first message of somebody whom nobody knows: contact, names, conversation, agent by round robin, message and the three events.
 * Under load those of a workspace that arrive together are stored together. Pictures and other routing are not for here.
 * @returns null when it is anything else, or somebody else was quicker: then nothing is stored, and the general way decides.
 */
export async function receiveFromNew(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage,
): Promise<Received | null> {
  const { raw, caption, sourceType, sourceUrl } = inbound;
  const hasMore = Boolean(raw ?? caption ?? sourceType ?? sourceUrl ?? inbound.profile.avatar);
  if (hasMore || !isPlainInbound(integration, inbound)) return null;
  const { avatarUrl, ...details } = detailsOf(inbound);
  const candidates = assigneeCandidates(routingOf(integration), { defaultAgentId: null, country: details.country });
  if (avatarUrl || candidates.some((candidate) => candidate !== AUTO)) return null;
  const { messageId, convId: conversationId, clientId, ...rest } = { ...newIds(), ...details };
  const arrival: NewArrival = {
    ...{ messageId, convId: conversationId, clientId, ...rest, ...namesIn(ctx, integration, inbound) },
    integrationId: integration.id,
    credentials: integration.credentials,
    properties: integration.properties,
    integrationType: integration.type,
    isAuto: candidates.length > 0,
    sender: inbound.senderId,
    thread: inbound.externalConversationId,
    externalMessageId: inbound.externalMessageId,
    type: inbound.type,
    content: inbound.content,
    keyword: inbound.type === "text" ? inbound.content.trim().toLowerCase() : null,
    providerAt: inbound.providerAt,
    trail: trailText(),
  };
  try {
    const isStored = await receive({ workspaceId: ctx.workspaceId, arrival });
    return isStored ? { messageId, conversationId, clientId } : null;
  } catch (error) {
    // A name, the externalClientId or the message is there by now, or about to be: all of it is undone.
    if (isDeadlock(error) || (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION)) return null;
    throw error;
  }
}

function newIds() {
  return {
    ...{ clientId: newId(), convId: newId(), assignmentId: newId(), messageId: newId() },
    eventIds: [newId(), newId(), newId()],
  };
}

/** The sender's names, and by what else a contact whom others made would be them (resolveSender). */
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
