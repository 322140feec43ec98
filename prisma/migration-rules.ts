import { isOutside, OUTSIDE } from "./run-script.ts";

/** A comment of this form before a statement allows it. Its author has considered who has to wait. */
const ALLOWED = /--\s*allowed:\s*\S/;

type Statement = { text: string; isAllowed: boolean };
type Rule = { when: RegExp; why: string };

const TABLE = String.raw`(?:only )?(?:if exists )?"?(?<table>\w+)"?`;

/** What locks a table against writers: changing or dropping it, an index on it, a new table that refers to it. */
const LOCKING = [
  "^alter table",
  "^drop table",
  String.raw`^create (?:unique )?index (?:if not exists )?"?\w+"? on`,
].map((start) => new RegExp(`${start} ${TABLE}`, "i"));
const REFERENCES = new RegExp(`references ${TABLE}`, "gi");

/** Statements that block every writer of a table for a time that grows with the table. */
const ON_A_TABLE: readonly Rule[] = [
  {
    when: new RegExp(String.raw`^create (unique )?index (?!concurrently)(if not exists )?"?\w+"? on ${TABLE}`, "i"),
    why: "nobody writes while it is built: create index concurrently, in a migration of its own that begins with -- outside a transaction",
  },
  {
    when: new RegExp(String.raw`^alter table ${TABLE} .*alter (column )?"?\w+"? (set data )?type\b`, "i"),
    why: "the table is written anew: add a column, fill it in batches, read both, then drop the old one",
  },
  {
    when: new RegExp(String.raw`^alter table ${TABLE} .*alter (column )?"?\w+"? set not null`, "i"),
    why: "the whole table is read under a lock: add a check (… is not null) not valid, validate it in the next migration, then set not null",
  },
  {
    when: new RegExp(
      String.raw`^alter table ${TABLE} .*add (column )?(if not exists )?"?\w+"? (?!.*default).*\bnot null`,
      "i",
    ),
    why: "rows that are there have no value for it: give it a default",
  },
  {
    when: new RegExp(
      String.raw`^alter table ${TABLE} .*default [^,]*(gen_random_uuid|uuid_generate|clock_timestamp|random|nextval)\s*\(`,
      "i",
    ),
    why: "each row gets a value of its own, so that the table is written anew: add the column without, then fill it in batches",
  },
  {
    when: new RegExp(String.raw`^alter table ${TABLE} .*add constraint (?!.*not valid).*\b(check|foreign key)\b`, "i"),
    why: "all rows are looked at under a lock: add it not valid, and validate it in the next migration",
  },
  {
    when: new RegExp(
      String.raw`^alter table ${TABLE} .*add constraint (?!.*using index).*\b(unique|primary key)\b`,
      "i",
    ),
    why: "an index is built under a lock: build it concurrently first, then add the constraint using index",
  },
  {
    when: new RegExp(String.raw`^(update|delete from) ${TABLE}`, "i"),
    why: "every row that it touches stays locked until the migration ends: change rows in batches, by the product",
  },
  {
    when: new RegExp(
      String.raw`^(lock table|cluster|vacuum full|truncate|reindex table (?!concurrently)) ?${TABLE}`,
      "i",
    ),
    why: "nobody reads the table meanwhile",
  },
];

/**
 * Lists what in a migration would block users while it is applied, or would fail if it ran again. One sentence each.
 * @param growing the tables that may be large. A table that the script itself creates is empty.
 */
export function dangersOf(script: string, growing: ReadonlySet<string>): string[] {
  const statements = read(script);
  const made = new Set(
    statements.flatMap(({ text }) => /^create table (?:if not exists )?"?(\w+)"?/i.exec(text)?.[1] ?? []),
  );
  const isLarge = (table: string) => growing.has(table) && !made.has(table);
  return [
    ...statements.flatMap(({ text, isAllowed }) => {
      const rule = ON_A_TABLE.find(({ when }) => isLarge(when.exec(text)?.groups?.table ?? ""));
      return rule && !isAllowed ? [`${start(text)}: ${rule.why}`] : [];
    }),
    ...(isOutside(script)
      ? halfDone(statements)
      : [...statements.flatMap(needsOutside), ...locksSeveral(statements, made)]),
  ];
}

/** A transaction that locks a second table still holds the first one. A message that needs both the other way round is a deadlock. */
function locksSeveral(statements: readonly Statement[], made: ReadonlySet<string>): string[] {
  const locked = statements.flatMap(({ text, isAllowed }) => (isAllowed ? [] : lockedBy(text)));
  const tables = [...new Set(locked)].filter((table) => !made.has(table));
  return tables.length > 1
    ? [`${tables.join(", ")}: locked one after the other: begin the script with ${OUTSIDE}, or write one for each`]
    : [];
}

function lockedBy(text: string): string[] {
  const found = /^create table/i.test(text) ? [...text.matchAll(REFERENCES)] : LOCKING.map((each) => each.exec(text));
  return found.flatMap((match) => match?.groups?.table ?? []);
}

/** Without a transaction a script may stop in the middle. On a rerun, each statement must find its work done or repeat it. */
function halfDone(statements: readonly Statement[]): string[] {
  return statements.flatMap(({ text }, index) => {
    const index_ = /^create (?:unique )?index concurrently (if not exists )?"?(\w+)"?/i.exec(text);
    if (index_) {
      const before = statements[index - 1]?.text ?? "";
      const drops = new RegExp(`^drop index concurrently if exists "?${index_[2]}"?$`, "i").test(before);
      return drops && !index_[1]
        ? []
        : [
            `${start(text)}: a try that was cut short leaves an index that is not used: drop index concurrently if exists ahead of it`,
          ];
    }
    const isSafe =
      /^drop index concurrently if exists|^alter table .* validate constraint|^reindex .*concurrently|^alter table \S+ add column if not exists [^,]+$|^alter table \S+ alter (?:column )?\S+ set storage \w+$|^create table if not exists/i.test(
        text,
      );
    return isSafe ? [] : [`${start(text)}: outside a transaction only what is right when it is begun again`];
  });
}

function needsOutside({ text }: Statement): string[] {
  return /\bconcurrently\b/i.test(text) ? [`${start(text)}: begin the script with -- outside a transaction`] : [];
}

/** Statements without comments, function bodies and line breaks. */
function read(script: string): Statement[] {
  return script
    .replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .split(";")
    .map((part) => ({
      text: part.replace(/--.*$/gm, "").replace(/\s+/g, " ").trim(),
      isAllowed: ALLOWED.test(part),
    }))
    .filter(({ text }) => text !== "");
}

function start(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
