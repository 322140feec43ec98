import type { ConvQuery, QueryField, Term } from "./conv-query.ts";

/** The names that values stand for, by field: value in small letters to id. */
export type Names = Partial<Record<QueryField, ReadonlyMap<string, string>>>;

/** As the API takes it. */
export type ConvFilter = { any: { all: { field: QueryField | "text"; op: Term["op"]; values: string[] }[] }[] };

/** Names nothing: a condition on what is not there finds nothing, instead of being left out. */
const NIL = "00000000-0000-0000-0000-000000000000";
/** What the service takes for an id. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Fields whose values are ids behind names, and the words that stand for themselves. */
const NAMED: Partial<Record<QueryField, readonly string[]>> = {
  owner: ["me", "none"],
  stage: ["none"],
  channel: [],
  broadcast: ["none", "any"],
  client: [],
};

/** The fields of a query that have names to look up. */
export function namedFields({ groups }: ConvQuery): QueryField[] {
  const fields = groups.flat().map(({ field }) => field);
  return [...new Set(fields.filter((field) => NAMED[field] !== undefined))];
}

/** The conditions with ids in place of names, and the names that nobody has. */
export function resolveQuery(
  { groups }: ConvQuery,
  names: Names,
): { filter: ConvFilter | null; missing: { field: QueryField; value: string }[] } {
  const missing: { field: QueryField; value: string }[] = [];
  const idOf = (field: QueryField, value: string): string => {
    const words = NAMED[field];
    if (!words || words.includes(value) || ID.test(value)) return value;
    const id = names[field]?.get(value.toLowerCase());
    if (id === undefined) missing.push({ field, value });
    return id ?? NIL;
  };
  const any = groups.map((group) => ({
    all: group.map(({ field, op, values }) => ({ field, op, values: values.map((value) => idOf(field, value)) })),
  }));
  return { filter: any.length > 0 ? { any } : null, missing };
}

/** Whether it says itself whether conversations are open or ended: then the view of all that is open does not say it again. */
export function namesState({ groups }: ConvQuery): boolean {
  return groups.some((group) => group.some(({ field }) => field === "state"));
}
