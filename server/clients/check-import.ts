import type { Ctx } from "../ctx.ts";
import { badInput, AppError } from "../errors.ts";
import { say } from "../say.ts";
import { MAX_IMPORT_ROWS, type ImportFile } from "./import-file.ts";
import { requiredLine } from "../text-rules.ts";
import { cellText } from "./csv-cells.ts";
import { readClientFields, type ClientFields } from "./client-fields.ts";
import type { FileColumns, ImportColumn } from "./import-columns.ts";
import { splitFullName, TAG_SEPARATOR } from "./split-cells.ts";

/** What is wrong with a row. `row` is the spreadsheet's row number; the header is row 1. */
export type ImportRowError = { row: number; message: string };

/**
 * A checked row: its position among the rows below the header (from 1), its cells (empty if the file became unreadable), and its contact
 * or problem.
 */
export type CheckedRow = { place: number; row: number; cells: string[] } & (
  | { contact: ImportRow }
  | { problem: string }
);

/** Limit of reported errors per file. Counting continues beyond it. */
export const MAX_TOLD_ERRORS = 1_000;

/**
 * Checks every row of a file, in order, in batches of a few hundred. If several rows name the same contact, the first valid one counts
 * and the others are errors.
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

/** Registers the contact's keys, unless an earlier row has one of them. */
function twinProblem(firstRows: Map<string, number>, contact: ImportRow, row: number): string | null {
  const keys = keysOf(contact);
  const twin = keys.find(([, key]) => firstRows.has(key));
  if (twin) return `${twin[0]} is the same as in row ${firstRows.get(twin[1])}`;
  for (const [, key] of keys) firstRows.set(key, row);
  return null;
}

/** Counts are exact. `errors` holds the first thousand. */
export type ImportValidation = { totalRows: number; validRows: number; invalidRows: number; errors: ImportRowError[] };

/** Checks the whole file, then closes it. */
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

/** The keys by which two rows are the same contact: [column, key]. If the id is missing, the phone number is the id. */
function keysOf({ externalClientId, phone }: ImportRow): [column: string, key: string][] {
  const keys: [string, string][] = [];
  if (phone) keys.push(["phone", `p${phone}`]);
  if (externalClientId !== null) keys.push(["externalClientId", `e${externalClientId}`]);
  else if (phone) keys.push(["phone", `e${phone}`]);
  return keys;
}

/** The agents and contact stages that rows may name, read once per file. A stage's id takes precedence over another stage's value. */
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

/** What rows may name: the workspace's agents, and its contact stages by id and by value. */
type ImportReferences = { agentIds: ReadonlySet<string>; stageIds: ReadonlyMap<string, string> };

/** A valid row as it is stored. Without an externalClientId, the phone number identifies it. */
export type ImportRow = ReturnType<typeof readClientFields> & {
  externalClientId: string | null;
  stageId: string | null;
};

/** What a spreadsheet treats as a formula, including full-width characters (reliability bar 58). */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;
/** The exception: a number with its country code, in a column that may hold numbers. */
const PHONE_LIKE = /^\s*\+\s*\(?\d[\d\s().\-/]*$/;
const NUMBER_COLUMNS: readonly ImportColumn[] = ["phone", "externalClientId"];

/**
 * Reads a row by the rules of createClient. An empty cell means a missing field: the contact's value does not change.
 * @returns the row, or what is wrong with it in a sentence.
 */
export function readImportRow(
  columns: Readonly<FileColumns>,
  cells: readonly string[],
  references: ImportReferences,
): ImportRow | { problem: string } {
  if (cells.length !== columns.length)
    return { problem: `The row has ${cells.length} cells, but the header has ${columns.length}` };
  try {
    const texts: Partial<Record<ImportColumn, string>> = {};
    columns.forEach((column, index) => {
      if (column === null) return;
      const text = readCell(column, cells[index] ?? "");
      if (text !== "") texts[column] = text;
    });
    return toRow(texts, references);
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message };
    throw error;
  }
}

/** Our own exports put an apostrophe before a number, so that no spreadsheet treats it as a formula. */
const APOSTROPHE = /^'(?=\+)/;

function readCell(column: ImportColumn, cell: string): string {
  const given = cellText(cell);
  const text = NUMBER_COLUMNS.includes(column) ? (given?.replace(APOSTROPHE, "") ?? null) : given;
  if (text === null) throw badInput(column, say("clients.import.notUtf8", { column }));
  if (text.includes("\0")) throw badInput(column, say("clients.import.nul", { column }));
  refuseFormula(column, text);
  return text.trim();
}

function refuseFormula(column: ImportColumn, text: string): void {
  if (!FORMULA.test(text) || text.trim() === "") return;
  if (NUMBER_COLUMNS.includes(column) && PHONE_LIKE.test(text)) return;
  const sign = JSON.stringify([...(/^[\t\r\n]/.test(text) ? text : text.trim())][0]);
  throw badInput(column, say("clients.import.formula", { column, sign }));
}

function toRow(texts: Partial<Record<ImportColumn, string>>, references: ImportReferences): ImportRow {
  const { externalClientId, stage, tags, fullName, ...lines } = texts;
  if (externalClientId === undefined && lines.phone === undefined)
    throw badInput("externalClientId", say("clients.import.rowNoKey"));
  const input: ClientFields = { ...lines, ...(fullName === undefined ? {} : readFullName(fullName)) };
  const values = readTags(tags ?? "");
  // A cell with only separators counts as empty.
  if (values.length > 0) input.tags = values;
  const agentId = lines.defaultAgentId?.toLowerCase();
  if (agentId !== undefined) {
    if (!references.agentIds.has(agentId)) throw badInput("defaultAgentId", say("clients.import.noAgent"));
    input.defaultAgentId = agentId;
  }
  const stageId = stage === undefined ? null : (references.stageIds.get(stage) ?? undefined);
  if (stageId === undefined)
    throw badInput("stage", say("clients.import.noStage", { stage: stage?.slice(0, 100) ?? "" }));
  return {
    ...readClientFields(input),
    externalClientId: externalClientId === undefined ? null : requiredLine("externalClientId", externalClientId),
    stageId,
  };
}

/** A one-word name does not change the surname. */
function readFullName(cell: string): Pick<ClientFields, "name" | "surname"> {
  const { name, surname } = splitFullName(cell);
  for (const part of [name, surname]) refuseFormula("fullName", part);
  return surname === "" ? { name } : { name, surname };
}

function readTags(cell: string): string[] {
  const tags = cell.split(TAG_SEPARATOR).filter((tag) => tag.trim() !== "");
  for (const tag of tags) refuseFormula("tags", tag);
  return tags;
}
