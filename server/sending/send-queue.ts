/**
 * The order in which a channel's queued sends go out; lower first. `gateway`: sent through POST /core/v1/messages. A broadcast's
 * message gets the priority of a message queued behind it in its conversation. To tell whether a send belongs to a broadcast, use
 * `broadcastId`.
 */
export const PRIORITY = { reply: 0, notification: 1, gateway: 1, broadcast: 2 } as const;

/** How long sends are retried, in minutes. Every attempt of a Gateway send costs a credit: seven in that time. */
export const GIVE_UP_MINUTES = { reply: 15, notification: 24 * 60, gateway: 15, broadcast: 24 * 60 } as const;

export type SendKind = keyof typeof PRIORITY;

/** Whether every attempt of this kind of send costs a credit. */
export function costsCredits(kind: SendKind): boolean {
  return kind === "gateway";
}

/**
 * The only place that queues sends.
 * @param rows a query for the sends of the workspace $1: messageId, integrationId, convId, seq, priority, broadcastId, attemptNo,
 *   giveUpAt, costsCredits, trail.
 */
export function insertSends(rows: string): string {
  return `insert into "SendQueue" ("workspaceId", "messageId", "integrationId", "convId", seq, priority, "broadcastId", "attemptNo",
      "giveUpAt", "costsCredits", trail)
    select $1::int, s."messageId", s."integrationId", s."convId", s.seq, s.priority, s."broadcastId", s."attemptNo", s."giveUpAt",
      s."costsCredits", s.trail
    from (${rows}) s`;
}
