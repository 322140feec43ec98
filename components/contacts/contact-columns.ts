/** What the table can show beside the name, in the order in which it is offered. */
export const COLUMNS = [
  "phone",
  "email",
  "tags",
  "stage",
  "country",
  "channels",
  "lastSeen",
  "city",
  "code",
  "externalClientId",
  "defaultAgent",
  "created",
] as const;
export type Column = (typeof COLUMNS)[number];

const USUAL: readonly Column[] = ["phone", "email", "tags", "stage", "country", "channels", "lastSeen"];

/** Pixels at the least; what is left is shared out by the same measure. */
const COLUMN_PX: Record<Column, number> = {
  phone: 140,
  email: 190,
  tags: 180,
  stage: 110,
  country: 80,
  channels: 90,
  lastSeen: 110,
  city: 120,
  code: 100,
  externalClientId: 150,
  defaultAgent: 130,
  created: 110,
};

/** The columns that a person has chosen, in the table's order; those that are not there any more are left out. */
export function chosenColumns(kept: readonly string[] | null): Column[] {
  return COLUMNS.filter((column) => (kept ?? USUAL).includes(column));
}

/** The choice with one more, or one less. */
export function toggled(columns: readonly Column[], column: Column): Column[] {
  return COLUMNS.filter((each) => (each === column ? !columns.includes(column) : columns.includes(each)));
}

/** `grid-template-columns` of a row: the mark, the name, then the chosen ones. */
export function gridOf(columns: readonly Column[]): string {
  const rest = columns.map((column) => `minmax(${COLUMN_PX[column]}px, ${COLUMN_PX[column]}fr)`);
  return ["36px", "minmax(200px, 240fr)", ...rest].join(" ");
}
