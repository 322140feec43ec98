/**
 * A condition that is true for every row of a list passed to a statement as JSON. `column` holds whole numbers from 0 up.
 * It makes PostgreSQL estimate one row, so it looks up related rows by key. The generic plan then costs no more than a plan
 * for this list, and PostgreSQL keeps it after five runs. With an estimate of a hundred rows it would read whole tables.
 * With a limit as long as the list it would plan short lists every time, which takes longer than running them
 * (choose_custom_plan in PostgreSQL's plancache.c).
 */
export function fewRows(column: string): string {
  return `${column} = abs(${column})`;
}
