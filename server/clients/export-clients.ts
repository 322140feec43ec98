import { audit } from "../auth/audit.ts";
import { forbiddenRole, may } from "../auth/permissions.ts";
import type { Client } from "../generated/prisma/client.ts";
import { createdKey, keyset, type Cursor } from "../page.ts";
import { verb } from "../verb.ts";
import { asksForMasked, matchingClients, type ClientFilter } from "./client-filter.ts";
import { csvCell } from "./csv-cells.ts";
import { CLIENT_COLUMNS } from "./import-columns.ts";
import { maskClient } from "./mask-client.ts";

/** Rows in memory at once. */
const BATCH_ROWS = 500;

/** An import's own columns, so that what was exported can be imported again, and what only a list tells. */
const EXPORT_COLUMNS = [...CLIENT_COLUMNS, "id", "createdAt", "archivedAt"] as const;

/**
 * The contacts that match all filters as rows of a file, the header first, newest first, some hundred at a time; phone and e-mail masked for whom
 * they are masked everywhere (decisions section 2). Who took which contacts out is written into the record.
 *
 * Rows are read as the file is taken: a contact that is added meanwhile is not in it, one that is changed is as it was read.
 * @throws AppError FORBIDDEN_ROLE, BAD_INPUT, before the first row.
 */
export const exportClients = verb({ may: "USE_CONVS", audit: "recorded" }, async (ctx, input: ClientFilter) => {
  if (!may(ctx, "MANAGE_CLIENTS") && asksForMasked(input)) throw forbiddenRole(ctx);
  const where = matchingClients(ctx, input);
  const stages = await ctx.db.tag.findMany({
    where: { workspaceId: ctx.workspaceId, type: "clientStage" },
    select: { id: true, tag: true },
  });
  const stageNames = new Map(stages.map(({ id, tag }) => [id, tag]));
  await audit(ctx, "exportClients", null, { after: factsOf(input) });
  return batches();

  async function* batches(): AsyncGenerator<string[][]> {
    yield [[...EXPORT_COLUMNS]];
    let cursor: Cursor | null = null;
    for (;;) {
      const { orderBy, after } = keyset(cursor);
      const rows: Client[] = await ctx.db.client.findMany({
        where: { AND: [where, after] },
        orderBy,
        take: BATCH_ROWS,
      });
      if (rows.length > 0) yield rows.map((row) => cellsOf(maskClient(ctx, row), stageNames));
      const last = rows.at(-1);
      if (!last || rows.length < BATCH_ROWS) return;
      cursor = createdKey(last);
    }
  }
});

function cellsOf(client: Client, stageNames: ReadonlyMap<string, string>): string[] {
  const { tags, stageId, createdAt, deletedAt } = client;
  const texts = {
    ...client,
    tags: tags.join("|"),
    stage: stageId && (stageNames.get(stageId) ?? null),
    createdAt: createdAt.toISOString(),
    archivedAt: deletedAt?.toISOString() ?? null,
  };
  return EXPORT_COLUMNS.map((column) => csvCell(texts[column] ?? ""));
}

/** The filters, without what was not asked. */
function factsOf(input: ClientFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) =>
      value == null ? [] : [[name, value instanceof Date ? value.toISOString() : String(value)]],
    ),
  );
}
