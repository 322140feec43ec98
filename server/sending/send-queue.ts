/**
 * Who waits first when a channel's sends queue up. `gateway` is what came through POST /core/v1/messages. A broadcast's message is
 * lifted to what is queued behind it in its conversation, so this does not tell whether a send is a broadcast's: `broadcastId` does.
 */
export const PRIORITY = { reply: 0, notification: 1, gateway: 1, broadcast: 2 } as const;

/** How long sends are retried, in minutes (decisions section 5). Every try of a Gateway send costs: seven in that time. */
export const GIVE_UP_MINUTES = { reply: 15, notification: 24 * 60, gateway: 15, broadcast: 24 * 60 } as const;

export type SendKind = keyof typeof PRIORITY;

/** Whether every attempt of such a send costs a credit (decisions section 9). */
export function costsCredits(kind: SendKind): boolean {
  return kind === "gateway";
}

/**
 * The one place where sends are queued.
 * @param rows a query for the sends of the workspace $1: messageId, integrationId, convId, seq, priority, broadcastId, attemptNo, giveUpAt,
 * costsCredits, trail.
 */
export function insertSends(rows: string): string {
  return `insert into "SendQueue" ("workspaceId", "messageId", "integrationId", "convId", seq, priority, "broadcastId", "attemptNo",
      "giveUpAt", "costsCredits", trail)
    select $1::int, s."messageId", s."integrationId", s."convId", s.seq, s.priority, s."broadcastId", s."attemptNo", s."giveUpAt",
      s."costsCredits", s.trail
    from (${rows}) s`;
}
