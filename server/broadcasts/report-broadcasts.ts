import { v5 as uuidv5 } from "uuid";
import { badInput } from "../errors.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { outcomesSql } from "./count-outcomes.ts";

export type BroadcastReportInput = {
  integrationId?: string | null;
  /** Both dates are read as the start of their UTC day. The day of endDate is included. */
  startDate: Date;
  endDate: Date;
};

/** The broadcasts of one channel that started on one UTC day. The counts of all statuses add up to the recipients. */
export type BroadcastReport = {
  /** Stable for a channel and day. */
  id: string;
  reportDate: Date;
  sentCount: number;
  deliveredCount: number;
  /** Includes played messages. */
  readCount: number;
  /** Includes recipients whose message is not made yet. */
  pendingCount: number;
  /** Includes recipients without a message. */
  failedCount: number;
  /** Sent, delivered or read. */
  successCount: number;
  integrationId: string;
  /** The createdAt of the first of these broadcasts. */
  createdAt: Date;
};

const NAMESPACE = "3d4c5a54-6f0e-4a5e-9d35-3c9f2f0a7b11";
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Current outcomes of broadcasts per channel and UTC day of startedAt, newest day first. A broadcast that failed before it started
 * counts on the day it was created.
 * @throws AppError BAD_INPUT when endDate is before startDate.
 */
export const reportBroadcasts = verb(
  { may: "MANAGE_BROADCASTS", plan: "broadcasts" },
  async (ctx, input: BroadcastReportInput): Promise<BroadcastReport[]> => {
    const from = startOfDay(input.startDate);
    const until = new Date(startOfDay(input.endDate).getTime() + DAY_MS);
    if (until <= from) throw badInput("endDate", say("broadcasts.endBeforeStart"));
    const { workspaceId } = ctx;
    const ofChannel =
      input.integrationId == null ? Prisma.empty : Prisma.sql`and b."integrationId" = ${input.integrationId}::uuid`;
    const rows = await ctx.db.$queryRaw<Omit<BroadcastReport, "id" | "successCount">[]>`
    with counted as (
      select b.id, b."integrationId", b."createdAt",
        date_trunc('day', coalesce(b."startedAt", b."createdAt"), 'UTC') as "reportDate"
      from "Broadcast" b
      where b."workspaceId" = ${workspaceId} ${ofChannel}
        and (b."startedAt" >= ${from} and b."startedAt" < ${until}
          or b."startedAt" is null and b.state = 'failed' and b."createdAt" >= ${from} and b."createdAt" < ${until})
    )
    select c."integrationId", c."reportDate", min(c."createdAt") as "createdAt",
      sum(o.sent)::int as "sentCount", sum(o.delivered)::int as "deliveredCount", sum(o.read)::int as "readCount",
      sum(o.pending + o.waiting)::int as "pendingCount", sum(o.failed)::int as "failedCount"
    from counted c
    cross join lateral (${outcomesSql(workspaceId, Prisma.sql`c.id`)}) o
    group by c."integrationId", c."reportDate"
    order by c."reportDate" desc, c."integrationId"`;
    return rows.map((row) => ({
      ...row,
      id: uuidv5(`${workspaceId}/${row.integrationId}/${row.reportDate.toISOString()}`, NAMESPACE),
      successCount: row.sentCount + row.deliveredCount + row.readCount,
    }));
  },
);

function startOfDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
}
