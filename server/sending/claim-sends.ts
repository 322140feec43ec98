import { templatesHeld } from "../integrations/account-stops.ts";
import type { Said } from "../say.ts";
import type { OutgoingMessage } from "../channels/channel.ts";
import { isReplyWindowOpen } from "../messages/reply-window.ts";
import { commentOf } from "../channels/comments.ts";
import { channelOf, rulesOf } from "../channels/registry.ts";
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

/** A send that this worker holds until its lease ends, with everything its adapter needs. */
export type ClaimedSend = {
  workspaceId: number;
  messageId: string;
  convId: string;
  clientId: string;
  integration: { id: string; type: IntegrationType; credentials: string; utilityMessages: boolean };
  /** Fences the outcome: a worker whose lease has expired cannot overwrite the results of the worker that took over. */
  leaseToken: string;
  attemptNo: number;
  giveUpAt: Date;
  /** A Gateway send: it holds the credit of one attempt while it is in the queue. */
  costsCredits: boolean;
  /** The worker of the previous attempt died: it is unknown whether the request reached the provider. */
  takesOver: boolean;
  /** The request context of the request that caused the send. null: none. */
  trail: string | null;
  priority: number;
  /** Null: no broadcast's message. */
  broadcastId: string | null;
  /** Why the provider takes no templates from the channel. Null: it takes them. */
  templatesHeld: Said | null;
  /**
   * The time of the slot that this send came with, by the database's clock. A more urgent send of the channel may use the slot
   * instead. For a send that takes another's slot: when it was claimed.
   */
  slotAt: number;
  /** The slot's time until the attempt is made; then the time of the attempt. */
  startedAt: Date;
  message: OutgoingMessage;
};

/** A worker's claimed sends, and when to claim again. Times are the database's, in milliseconds since 1970. */
export type Claim = {
  sends: ClaimedSend[];
  now: number;
  /** When a channel with more to send has free slots again. null: when something new is queued. */
  lookAgainAt: number | null;
  /** Whether the worker had no room for everything that is due. Then it claims again when a held send ends. */
  isFull: boolean;
  /** How long after its time a slot may still be used, in milliseconds. */
  usableMs: number;
};

/**
 * Claims due sends, at most `limit`, each with a slot of its channel. All workers together keep to the channel's rate. This worker
 * holds no more sends per channel than its concurrency allows. Agents' replies come before notifications, and notifications before
 * broadcasts. Of each conversation, only the first message without an outcome can be claimed. A conversation therefore keeps its
 * order, and a blocked one delays no other. Sends of inactive channels and deleted workspaces wait. The claim also stores the
 * attempt's row: an attempt that dies with its worker remains visible.
 * @param held how many sends of each integration this worker holds.
 * @param leadMs the earliest slot, counted from now: the time that the response needs to reach the worker.
 * @param lateMs how late this worker has recently used its slots.
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

/** A channel of which this worker holds slots for less urgent sends. A reply may take them. */
export type HeldSlots = { workspaceId: number; integrationId: string; slots: number };

/**
 * Claims replies for slots that this worker already holds, at most that many per channel. It reads only these channels and waits for no
 * other claim. claimSends takes the rest.
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
  utilityMessages: boolean;
  templatesHeld: unknown;
  templatesHeldUntil: Date | null;
  broadcastId: string | null;
  /** A person wrote it, on a channel that permits late replies. */
  mayBeLate: boolean;
  /** OutgoingMessage.isByMarketingApi */
  isByMarketingApi: boolean;
  lastClientMessageAt: Date | null;
  externalConversationId: string | null;
  clientAddress: string | null;
  externalClientId: string | null;
  phone: string | null;
  identities: Record<string, string>;
};

function toClaimed(row: ClaimedRow): ClaimedSend {
  const { credentials, utilityMessages } = row;
  const integration = { id: row.integrationId, type: row.integrationType, credentials, utilityMessages };
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
    broadcastId: row.broadcastId,
    templatesHeld: templatesHeld(row, new Date(row.slotAt)),
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
      isLateReply: isLateReply(row),
      isByMarketingApi: row.isByMarketingApi,
      priorAttempts: row.attemptNo - 1,
      file: null,
    },
  };
}

/** A private answer to a comment has a window of its own. */
function isLateReply({ mayBeLate, lastClientMessageAt, slotAt, ...row }: ClaimedRow): boolean {
  const { replyWindowHours } = rulesOf(row.integrationType, row.externalConversationId);
  const isOpen = isReplyWindowOpen(replyWindowHours, lastClientMessageAt, new Date(slotAt));
  return mayBeLate && commentOf(row.address) === null && !isOpen;
}
