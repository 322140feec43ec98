import type { Broadcast, Prisma } from "../generated/prisma/client.ts";
import type { BroadcastState } from "../generated/prisma/enums.ts";
import { createdKey, keyset, readPage, toPage, type Page, type PageInput } from "../page.ts";
import { containing } from "../text-rules.ts";
import { verb } from "../verb.ts";

export type BroadcastsInput = PageInput & {
  name?: string | null;
  integrationId?: string | null;
  state?: BroadcastState | null;
  templateName?: string | null;
  /**
   * Started at or after startDate and before endDate, as in the report. Broadcasts that failed before they started count by createdAt.
   */
  startDate?: Date | null;
  endDate?: Date | null;
};

/** Broadcasts that match all filters, newest first; name and templateName are "contains". */
export const listBroadcasts = verb(
  { may: "MANAGE_BROADCASTS", plan: "broadcasts" },
  async (ctx, input: BroadcastsInput, along: { include?: Prisma.BroadcastInclude } = {}): Promise<Page<Broadcast>> => {
    const { size, take, cursor } = readPage(input);
    const { orderBy, after } = keyset(cursor);
    const where: Prisma.BroadcastWhereInput = {
      workspaceId: ctx.workspaceId,
      ...(input.name ? { name: containing(input.name) } : {}),
      ...(input.integrationId != null ? { integrationId: input.integrationId } : {}),
      ...(input.state != null ? { state: input.state } : {}),
      ...startedWithin(input),
      ...(input.templateName ? { templateName: containing(input.templateName) } : {}),
    };
    const rows = await ctx.db.broadcast.findMany({ where: { AND: [where, after] }, orderBy, take, ...along });
    return toPage(rows, size, createdKey, () => ctx.db.broadcast.count({ where }));
  },
);

function startedWithin({ startDate, endDate }: BroadcastsInput): Prisma.BroadcastWhereInput {
  if (!startDate && !endDate) return {};
  const span = { ...(startDate ? { gte: startDate } : {}), ...(endDate ? { lt: endDate } : {}) };
  return { OR: [{ startedAt: span }, { startedAt: null, state: "failed", createdAt: span }] };
}
