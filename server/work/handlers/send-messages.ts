import { claimReplies, claimSends, type ClaimedSend } from "../../sending/claim-sends.ts";
import { deliverMessage, openCredentials } from "../../sending/deliver-message.ts";
import { handBackSends } from "../../sending/hand-back-sends.ts";
import { PRIORITY } from "../../sending/send-queue.ts";
import { BEGIN_WITHIN_MS } from "../../sending/send-pace.ts";
import { startPacedPool } from "../paced-pool.ts";
import type { WorkPool } from "../pool.ts";

/**
 * Limit of sends that one worker holds, over all channels. A channel whose provider hangs keeps about twenty for 15 s; at the
 * highest rate that can be set, 400. If all numbers of a large provider hang at once, there are still places for the others.
 */
const MOST_AT_ONCE = 4_000;

/** A send, with its channel's credentials being decrypted. */
type Ready = { send: ClaimedSend; credentials: Promise<unknown> };

const ready = (send: ClaimedSend): Ready => ({ send, credentials: openCredentials(send) });

/** Sends queued messages through their channels, each at its channel's rate, until it is stopped. */
export function startSending(pollMs: number): WorkPool {
  return startPacedPool<Ready>({
    topic: "sends",
    pollMs,
    mostAtOnce: MOST_AT_ONCE,
    claim: async (held, limit, leadMs, lateMs) => {
      const { sends, ...rest } = await claimSends(held, limit, leadMs, lateMs);
      return {
        items: sends.map((send) => ({ item: ready(send), slotAt: send.slotAt })),
        ...rest,
      };
    },
    urgent: {
      topic: "replies",
      rank: PRIORITY.reply,
      claim: async (lanes) => {
        const held = lanes.map(({ item: { send }, slots }) => ({
          workspaceId: send.workspaceId,
          integrationId: send.integration.id,
          slots,
        }));
        return (await claimReplies(held)).map(ready);
      },
    },
    laneOf: ({ send }) => send.integration.id,
    rankOf: ({ send }) => send.priority,
    beginWithinMs: BEGIN_WITHIN_MS,
    work: ({ send, credentials }, signal) => deliverMessage(send, signal, credentials),
    handBack: (items) => handBackSends(items.map(({ send }) => send)),
  });
}
