import { database } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { readEnglish } from "./read-english.ts";

/** Rows per step, few enough that the locks on changed rows stay short. */
const BATCH = 1_000;

type Table = {
  name: string;
  key: readonly string[];
  /** Each column of English text, and the column for its sentence. */
  columns: readonly { english: string; said: string; where?: string }[];
};

/** The tables whose stored sentences are shown in the reader's language. */
const TABLES: readonly Table[] = [
  { name: "Integration", key: ["workspaceId", "id"], columns: [{ english: "lastError", said: "lastErrorSaid" }] },
  { name: "KnowledgeSource", key: ["workspaceId", "id"], columns: [{ english: "error", said: "errorSaid" }] },
  { name: "ScheduledMessage", key: ["workspaceId", "id"], columns: [{ english: "error", said: "errorSaid" }] },
  {
    name: "BulkActionItem",
    key: ["workspaceId", "bulkId", "convId"],
    columns: [{ english: "error", said: "errorSaid" }],
  },
  {
    name: "Message",
    key: ["workspaceId", "id"],
    columns: [
      { english: "content", said: "contentSaid", where: `"noteType" = 'system'` },
      { english: "error", said: "errorSaid" },
    ],
  },
];

/**
 * Fills in the sentences of rows that were stored before rows kept them. Each call is one bounded step in primary key order. The
 * position is stored together with the rows.
 * @returns whether to continue at once; false if all is done or another worker is running it.
 */
export async function fillSaid(): Promise<boolean> {
  const places = await database().saidBackfill.findMany({ where: { doneAt: { not: null } }, select: { table: true } });
  const over = new Set(places.map((place) => place.table));
  const table = TABLES.find(({ name }) => !over.has(name));
  return table ? fillBatch(table) : false;
}

async function fillBatch(table: Table): Promise<boolean> {
  const { name, key } = table;
  const db = database();
  await db.$executeRaw`insert into "SaidBackfill" ("table") values (${name}) on conflict do nothing`;
  return db.$transaction(async (tx) => {
    const [place] = await tx.$queryRaw<{ after: unknown; doneAt: Date | null }[]>`
      select after, "doneAt" from "SaidBackfill" where "table" = ${name} for update skip locked`;
    if (!place) return false;
    if (place.doneAt) return true;
    const rows = await tx.$queryRaw<Row[]>(batchOf(table, place.after));
    for (const column of table.columns) await fillColumn(tx, table, column, rows);
    const last = rows.at(-1);
    const isLast = rows.length < BATCH;
    await tx.$executeRaw`
      update "SaidBackfill" set after = ${last ? JSON.stringify(key.map((part) => last[part])) : null}::jsonb,
        "doneAt" = case when ${isLast} then now() end
      where "table" = ${name}`;
    return true;
  });
}

type Row = Record<string, unknown>;

function batchOf({ name, key, columns }: Table, after: unknown): Prisma.Sql {
  const keys = key.map(quoted).join(", ");
  const english = columns.map(
    ({ english: from, said, where = "true" }) =>
      `case when ${where} and ${quoted(said)} is null then ${quoted(from)} end as ${quoted(from)}`,
  );
  const from = Prisma.raw(`select ${keys}, ${english.join(", ")} from ${quoted(name)}`);
  const order = Prisma.raw(`order by ${keys} limit ${BATCH}`);
  if (!Array.isArray(after)) return Prisma.sql`${from} ${order}`;
  const [workspaceId, ...ids] = after as [number, ...string[]];
  const last = Prisma.join([Prisma.sql`${workspaceId}::int`, ...ids.map((id) => Prisma.sql`${id}::uuid`)]);
  return Prisma.sql`${from} where (${Prisma.raw(keys)}) > (${last}) ${order}`;
}

async function fillColumn(
  tx: Prisma.TransactionClient,
  { name, key }: Table,
  { english, said }: Table["columns"][number],
  rows: readonly Row[],
): Promise<void> {
  const found = rows.flatMap((row) => {
    const text = row[english];
    const sentence = typeof text === "string" ? readEnglish(text) : null;
    return sentence ? [{ ...Object.fromEntries(key.map((part) => [part, row[part]])), text, sentence }] : [];
  });
  if (found.length === 0) return;
  const shape = key.map((part) => `${quoted(part)} ${part === "workspaceId" ? "int" : "uuid"}`).join(", ");
  const same = key.map((part) => `t.${quoted(part)} = f.${quoted(part)}`).join(" and ");
  // A row that changed since it was read keeps its value.
  await tx.$executeRaw`
    update ${Prisma.raw(quoted(name))} t set ${Prisma.raw(quoted(said))} = f.sentence
    from json_to_recordset(${JSON.stringify(found)}::json) as f(${Prisma.raw(shape)}, text text, sentence jsonb)
    where ${Prisma.raw(`${same} and t.${quoted(english)} = f.text and t.${quoted(said)}`)} is null`;
}

function quoted(name: string): string {
  return `"${name}"`;
}
