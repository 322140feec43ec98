import type { ConvQuery, QueryField, Term } from "./conv-query.ts";

/** The ids of names, by field. Maps the lower-case name to the id. */
export type Names = Partial<Record<QueryField, ReadonlyMap<string, string>>>;

/** The filter in the API's form. */
export type ConvFilter = { any: { all: { field: QueryField | "text"; op: Term["op"]; values: string[] }[] }[] };

/** An id that matches nothing. A condition on an unknown name then finds nothing, instead of being left out. */
const NIL = "00000000-0000-0000-0000-000000000000";
/** The ids that the service accepts. */
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Fields whose values are names for ids, and the keywords that need no id. */
const NAMED: Partial<Record<QueryField, readonly string[]>> = {
  owner: ["me", "none"],
  stage: ["none"],
  channel: [],
  broadcast: ["none", "any"],
  client: [],
};

/** The fields in a query whose names need to be resolved. */
export function namedFields({ groups }: ConvQuery): QueryField[] {
  const fields = groups.flat().map(({ field }) => field);
  return [...new Set(fields.filter((field) => NAMED[field] !== undefined))];
}

/** The conditions with ids instead of names, and the unknown names. */
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

/** Whether the query itself has a condition on open or ended. The view of all open conversations then does not add its own. */
export function namesState({ groups }: ConvQuery): boolean {
  return groups.some((group) => group.some(({ field }) => field === "state"));
}
