import { maskClient } from "../clients/mask-client.ts";
import { Prisma, type Client } from "../generated/prisma/client.ts";
import { createdKey, readPage, toPage, type Page, type PageInput } from "../page.ts";
import { verb } from "../verb.ts";
import { audienceSql, queryAudience } from "./audience.ts";
import type { LeftOutReason } from "./left-out.ts";
import { plannedBroadcast, type PlannedInput } from "./planned-broadcast.ts";

export type BroadcastAudienceInput = PageInput &
  PlannedInput & {
    /** Only contacts left out for this reason; null: the recipients. */
    leftOut?: LeftOutReason | null;
  };

/**
 * The contacts behind the numbers of broadcastPreflight, newest first. Every page classifies all contacts that the broadcast is meant
 * for.
 * @throws AppError NOT_FOUND, CONFLICT (in progress, or cannot be retried), BAD_INPUT
 */
export const listBroadcastAudience = verb(
  { may: "MANAGE_BROADCASTS", plan: "broadcasts" },
  async (ctx, input: BroadcastAudienceInput): Promise<Page<Client>> => {
    const { size, take, cursor } = readPage(input);
    const { workspaceId } = ctx;
    const plan = await plannedBroadcast(ctx, input);
    const wanted = Prisma.sql`(${await audienceSql(ctx, plan, plan.integration)}) a
    where a."leftOut" is not distinct from ${input.leftOut ?? null}::text`;
    const after = cursor
      ? Prisma.sql`and (a."createdAt", a.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
      : Prisma.empty;
    const rows = await queryAudience<Client>(Prisma.sql`
    select c.* from (select a.id, a."createdAt" from ${wanted} ${after} order by a."createdAt" desc, a.id desc limit ${take}) page
    join "Client" c on c."workspaceId" = ${workspaceId} and c.id = page.id
    order by page."createdAt" desc, page.id desc`);
    const count = async () => {
      const [row] = await queryAudience<{ count: number }>(Prisma.sql`select count(*)::int as count from ${wanted}`);
      return row?.count ?? 0;
    };
    return toPage(
      rows.map((client) => maskClient(ctx, client)),
      size,
      createdKey,
      count,
    );
  },
);
