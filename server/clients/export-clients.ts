import { audit } from "../auth/audit.ts";
import type { Client } from "../generated/prisma/client.ts";
import { createdKey, type Cursor } from "../page.ts";
import { verb } from "../verb.ts";
import { csvCell } from "./csv-cells.ts";
import { CLIENT_COLUMNS } from "./import-columns.ts";
import { chosenSql, readClients, type ClientChoice } from "./list-clients.ts";
import { maskClient } from "./mask-client.ts";

/** Rows in memory at once. */
const BATCH_ROWS = 500;

/** The import's columns, so that an export can be imported again, plus columns that exist only in exports. */
const EXPORT_COLUMNS = [...CLIENT_COLUMNS, "id", "createdAt", "archivedAt"] as const;

/**
 * The contacts that match all filters, as rows of a file: the header, then newest first, in batches of a few hundred. Phone and email are
 * masked for callers who see them masked everywhere. The audit record stores who exported which contacts.
 *
 * Rows are read while the file is sent. Contacts added meanwhile are not included; a changed contact appears as it was when read.
 * @throws AppError FORBIDDEN_ROLE, NOT_FOUND (segment), BAD_INPUT, before the first row.
 */
export const exportClients = verb({ may: "USE_CONVS", audit: "recorded" }, async (ctx, input: ClientChoice) => {
  const where = await chosenSql(ctx, input);
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
      const rows: Client[] = await readClients(ctx, { where, cursor, take: BATCH_ROWS });
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

/** The filters that are set. */
function factsOf(input: ClientChoice): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) =>
      value == null ? [] : [[name, value instanceof Date ? value.toISOString() : String(value)]],
    ),
  );
}
