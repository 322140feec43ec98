import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import { say } from "../say.ts";
import { MAX_IMPORT_ROWS, type ImportFile } from "./import-file.ts";
import { readImportRow, type ImportRow, type ImportReferences } from "./import-row.ts";

/** What is wrong with a row; `row` as a spreadsheet counts, the header being 1. */
export type ImportRowError = { row: number; message: string };

/**
 * A row that was judged: its place among the rows below the header (from 1), its cells (none where the file could not be read
 * on), and what it says or what is wrong with it.
 */
export type CheckedRow = { place: number; row: number; cells: string[] } & (
  | { contact: ImportRow }
  | { problem: string }
);

/** Errors told per file; the counts go on. */
export const MAX_TOLD_ERRORS = 1_000;

/**
 * Judges every row of a file, in order, some hundred at a time. Of rows that name the same contact the first good one counts,
 * the others are wrong.
 * @throws AppError BAD_INPUT (`fileName`) when there are more rows than a file may have.
 */
export async function* checkRows(ctx: Ctx, file: ImportFile): AsyncGenerator<CheckedRow[]> {
  const references = await importReferences(ctx);
  const firstRows = new Map<string, number>();
  let place = 0;
  for await (const rows of file.rows) {
    if (place + rows.length > MAX_IMPORT_ROWS)
      throw badInput("fileName", say("clients.import.mostRows", { count: MAX_IMPORT_ROWS }));
    yield rows.map((raw) => {
      place += 1;
      const { row } = raw;
      const contact = "broken" in raw ? { problem: raw.broken } : readImportRow(file.columns, raw.cells, references);
      const cells = "cells" in raw ? raw.cells : [];
      if ("problem" in contact) return { place, row, problem: contact.problem, cells };
      const problem = twinProblem(firstRows, contact, row);
      return problem === null ? { place, row, cells, contact } : { place, row, problem, cells };
    });
  }
}

/** Enters the contact under its keys, unless a row before has one of them. */
function twinProblem(firstRows: Map<string, number>, contact: ImportRow, row: number): string | null {
  const keys = keysOf(contact);
  const twin = keys.find(([, key]) => firstRows.has(key));
  if (twin) return `${twin[0]} is the same as in row ${firstRows.get(twin[1])}`;
  for (const [, key] of keys) firstRows.set(key, row);
  return null;
}

/** Counts are exact; errors are the first thousand. */
export type ImportValidation = { totalRows: number; validRows: number; invalidRows: number; errors: ImportRowError[] };

/** Judges the whole file, and closes it. */
export async function validateFile(ctx: Ctx, file: ImportFile): Promise<ImportValidation> {
  const errors: ImportRowError[] = [];
  let totalRows = 0;
  let invalidRows = 0;
  try {
    for await (const rows of checkRows(ctx, file)) {
      totalRows += rows.length;
      for (const checked of rows) {
        if (!("problem" in checked)) continue;
        invalidRows += 1;
        if (errors.length < MAX_TOLD_ERRORS) errors.push({ row: checked.row, message: checked.problem });
      }
    }
  } finally {
    file.close();
  }
  return { totalRows, validRows: totalRows - invalidRows, invalidRows, errors };
}

/** What makes two rows the same contact: [column, key]. Where a number stands for the missing id, it is the id. */
function keysOf({ externalClientId, phone }: ImportRow): [column: string, key: string][] {
  const keys: [string, string][] = [];
  if (phone) keys.push(["phone", `p${phone}`]);
  if (externalClientId !== null) keys.push(["externalClientId", `e${externalClientId}`]);
  else if (phone) keys.push(["phone", `e${phone}`]);
  return keys;
}

/** The agents and client stages that rows may name, read once per file; a stage by its id before one by its value. */
async function importReferences(ctx: Ctx): Promise<ImportReferences> {
  const { workspaceId } = ctx;
  const [agents, stages] = await Promise.all([
    ctx.db.agent.findMany({ where: { workspaceId, deletedAt: null }, select: { id: true } }),
    ctx.db.tag.findMany({
      where: { workspaceId, type: "clientStage", deletedAt: null },
      select: { id: true, tag: true },
    }),
  ]);
  return {
    agentIds: new Set(agents.map(({ id }) => id)),
    stageIds: new Map([
      ...stages.map(({ id, tag }) => [tag, id] as const),
      ...stages.map(({ id }) => [id, id] as const),
    ]),
  };
}
