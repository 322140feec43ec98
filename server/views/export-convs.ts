import { audit } from "../auth/audit.ts";
import { csvCell, type CsvBatches } from "../clients/csv-cells.ts";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import { Prisma, type Conversation } from "../generated/prisma/client.ts";
import { PAGE_MAX } from "../page.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { clientOfRow, integrationOfConv } from "../conversations/conv-parts.ts";
import { clientName, fullName } from "../conversations/display-name.ts";
import { inboxLoaders } from "../conversations/inbox-loaders.ts";
import { filterSql, type ConvChoice } from "./list-conv-rows.ts";

/** Rows held in memory at once. */
const BATCH_ROWS = 500;

const COLUMNS = [
  "id",
  "createdAt",
  "lastMessageAt",
  "endedAt",
  "waitingSince",
  "channel",
  "channelType",
  "clientId",
  "clientName",
  "clientPhone",
  "externalClientId",
  "assignee",
  "assistant",
  "stage",
  "tags",
  "orderNo",
  "broadcast",
  "rating",
  "ratedAt",
  "ratingComment",
] as const;

/**
 * Exports the conversations that the inbox lists for the same choice as rows of a file: the header first, newest first, in batches of
 * some hundreds. It contains facts about each conversation, never message text. It shows no more than the person's list does: other
 * people's conversations are left out, and phone numbers are masked as everywhere. The audit log records who exported what.
 *
 * Rows are read while the file is downloaded. A conversation that begins meanwhile is left out; one that changes is as it was read.
 * @throws AppError FORBIDDEN_ROLE, PLAN_REQUIRED, BAD_INPUT, before the first row.
 */
export const exportConvs = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "recorded" },
  async (ctx, input: ConvChoice): Promise<CsvBatches> => {
    if (input.ids && input.ids.length > PAGE_MAX) throw badInput("ids", say("inbox.idsMost", { count: PAGE_MAX }));
    const where = filterSql(ctx, input);
    const stages = await ctx.db.tag.findMany({
      where: { workspaceId: ctx.workspaceId, type: "convStage" },
      select: { id: true, tag: true },
    });
    const stageNames = new Map(stages.map(({ id, tag }) => [id, tag]));
    await audit(ctx, "exportConversations", null, { after: { choice: JSON.stringify(input) } });
    return batches();

    async function* batches(): AsyncGenerator<string[][]> {
      yield [[...COLUMNS]];
      let last: Conversation | undefined;
      do {
        const after = last
          ? Prisma.sql`and (c."createdAt", c.id) < (${last.createdAt}::timestamptz, ${last.id}::uuid)`
          : Prisma.empty;
        const rows: Conversation[] = await ctx.db.$queryRaw<Conversation[]>`
        select c.* from "Conversation" c where ${where} ${after} order by c."createdAt" desc, c.id desc limit ${BATCH_ROWS}`;
        if (rows.length > 0) yield await Promise.all(rows.map((row) => cellsOf(ctx, row, stageNames)));
        last = rows.length < BATCH_ROWS ? undefined : rows.at(-1);
      } while (last);
    }
  },
);

/** The loaders read the names of a whole batch at once. */
async function cellsOf(ctx: Ctx, conv: Conversation, stageNames: ReadonlyMap<string, string>): Promise<string[]> {
  const load = inboxLoaders(ctx);
  const [channel, client, assignee, assistant, broadcast] = await Promise.all([
    integrationOfConv(ctx, conv),
    clientOfRow(ctx, conv),
    conv.assigneeId ? load.agent.load(conv.assigneeId) : null,
    conv.aiId ? load.assistant.load(conv.aiId) : null,
    conv.broadcastId ? load.broadcast.load(conv.broadcastId) : null,
  ]);
  const {
    id,
    createdAt,
    lastMessageAt,
    endedAt,
    waitingSince,
    clientId,
    stageId,
    tags,
    orderNo,
    rating,
    ratedAt,
    ratingComment,
  } = conv;
  const cells: Record<(typeof COLUMNS)[number], string | null | undefined> = {
    id,
    createdAt: createdAt.toISOString(),
    lastMessageAt: lastMessageAt.toISOString(),
    endedAt: conv.ended ? endedAt?.toISOString() : null,
    waitingSince: waitingSince?.toISOString(),
    channel: channel.name,
    channelType: channel.type,
    clientId,
    clientName: clientName(client),
    clientPhone: client.phone,
    externalClientId: client.externalClientId,
    assignee: assignee && fullName(assignee),
    assistant: assistant?.name,
    stage: stageId && stageNames.get(stageId),
    tags: tags.join("|"),
    orderNo,
    broadcast: broadcast?.name,
    rating: rating?.toString(),
    ratedAt: ratedAt?.toISOString(),
    ratingComment,
  };
  return COLUMNS.map((column) => csvCell(cells[column] ?? ""));
}
