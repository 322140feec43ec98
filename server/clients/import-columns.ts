import { badInput } from "../errors.ts";
import { cellText } from "./cell-text.ts";

/** The columns of ClientCreateInput (decisions section 12). */
const IMPORT_COLUMNS = [
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
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

const BY_NAME = new Map(IMPORT_COLUMNS.map((column) => [column.toLowerCase(), column]));

/**
 * The columns that a header row names, in its order; capitals do not matter.
 * @throws AppError BAD_INPUT (`fileName`) that names what is wrong and the columns there are.
 */
export function readImportColumns(cells: readonly string[]): ImportColumn[] {
  const columns = cells.map((cell, index) => {
    const name = (cellText(cell) ?? "").trim();
    const column = BY_NAME.get(name.toLowerCase());
    if (column) return column;
    const which = name === "" ? `column ${index + 1} has no name` : `there is no column “${name.slice(0, 100)}”`;
    throw badInput("fileName", `the header row is wrong: ${which}; the columns are ${IMPORT_COLUMNS.join(", ")}`);
  });
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice) throw badInput("fileName", `the header row is wrong: the column ${twice} is there twice`);
  if (!columns.includes("externalClientId") && !columns.includes("phone"))
    throw badInput("fileName", "the header row is wrong: a column externalClientId or phone is needed");
  return columns;
}
