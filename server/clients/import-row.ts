import { AppError, badInput } from "../errors.ts";
import { say } from "../say.ts";
import { requiredLine } from "../text-rules.ts";
import { cellText } from "./csv-cells.ts";
import { readClientFields, type ClientFields } from "./client-fields.ts";
import type { FileColumns, ImportColumn } from "./import-columns.ts";
import { splitFullName, TAG_SEPARATOR } from "./split-cells.ts";

/** What rows may name: the workspace's agents, and its client stages by id and by value. */
export type ImportReferences = { agentIds: ReadonlySet<string>; stageIds: ReadonlyMap<string, string> };

/** A good row as it is stored. Without an externalClientId it is known by its phone number. */
export type ImportRow = ReturnType<typeof readClientFields> & {
  externalClientId: string | null;
  stageId: string | null;
};

/** What a spreadsheet takes for a formula, full-width forms among it (reliability bar 58). */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;
/** … but for a number with its country code, where a number may stand. */
const PHONE_LIKE = /^\s*\+\s*\(?\d[\d\s().\-/]*$/;
const NUMBER_COLUMNS: readonly ImportColumn[] = ["phone", "externalClientId"];

/**
 * Reads a row by the rules of createClient. An empty cell is a field left out: it stays as it is.
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

/** An apostrophe ahead of a number is what our own exports put there, so that no spreadsheet takes it for a formula. */
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
  // A cell of separators alone is empty too.
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

/** A name of one word leaves the surname as it is. */
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
