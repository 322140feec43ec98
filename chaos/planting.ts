/** Helpers that break a good run in one place, for the checker's own tests. */
import type { HistoryRecord, State, Table } from "./records.ts";

export type Run = HistoryRecord[];
export type Of<K extends HistoryRecord["type"]> = Extract<HistoryRecord, { type: K }>;

/** The only record of the type that fits. Throws if there is none: a mutation without a target must not pass as found. */
export function the<K extends HistoryRecord["type"]>(run: Run, type: K, fits: (record: Of<K>) => boolean): Of<K> {
  const found = run.find((record): record is Of<K> => record.type === type && fits(record as Of<K>));
  if (!found) throw new Error(`The good run has no such ${type}.`);
  return found;
}

function rowsOf<T extends Table>(run: Run, table: T, fits: (row: State[T]) => boolean): State[T][] {
  const found = run.flatMap((record) =>
    record.type === "row" && record.table === table && fits(record.row as State[T]) ? [record.row as State[T]] : [],
  );
  if (found.length === 0) throw new Error(`The good run has no such row of ${table}.`);
  return found;
}

export function theRow<T extends Table>(run: Run, table: T, fits: (row: State[T]) => boolean): State[T] {
  const [row] = rowsOf(run, table, fits);
  if (!row) throw new Error(`The good run has no such row of ${table}.`);
  return row;
}

export function dropRow<T extends Table>(run: Run, table: T, fits: (row: State[T]) => boolean): Run {
  const gone = new Set<unknown>(rowsOf(run, table, fits));
  return run.filter((record) => record.type !== "row" || !gone.has(record.row));
}

export function addRow<T extends Table>(run: Run, table: T, row: State[T]): Run {
  const last = run.at(-1)?.at ?? 0;
  return [...run, { at: last, type: "row", table, row } as HistoryRecord];
}

export const inTime = (run: Run): Run => run.toSorted((a, b) => a.at - b.at);
export const message = (run: Run, id: string) => theRow(run, "message", (row) => row.id === id);
export const invoke = (run: Run, kind: string, nth = 0) =>
  run.filter((record) => record.type === "invoke" && record.kind === kind)[nth] as Of<"invoke">;
export const end = (run: Run, op: number) =>
  run.findIndex((record) => "op" in record && record.op === op && record.type !== "invoke");
export const arrivalOf = (run: Run, messageId: string) =>
  the(run, "arrival", (record) => record.messageId === messageId);
export const arrivalEnd = (run: Run, arrival: number) => the(run, "arrivalEnd", (record) => record.arrival === arrival);
export const receiptOf = (run: Run, event: string) => the(run, "receipt", (record) => record.event === event);
export const without = (run: Run, record: HistoryRecord): Run => run.filter((other) => other !== record);

/** Adds one more attempt of a message at the provider. */
export function arriveAgain(run: Run, messageId: string, after: number, key = messageId): Run {
  const first = arrivalOf(run, messageId);
  const at = first.at + after;
  const answer = { status: 200, externalMessageId: `ext-${messageId}`, written: true };
  const attempts = rowsOf(run, "sendAttempt", (row) => row.messageId === messageId);
  return addRow(
    inTime([
      ...run,
      { ...first, at, arrival: 900_000, idempotencyKey: key },
      { at: at + 10, type: "arrivalEnd", arrival: 900_000, ...answer },
    ]),
    "sendAttempt",
    { messageId, attemptNo: attempts.length + 1, outcome: "accepted", responseStatus: 200 },
  );
}
