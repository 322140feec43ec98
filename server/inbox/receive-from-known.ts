import pg from "pg";
import type { InboundMessage } from "../channels/channel.ts";
import type { Ctx } from "../ctx.ts";
import { pool } from "../db.ts";
import { isDeadlock } from "../deadlock.ts";
import { signal } from "../events/signal.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";
import { trailText } from "../observe/trail.ts";
import { mended } from "../text-rules.ts";
import { writeTogether } from "../write-together.ts";
import type { Received } from "./receive-message.ts";
import { ratingChoice } from "./rating-answer.ts";
import { RECEIVE, RECEIVE_MANY, valuesOf, type Arrival } from "./receive-statement.ts";
import { scopeOfSender } from "./sender-scope.ts";

const UNIQUE_VIOLATION = "23505";

type Known = { conversationId: string; clientId: string };
type Ask = { workspaceId: number; arrival: Arrival };

/** Under load the messages of a workspace that arrive together are stored together, each sender's in order (pitfall 5). */
const receive = writeTogether<Ask, Known | null>({
  laneOf: ({ workspaceId }) => workspaceId,
  keyOf: ({ arrival }) => `${arrival.scope} ${arrival.sender}`,
  uniqueOf: ({ arrival: { integrationId, externalMessageId } }) =>
    externalMessageId === null ? null : `${integrationId} ${externalMessageId}`,
  write: async (asks) => {
    const workspaceId = asks[0]?.workspaceId ?? 0;
    const known = await store(
      workspaceId,
      asks.map(({ arrival }) => arrival),
    );
    return asks.map((_, index) => known.get(index + 1) ?? null);
  },
  sideBySide: 3,
  most: 64,
});

/** @returns what is stored, by place from 1 on. */
async function store(workspaceId: number, arrivals: readonly Arrival[]): Promise<Map<number, Known>> {
  const [first] = arrivals;
  const isOne = arrivals.length === 1 && first !== undefined;
  const { rows } = await pool().query<Known & { no: number }>(
    isOne
      ? { name: "receive", text: RECEIVE, values: [workspaceId, ...valuesOf(first)] }
      : {
          name: "receive-many",
          text: RECEIVE_MANY,
          values: [
            workspaceId,
            JSON.stringify(mended(arrivals.map((arrival, index) => ({ no: index + 1, ...arrival })))),
          ],
        },
  );
  if (rows.length > 0) signal(["events"], pool());
  return new Map(rows.map(({ no, conversationId, clientId }) => [no, { conversationId, clientId }]));
}

/** @returns null when the message is not the ordinary one, or is a repetition: then the general way decides. */
export async function receiveFromKnown(
  ctx: Ctx,
  integration: Integration,
  inbound: InboundMessage,
): Promise<Received | null> {
  if (!isOrdinary(integration, inbound)) return null;
  const messageId = newId();
  const arrival: Arrival = {
    integrationId: integration.id,
    credentials: integration.credentials,
    integrationType: integration.type,
    scope: scopeOfSender(integration, inbound),
    sender: inbound.senderId,
    thread: inbound.externalConversationId ?? "",
    messageId,
    externalMessageId: inbound.externalMessageId,
    type: inbound.type,
    content: inbound.content,
    keyword: inbound.type === "text" ? inbound.content.trim().toLowerCase() : null,
    providerAt: inbound.providerAt,
    eventId: newId(),
    nameScopes: inbound.identities?.map(({ scope }) => scope) ?? null,
    nameIds: inbound.identities?.map(({ externalId }) => externalId) ?? null,
    trail: trailText(),
  };
  try {
    const known = await receive({ workspaceId: ctx.workspaceId, arrival });
    return known && { messageId, ...known };
  } catch (error) {
    // The channel has brought this externalMessageId at the same moment, or somebody else waits for what we hold: all of the statement is undone.
    if (isDeadlock(error) || (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION)) return null;
    throw error;
  }
}

/** Nothing that has to be looked up or fetched comes with it. The playground's events are marked where all others are written (emit.ts). */
export function isOrdinary({ isPlayground }: Integration, inbound: InboundMessage): boolean {
  const { replyTo, sourceType, sourceUrl, raw, media, caption } = inbound;
  return !isPlayground && !replyTo && !sourceType && !sourceUrl && !raw && !media && !caption && !ratingChoice(inbound);
}
