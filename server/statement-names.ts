import { createHash } from "node:crypto";

/** A statement gets a name when it has come so often: what is asked once is not worth a place in every connection. */
const WORTH_A_NAME = 3;
/** Each name is a plan that every connection keeps, some ten kilobytes. */
const MOST_NAMES = 300;
/** Statements whose comings are counted; then counting begins anew. */
const MOST_COUNTED = 2_000;

/** Whose best plan depends on the words that are looked for: one plan for all words would be the wrong one for most. */
const SEARCHES = /\bi?like\b|~~|@@|<%|%>|@>|<@|&&|\bsimilarity\b/i;
/** The first of many: along the order or by the condition, whichever is rarer. A plan for the average is kept as soon as small workspaces like it. */
const LISTS = /\border\s+by\b.*\blimit\b/is;
/** Whose columns change with a migration while connections are open; a kept plan then answers with an error. A list's stand beside it. */
const ALL_COLUMNS =
  /\b(?:select|returning)\s+(?:distinct\s+)?(?:"?\w+"?\.)?\*(?!\s+from\s+json_to_recordset\b)|,\s*"?\w+"?\.\*/i;

/**
 * Names for prepared statements: a statement with a name is parsed and planned once in each connection instead of each time it runs.
 * The number of names is bounded, as some statements come in as many forms as they have values.
 * @param options.lists whether lists get names, too: only where whoever asks leaves out those whose best plan depends on their values.
 * @returns the name of a statement, or "" for one that goes without.
 */
export function statementNames(options: { lists: boolean }): (query: { sql: string; args: unknown[] }) => string {
  const names = new Map<string, string>();
  let counts = new Map<string, number>();
  const isSteady = (sql: string) =>
    !SEARCHES.test(sql) && !ALL_COLUMNS.test(sql) && (options.lists || !LISTS.test(sql));
  return ({ sql, args }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (args.length === 0 || names.size >= MOST_NAMES) return "";
    const times = (counts.get(sql) ?? 0) + 1;
    if (times < WORTH_A_NAME || !isSteady(sql)) {
      if (counts.size >= MOST_COUNTED) counts = new Map();
      counts.set(sql, times);
      return "";
    }
    counts.delete(sql);
    const name = `p-${createHash("sha256").update(sql).digest("base64url").slice(0, 22)}`;
    names.set(sql, name);
    return name;
  };
}
