import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import type {
  Arrival,
  ArrivalEnd,
  FaultName,
  History,
  HistoryRecord,
  Invoke,
  Mark,
  Meta,
  OperationKind,
  Operations,
  ProcessEvent,
  Receipt,
  ReceiptEnd,
  Row,
  SeenError,
  State,
  Table,
} from "./records.ts";

/** A call in progress. Pass it to `ok`, `fail` or `unknown`. */
export interface Call<K extends OperationKind> {
  op: number;
  kind: K;
}

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;

/**
 * Records a run in memory, and in `file` if given. `now()` is the clock of `at`. Each `…End` takes the number that its
 * beginning returned.
 */
export function recordHistory(file?: string) {
  const records: HistoryRecord[] = [];
  const stream = file === undefined ? null : createWriteStream(file);
  const origin = performance.now();
  let numbers = 0;

  const now = () => Math.round((performance.now() - origin) * 1000) / 1000;
  const add = (record: Without<HistoryRecord, "at">) => {
    const whole = { at: now(), ...record } as HistoryRecord;
    records.push(whole);
    stream?.write(`${JSON.stringify(whole)}\n`);
  };
  const begin = (record: (number: number) => Without<HistoryRecord, "at">) => {
    const number = ++numbers;
    add(record(number));
    return number;
  };

  return {
    records: records as History,
    now,
    meta: (meta: Omit<Meta, "type" | "at" | "wall">) => add({ type: "meta", wall: new Date().toISOString(), ...meta }),

    invoke<K extends OperationKind>(kind: K, by: string, input: Operations[K]["input"]): Call<K> {
      const op = begin((number) => ({ type: "invoke", op: number, kind, by, input }) as Without<Invoke, "at">);
      return { op, kind };
    },
    ok: <K extends OperationKind>({ op }: Call<K>, output: Operations[K]["output"]) => add({ type: "ok", op, output }),
    fail: ({ op }: Call<OperationKind>, error: SeenError) => add({ type: "fail", op, error: cut(error) }),
    unknown: ({ op }: Call<OperationKind>, error: SeenError) => add({ type: "unknown", op, error: cut(error) }),

    arrival: (arrival: Omit<Arrival, "type" | "at" | "arrival">) =>
      begin((number) => ({ type: "arrival", arrival: number, ...arrival })),
    arrivalEnd: (arrival: number, end: Omit<ArrivalEnd, "type" | "at" | "arrival">) =>
      add({ type: "arrivalEnd", arrival, ...end }),
    receipt: (receipt: Omit<Receipt, "type" | "at" | "receipt">) =>
      begin((number) => ({ type: "receipt", receipt: number, ...receipt })),
    receiptEnd: (receipt: number, end: Omit<ReceiptEnd, "type" | "at" | "receipt">) =>
      add({ type: "receiptEnd", receipt, ...end }),

    faultBegin: (name: FaultName, target: string) => begin((fault) => ({ type: "faultBegin", fault, name, target })),
    faultEnd: (fault: number) => add({ type: "faultEnd", fault }),
    process: (event: Omit<ProcessEvent, "type" | "at">) => add({ type: "process", ...event }),
    mark: (name: Mark["name"]) => add({ type: "mark", name }),
    row: <T extends Table>(table: T, row: State[T]) => add({ type: "row", table, row } as Without<Row, "at">),

    /** Resolves when the file is complete. */
    close: () => new Promise<void>((done) => (stream ? stream.end(done) : done())),
  };
}
export type Recorder = ReturnType<typeof recordHistory>;

function cut(error: SeenError): SeenError {
  return { ...error, text: error.text.slice(0, 2000) };
}

/** Reads a stored history. Skips a last line that a crash of the recorder cut off. */
export async function readHistory(file: string): Promise<History> {
  const lines = (await readFile(file, "utf8")).split("\n");
  if (lines.at(-1) !== "") lines.pop();
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as HistoryRecord);
}
