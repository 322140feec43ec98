import { badInput } from "../errors.ts";
import { say, type Said } from "../say.ts";
import { CONDITIONS_MAX, GROUPS_MAX, VALUE_LENGTH_MAX, VALUES_MAX } from "./conv-filter.ts";

const QUERY_MAX = 1_000;

/** As in the search field: text in quotation marks stays together. */
const TOKENS = /(?:"(?:\\.|[^"\\])*"?|[^\s"])+/gsu;
const VALUES = /(?:"(?:\\.|[^"\\])*"?|[^,"])+/gsu;
const CONDITION = /^-?[a-z]+:(.*)$/su;

/**
 * Validates a saved view's query in the syntax of the search field. A view of everything has an empty one. The browser parses it. Here it
 * is checked against the limits of a filter (checkConvFilter), so that one view cannot break the counts of all.
 * @throws AppError BAD_INPUT
 */
export function viewQuery(query: string): string {
  const line = query.trim();
  const refuse = (sentence: Said) => badInput("query", sentence);
  if (line.length > QUERY_MAX) throw refuse(say("inbox.viewLong", { count: QUERY_MAX }));
  let [groups, ofGroup, conditions] = [0, 0, 0];
  for (const token of line.match(TOKENS) ?? []) {
    if (token === "or") ofGroup = 0;
    const [, rest] = CONDITION.exec(token) ?? [];
    if (rest === undefined) continue;
    if (ofGroup === 0) groups += 1;
    ofGroup += 1;
    conditions += 1;
    const values = rest.match(VALUES) ?? [];
    if (values.length > VALUES_MAX) throw refuse(say("inbox.viewValues", { count: VALUES_MAX }));
    if (values.some((value) => value.length > VALUE_LENGTH_MAX))
      throw refuse(say("inbox.viewValueLong", { count: VALUE_LENGTH_MAX }));
  }
  if (groups > GROUPS_MAX) throw refuse(say("inbox.viewGroups", { count: GROUPS_MAX }));
  if (conditions > CONDITIONS_MAX) throw refuse(say("inbox.viewConditions", { count: CONDITIONS_MAX }));
  return line;
}
