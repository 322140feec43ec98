import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import type { MessageStatus } from "../generated/prisma/enums.ts";
import { readPage, toPage, type Page, type PageInput } from "../page.ts";
import { verb } from "../verb.ts";
import { broadcastOr404 } from "./access.ts";
import { countOutcomes } from "./count-outcomes.ts";

/** Outcomes of a recipient. `read` includes played messages, `failed` includes recipients without a message. */
export const RECIPIENT_OUTCOMES = ["waiting", "pending", "sent", "delivered", "read", "failed"] as const;
export type RecipientOutcome = (typeof RECIPIENT_OUTCOMES)[number];

export type BroadcastRecipientsInput = PageInput & { broadcastId: string; outcome?: RecipientOutcome | null };

export type Recipient = {
  clientId: string;
  /** null while the recipient has no message. */
  messageId: string | null;
  convId: string | null;
  outcome: RecipientOutcome;
  /** Why the message failed, or why it is retried. */
  reason: string | null;
  /** Attempts to hand the message to its provider. */
  attempts: number;
  /** When the outcome last changed; null while the recipient has no message. */
  updatedAt: Date | null;
};

/**
 * The outcome of each recipient. Without an outcome filter, the order is by contact, newest first, and stays stable while messages are
 * made. With a filter, the order is by message, newest first; recipients without a message are sorted in by contact. Every page is read
 * from an index.
 * @throws AppError NOT_FOUND, BAD_INPUT
 */
export const listBroadcastRecipients = verb(
  { may: "MANAGE_BROADCASTS", plan: "broadcasts" },
  async (ctx, input: BroadcastRecipientsInput): Promise<Page<Recipient>> => {
    const { size, take, cursor } = readPage(input);
    // All recipients share the createdAt of their broadcast. A cursor carries that time, and its id is the position.
    const { id, createdAt, state } = await broadcastOr404(ctx, input.broadcastId);
    const outcome = input.outcome ?? null;
    const isBehind = cursor !== null && cursor.at < createdAt;
    // A launch may be preparing recipients. They do not count until the launch has succeeded.
    const isUnsent = state === "draft" || state === "scheduled";
    const before = cursor !== null && cursor.at.getTime() === createdAt.getTime() ? cursor.id : HIGHEST_ID;
    const rows = isBehind || isUnsent ? [] : await readRows(ctx, { id, outcome, before, take });
    const page = toPage(
      rows,
      size,
      ({ key }) => ({ at: createdAt, id: key }),
      async () => {
        const counts = await countOutcomes(ctx, id);
        return counts[outcome ?? "total"];
      },
    );
    return { ...page, nodes: page.nodes.map(({ key: _key, ...recipient }) => recipient) };
  },
);

const HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const STATUSES: Record<Exclude<RecipientOutcome, "waiting">, MessageStatus[]> = {
  pending: ["pending"],
  sent: ["sent"],
  delivered: ["delivered"],
  read: ["read", "played"],
  failed: ["failed"],
};

type Place = { id: string; outcome: RecipientOutcome | null; before: string; take: number };
type Row = Recipient & { key: string };

function readRows({ db, workspaceId }: Ctx, { id, outcome, before, take }: Place): Promise<Row[]> {
  const recipients = (which: Prisma.Sql) => Prisma.sql`
    select "clientId" as key, "clientId", "messageId", error from "BroadcastRecipient"
    where "workspaceId" = ${workspaceId} and "broadcastId" = ${id}::uuid ${which} and "clientId" < ${before}::uuid
    order by "clientId" desc limit ${take}`;
  const ofMessages = (statuses: MessageStatus[]) => Prisma.sql`
    select made.id as key, r."clientId", r."messageId", r.error
    from unnest(${statuses}::"MessageStatus"[]) as wanted (status)
    cross join lateral (
      select id from "Message"
      where "workspaceId" = ${workspaceId} and "broadcastId" = ${id}::uuid and status = wanted.status and id < ${before}::uuid
      order by id desc limit ${take}
    ) made
    join "BroadcastRecipient" r on r."workspaceId" = ${workspaceId} and r."messageId" = made.id`;
  const page =
    outcome === null
      ? recipients(Prisma.empty)
      : outcome === "waiting"
        ? recipients(Prisma.sql`and "messageId" is null and error is null`)
        : outcome === "failed"
          ? Prisma.sql`(${recipients(Prisma.sql`and error is not null`)}) union all ${ofMessages(STATUSES.failed)}`
          : ofMessages(STATUSES[outcome]);
  return db.$queryRaw<Row[]>`
    select p.key, p."clientId", p."messageId", m."convId", coalesce(tried."attemptNo", 0) as attempts,
      coalesce(m."statusAt", m."createdAt") as "updatedAt",
      case when p.error is not null then 'failed' when m.id is null then 'waiting' when m.status = 'played' then 'read'
        else m.status::text end as outcome,
      coalesce(p.error, m.error, case when m.status = 'pending' then tried.error end) as reason
    from (select * from (${page}) found order by key desc limit ${take}) p
    left join "Message" m on m."workspaceId" = ${workspaceId} and m.id = p."messageId"
    left join lateral (
      select a."attemptNo", a.error from "SendAttempt" a
      where a."workspaceId" = ${workspaceId} and a."messageId" = p."messageId" order by a."attemptNo" desc limit 1
    ) tried on true
    order by p.key desc`;
}
