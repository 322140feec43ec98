/**
 * A condition that holds for every row of a list that a statement is given as JSON, by a column of whole numbers from 0 on. By it PostgreSQL
 * counts on one row: it knows no better way than to look each row's things up by their keys, and a plan for all lists costs it no
 * more than one for this list, so that it keeps it after five times. Counting on a hundred, it would read tables whole; with a limit as long
 * as the list it would plan lists of a few rows anew each time, which takes longer than to carry them out
 * (choose_custom_plan in PostgreSQL's plancache.c).
 */
export function fewRows(column: string): string {
  return `${column} = abs(${column})`;
}
