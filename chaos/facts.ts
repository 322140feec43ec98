import {
  STATUSES,
  type Arrival,
  type ArrivalEnd,
  type Fail,
  type FaultName,
  type History,
  type Invoke,
  type Meta,
  type Ok,
  type OperationKind,
  type Operations,
  type ProcessEvent,
  type Mark,
  type Receipt,
  type ReceiptEnd,
  type SeenError,
  type State,
  type Status,
  type Table,
  type Unknown,
} from "./records.ts";

/** A call from its first record to its last. `line` and `endLine` count from 1, as in the file. */
export interface CallOf<K extends OperationKind> {
  op: number;
  kind: K;
  by: string;
  input: Operations[K]["input"];
  at: number;
  line: number;
  /** null: the call never ended. */
  endAt: number | null;
  endLine: number | null;
  outcome: "ok" | "fail" | "unknown";
  /** Set for `ok`. */
  output: Operations[K]["output"] | null;
  /** Set for all other outcomes, if the call ended. */
  error: SeenError | null;
}

export interface ArrivalFact extends Arrival {
  line: number;
  end: (ArrivalEnd & { line: number }) | null;
}
export interface ReceiptFact extends Receipt {
  line: number;
  end: (ReceiptEnd & { line: number }) | null;
}
/**
 * `end` is when the fault stops: `at` for a fault without duration, Infinity for one that was never mended. `mendedAt` is when
 * its target worked again.
 */
export interface FaultFact {
  name: FaultName;
  target: string;
  at: number;
  end: number;
  mendedAt: number;
  line: number;
}

/** A history, indexed once for all rules. */
export interface Facts {
  meta: Meta;
  /** The time of the last record that is not part of the state. */
  lastAt: number;
  calls: CallOf<OperationKind>[];
  callsOf: <K extends OperationKind>(kind: K) => CallOf<K>[];
  arrivals: ArrivalFact[];
  arrivalsOf: ReadonlyMap<string, ArrivalFact[]>;
  receipts: ReceiptFact[];
  faults: FaultFact[];
  processes: (ProcessEvent & { line: number })[];
  marks: ReadonlyMap<Mark["name"], { at: number; line: number }>;
  rows: { [T in Table]: State[T][] };
  messages: ReadonlyMap<string, State["message"]>;
  /** Our messages that go to a provider. Notes are not included. */
  outgoing: State["message"][];
}

const POINTS: ReadonlySet<FaultName> = new Set(["kill", "replace"]);

export function factsOf(history: History): Facts {
  const meta = history.find((record) => record.type === "meta");
  if (!meta) throw new Error("A history begins with what was run (meta); this one does not.");
  const calls = new Map<number, CallOf<OperationKind>>();
  const arrivals = new Map<number, ArrivalFact>();
  const receipts = new Map<number, ReceiptFact>();
  const faults = new Map<number, FaultFact>();
  const processes: Facts["processes"] = [];
  const marks = new Map<Mark["name"], { at: number; line: number }>();
  const rows = {
    message: [],
    conversation: [],
    client: [],
    broadcast: [],
    broadcastRecipient: [],
    event: [],
    webhookDelivery: [],
    sendQueue: [],
    sendAttempt: [],
  } as Facts["rows"];
  let lastAt = 0;

  for (const [index, record] of history.entries()) {
    const line = index + 1;
    if (record.type !== "row") lastAt = Math.max(lastAt, record.at);
    switch (record.type) {
      case "meta":
        break;
      case "invoke":
        calls.set(record.op, begunCall(record, line));
        break;
      case "ok":
      case "fail":
      case "unknown": {
        const call = calls.get(record.op);
        if (call) endCall(call, record, line);
        break;
      }
      case "arrival":
        arrivals.set(record.arrival, { ...record, line, end: null });
        break;
      case "arrivalEnd": {
        const arrival = arrivals.get(record.arrival);
        if (arrival) arrival.end = { ...record, line };
        break;
      }
      case "receipt":
        receipts.set(record.receipt, { ...record, line, end: null });
        break;
      case "receiptEnd": {
        const receipt = receipts.get(record.receipt);
        if (receipt) receipt.end = { ...record, line };
        break;
      }
      case "faultBegin": {
        const { name, target, at } = record;
        faults.set(record.fault, { name, target, at, end: POINTS.has(name) ? at : Infinity, mendedAt: Infinity, line });
        break;
      }
      case "faultEnd": {
        const fault = faults.get(record.fault);
        if (!fault) break;
        fault.mendedAt = record.at;
        if (!POINTS.has(fault.name)) fault.end = record.at;
        break;
      }
      case "process":
        processes.push({ ...record, line });
        break;
      case "mark":
        marks.set(record.name, { at: record.at, line });
        break;
      case "row":
        (rows[record.table] as unknown[]).push(record.row);
    }
  }

  const all = [...calls.values()];
  const byKind = groupBy(all, ({ kind }) => kind);
  const inOrder = [...arrivals.values()];
  return {
    meta,
    lastAt,
    calls: all,
    callsOf: <K extends OperationKind>(kind: K) => (byKind.get(kind) ?? []) as CallOf<K>[],
    arrivals: inOrder,
    arrivalsOf: groupBy(inOrder, ({ messageId }) => messageId),
    receipts: [...receipts.values()],
    faults: [...faults.values()],
    processes,
    marks,
    rows,
    messages: new Map(rows.message.map((message) => [message.id, message])),
    outgoing: rows.message.filter(({ isAgent, type }) => isAgent && type !== "note"),
  };
}

function begunCall({ op, kind, by, input, at }: Invoke, line: number): CallOf<OperationKind> {
  return { op, kind, by, input, at, line, endAt: null, endLine: null, outcome: "unknown", output: null, error: null };
}

function endCall(call: CallOf<OperationKind>, record: Ok | Fail | Unknown, line: number): void {
  call.endAt = record.at;
  call.endLine = line;
  call.outcome = record.type;
  if (record.type === "ok") call.output = record.output;
  else call.error = record.error;
}

export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export function rankOf(status: Status): number {
  return STATUSES.indexOf(status);
}

/** Whether the provider accepted the message, even if its response was lost. */
export function isAccepted({ end }: ArrivalFact): boolean {
  return end !== null && is2xx(end.status);
}

/** Whether the provider accepted the message and sent its whole response. A healthy caller has read it. */
export function isToldAccepted(arrival: ArrivalFact): boolean {
  return isAccepted(arrival) && arrival.end?.written === true;
}

export function is2xx(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
