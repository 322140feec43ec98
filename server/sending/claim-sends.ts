import type { OutgoingMessage } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import { plannedOnce } from "../db.ts";
import {
  IntegrationType as INTEGRATION_TYPES,
  type IntegrationType,
  type MessageType,
} from "../generated/prisma/enums.ts";
import { newId } from "../new-id.ts";
import { CLAIM, CLAIM_REPLIES } from "./claim-statement.ts";
import { clientAddress } from "../conversations/client-address.ts";
import { PRIORITY } from "./send-queue.ts";
import { HELD_SECONDS, HORIZON_MS, KEPT_FOR_REPLIES, LATE_MS, LEASE_SECONDS, WAY_MS } from "./send-pace.ts";

/** A send that this worker holds until its lease ends, and everything its adapter needs. */
export type ClaimedSend = {
  workspaceId: number;
  messageId: string;
  convId: string;
  clientId: string;
  integration: { id: string; type: IntegrationType; credentials: string };
  /** Fences the outcome: a worker whose lease has lapsed writes nothing over the one that took over. */
  leaseToken: string;
  attemptNo: number;
  giveUpAt: Date;
  /** A Gateway send: it holds the credit of one attempt as long as it is in the queue. */
  costsCredits: boolean;
  /** The attempt before this one died with its worker: whether the provider was asked is not known. */
  takesOver: boolean;
  /** Of the request that asked for it; null for none. */
  trail: string | null;
  priority: number;
  /**
   * The time that it brought with it, by the database's clock. A more urgent send of the channel may leave at it instead. Of one that
   * takes another's: when it was claimed.
   */
  slotAt: number;
  /** Planned for its slot; once the attempt is made, when that was. */
  startedAt: Date;
  message: OutgoingMessage;
};

/** What a worker was given, and when to look again. Times are the database's, in milliseconds since 1970. */
export type Claim = {
  sends: ClaimedSend[];
  now: number;
  /** When a channel with more to send has slots to give again; null: when something new is queued. */
  lookAgainAt: number | null;
  /** Whether there was no room for all that is due: look again when one that is held ends. */
  isFull: boolean;
  /** How long after its time a slot may still be used, in milliseconds. */
  usableMs: number;
};

/**
 * Takes sends that are due, at most `limit`, each with a slot of its channel: the channel's rate is held over all workers together.
 * Per channel no more than may be held at once here, agents' replies before notifications before broadcasts, and of each
 * conversation only the first message that has no outcome yet – so a conversation keeps its order, and one that is stuck delays no
 * other. Channels that are not active keep theirs waiting, and so does a deleted workspace.
 * The attempt's row is written with the claim: an attempt that dies with its worker is still to be seen.
 * @param held how many sends of each integration this worker has in hand.
 * @param leadMs the slots' earliest time from now: what the answer takes to be in the worker's hands.
 * @param lateMs how late this worker has been at its slots of late.
 */
export async function claimSends(
  held: ReadonlyMap<string, number>,
  limit: number,
  leadMs = 0,
  lateMs = 0,
): Promise<Claim> {
  const late = Math.ceil(Math.min(Math.max(lateMs, LATE_MS.least), LATE_MS.most));
  const { rows } = await plannedOnce().query<Row>({
    name: "claim-sends",
    text: CLAIM,
    values: [
      JSON.stringify(Object.fromEntries(Object.values(INTEGRATION_TYPES).map((type) => [type, limitsOf(type)]))),
      JSON.stringify(Object.fromEntries(held)),
      limit,
      newId(),
      LEASE_SECONDS,
      leadMs / 1_000,
      (HORIZON_MS + late - LATE_MS.least) / 1_000,
      late,
      HELD_SECONDS,
      KEPT_FOR_REPLIES,
      PRIORITY.broadcast,
      WAY_MS,
    ],
  });
  const [first] = rows;
  if (!first) throw new Error("the claim answers one row at least");
  const sends = rows.flatMap((row) => (row.messageId === null ? [] : [toClaimed(row)]));
  return {
    sends,
    now: first.now,
    lookAgainAt: first.lookAgainAt,
    isFull: first.isFull || sends.length === limit,
    usableMs: late,
  };
}

/** A channel of which this worker holds slots that a reply may take from what is less urgent. */
export type HeldSlots = { workspaceId: number; integrationId: string; slots: number };

/**
 * Takes replies for slots that this worker holds already, at most so many of each channel. It looks at nothing but these, and waits
 * for no other claim; whatever it leaves is taken by claimSends.
 */
export async function claimReplies(held: readonly HeldSlots[]): Promise<ClaimedSend[]> {
  const { rows } = await plannedOnce().query<ClaimedRow>({
    name: "claim-replies",
    text: CLAIM_REPLIES,
    values: [JSON.stringify(held), PRIORITY.reply, newId(), LEASE_SECONDS],
  });
  return rows.map(toClaimed);
}

function limitsOf(type: IntegrationType) {
  const { ratePerSecond, concurrency } = channelOf(type);
  return { rate: ratePerSecond, concurrency };
}

type Row = { now: number; lookAgainAt: number | null; isFull: boolean } & (ClaimedRow | { messageId: null });

type ClaimedRow = {
  workspaceId: number;
  messageId: string;
  slotAt: number;
  priority: number;
  convId: string;
  integrationId: string;
  leaseToken: string;
  attemptNo: number;
  giveUpAt: Date;
  costsCredits: boolean;
  takesOver: boolean;
  trail: string | null;
  clientId: string;
  type: MessageType;
  content: string;
  caption: string | null;
  address: string | null;
  template: OutgoingMessage["template"];
  createdAt: Date;
  replyContent: string | null;
  replyType: MessageType | null;
  replyExternalId: string | null;
  integrationType: IntegrationType;
  accountId: string | null;
  credentials: string;
  externalConversationId: string | null;
  clientAddress: string | null;
  externalClientId: string | null;
  phone: string | null;
  identities: Record<string, string>;
};

function toClaimed(row: ClaimedRow): ClaimedSend {
  const integration = { id: row.integrationId, type: row.integrationType, credentials: row.credentials };
  const place = { id: row.integrationId, type: row.integrationType, accountId: row.accountId };
  return {
    workspaceId: row.workspaceId,
    messageId: row.messageId,
    convId: row.convId,
    clientId: row.clientId,
    integration,
    leaseToken: row.leaseToken,
    attemptNo: row.attemptNo,
    giveUpAt: row.giveUpAt,
    costsCredits: row.costsCredits,
    takesOver: row.takesOver,
    trail: row.trail,
    priority: row.priority,
    slotAt: row.slotAt,
    startedAt: new Date(row.slotAt),
    message: {
      messageId: row.messageId,
      type: row.type,
      content: row.content,
      caption: row.caption,
      template: row.template,
      externalClientId: row.address ?? row.clientAddress ?? clientAddress(place, row, row.identities) ?? "",
      convId: row.convId,
      externalConversationId: row.externalConversationId,
      replyTo:
        row.replyContent !== null && row.replyType !== null
          ? { externalId: row.replyExternalId, content: row.replyContent, type: row.replyType }
          : null,
      createdAt: row.createdAt,
      priorAttempts: row.attemptNo - 1,
    },
  };
}
