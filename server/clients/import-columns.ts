import { z } from "zod";
import { badInput, type AppError } from "../errors.ts";
import { say, type Said } from "../say.ts";
import { parseJson } from "../text-rules.ts";
import { cellText } from "./csv-cells.ts";

/** The columns of ClientCreateInput. Exports have them too. */
export const CLIENT_COLUMNS = [
  "externalClientId",
  "name",
  "surname",
  "phone",
  "email",
  "address",
  "city",
  "country",
  "code",
  "stage",
  "defaultAgentId",
  "tags",
] as const;

/** The fields that a file's column can map to. `fullName` is split into name and surname. */
export const IMPORT_COLUMNS = [...CLIENT_COLUMNS, "fullName"] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

const BY_NAME = new Map(IMPORT_COLUMNS.map((column) => [column.toLowerCase(), column]));

/** Maps a file's columns, by their names in the header row, to fields. field null: the column is ignored. */
export const IMPORT_MAPPING = z
  .array(z.strictObject({ column: z.string().max(200), field: z.enum(IMPORT_COLUMNS).nullable() }))
  .max(200);
export type ImportMapping = z.infer<typeof IMPORT_MAPPING>;

/** A file, and the field of each column whose header does not name it. */
export type ImportSource = { fileName: string; columns?: { column: string; field?: string | null }[] | null };

export function readMapping({ columns }: ImportSource): ImportMapping | null {
  if (columns == null) return null;
  return parseJson(
    "columns",
    IMPORT_MAPPING,
    columns.map(({ column, field }) => ({ column, field: field ?? null })),
  );
}

/** The field of each column, in the order of the file. null: ignored. */
export type FileColumns = (ImportColumn | null)[];

/**
 * The fields of a header row's columns, in order. Without a mapping, the cells name our fields, in upper or lower case. With a
 * mapping, the cells are looked up in it, and columns that it does not contain are ignored.
 * @throws AppError BAD_INPUT (`fileName`, `columns`) that names the problem and the available columns.
 */
export function readImportColumns(cells: readonly string[], mapping: ImportMapping | null): FileColumns {
  const names = cells.map((cell) => (cellText(cell) ?? "").trim());
  const columns = mapping ? mapped(names, mapping) : names.map(named);
  const twice = columns.find((column, index) => column !== null && columns.indexOf(column) !== index);
  if (twice) throw wrong(mapping, say("clients.import.twice", { column: twice }));
  if (columns.includes("fullName") && (columns.includes("name") || columns.includes("surname")))
    throw wrong(mapping, say("clients.import.fullName"));
  if (!columns.includes("externalClientId") && !columns.includes("phone"))
    throw wrong(mapping, say("clients.import.noKey"));
  return columns;
}

function named(name: string, index: number): ImportColumn {
  const column = BY_NAME.get(name.toLowerCase());
  if (column) return column;
  const columns = IMPORT_COLUMNS.join(", ");
  if (name === "") throw wrong(null, say("clients.import.unnamed", { number: index + 1, columns }));
  throw wrong(null, say("clients.import.unknown", { column: name.slice(0, 100), columns }));
}

function mapped(names: string[], mapping: ImportMapping): FileColumns {
  const fields = new Map(mapping.map(({ column, field }) => [column.trim(), field]));
  const missing = mapping.find(({ column, field }) => field !== null && !names.includes(column.trim()));
  if (missing) throw wrong(mapping, say("clients.import.missing", { column: missing.column.slice(0, 100) }));
  return names.map((name) => fields.get(name) ?? null);
}

function wrong(mapping: ImportMapping | null, problem: Said): AppError {
  return mapping
    ? badInput("columns", say("clients.import.columnsWrong", { problem }))
    : badInput("fileName", say("clients.import.headerWrong", { problem }));
}
