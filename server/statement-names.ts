import { createHash } from "node:crypto";

/** A statement gets a name after this many runs. A rare statement is not worth a place in every connection. */
const WORTH_A_NAME = 3;
/** Each name is a plan of about ten kilobytes that every connection keeps. */
const MOST_NAMES = 300;
/** The most statements that are counted. Then counting starts over. */
const MOST_COUNTED = 2_000;

/** Statements whose best plan depends on the search words. One plan for all words would be wrong for most of them. */
const SEARCHES = /\bi?like\b|~~|@@|<%|%>|@>|<@|&&|\bsimilarity\b/i;
/**
 * Lists that return the first of many rows. The best plan follows the order or the condition, whichever matches fewer rows.
 * PostgreSQL would keep an average plan as soon as it suits small workspaces.
 */
const LISTS = /\border\s+by\b.*\blimit\b/is;
/**
 * Statements that select all columns. A migration changes the columns while connections are open, and a kept plan then fails
 * with an error. A column list of `json_to_recordset` is fixed, so it is excluded.
 */
const ALL_COLUMNS =
  /\b(?:select|returning)\s+(?:distinct\s+)?(?:"?\w+"?\.)?\*(?!\s+from\s+json_to_recordset\b)|,\s*"?\w+"?\.\*/i;

/**
 * Names for prepared statements. A connection parses and plans a named statement once instead of on every run. The number of
 * names is limited, because some statements have as many forms as they have values.
 * @param options.lists whether lists get names too. Only use it if the caller excludes lists whose best plan depends on
 * their values.
 * @returns the name of a statement, or "" for none.
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
