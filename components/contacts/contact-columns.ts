/** The optional columns of the table, in display order. */
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

/** Minimum widths in pixels. Remaining space is divided in the same proportions. */
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

/** The columns that a person has chosen, in table order. Unknown ones are skipped. */
export function chosenColumns(kept: readonly string[] | null): Column[] {
  return COLUMNS.filter((column) => (kept ?? USUAL).includes(column));
}

/** Adds or removes a column. */
export function toggled(columns: readonly Column[], column: Column): Column[] {
  return COLUMNS.filter((each) => (each === column ? !columns.includes(column) : columns.includes(each)));
}

/** `grid-template-columns` of a row: checkbox, name, chosen columns. */
export function gridOf(columns: readonly Column[]): string {
  const rest = columns.map((column) => `minmax(${COLUMN_PX[column]}px, ${COLUMN_PX[column]}fr)`);
  return ["36px", "minmax(200px, 240fr)", ...rest].join(" ");
}
