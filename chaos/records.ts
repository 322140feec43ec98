/**
 * What happened in a run, as one ordered record: what clients asked and were told, what reached the provider and the
 * receivers of webhooks, what was broken and when, how the processes came and went, and what the database held in the end.
 * Everything is seen from outside the product, by one process and one clock. check.ts judges it.
 *
 * A record is one line of JSON, so that a run can be kept, read by eye and judged again.
 */
/** In rank order, as the product's own. */
export const STATUSES = ["pending", "sent", "failed", "delivered", "read", "played"] as const;
export type Status = (typeof STATUSES)[number];

/**
 * What clients do: what they ask for, and what an answer that says yes gives them.
 * Texts and names are unique per wish: the checker finds by them what became of a call that was never answered. Calls with
 * one `idempotencyKey` (addMessage), one `externalMessageId` (ingress) or one `name` (createBroadcast) are one wish.
 */
export interface Operations {
  addMessage: {
    input: { integrationId: string; convId: string; content: string; idempotencyKey?: string };
    output: { messageId: string };
  };
  /** A client's message into a CUSTOM channel; `externalMessageId` is the body's messageId. `album`: sent together by one new sender. */
  ingress: {
    input: { integrationId: string; senderId: string; externalMessageId: string; content: string; album?: string };
    output: { messageId: string; conversationId: string; clientId: string };
  };
  createBroadcast: { input: { integrationId: string; name: string }; output: { broadcastId: string } };
  launchBroadcast: { input: { broadcastId: string }; output: { state: string; totalCount: number } };
  /** The provider tells what became of a message. */
  reportStatus: {
    input: { integrationId: string; externalMessageId: string; status: Status };
    output: Record<string, never>;
  };
  /** A poll: the statuses as a client of the API sees them. */
  pollStatuses: { input: { about: string }; output: { statuses: [messageId: string, status: Status][] } };
  /** A poll of broadcastReport or a broadcast's own figures. */
  pollBroadcast: {
    input: { broadcastId: string };
    output: { state: string; totalCount: number; outcomes: number };
  };
  /** Any other request that changes nothing; `about` says which. */
  read: { input: { about: string }; output: Record<string, never> };
  /** Any other request that changes something the checker does not follow; `about` says which. */
  write: { input: { about: string }; output: Record<string, never> };
}
export type OperationKind = keyof Operations;

/** Milliseconds of the monotonic clock of the recording process since the record began. */
interface Timed {
  at: number;
}

export interface Meta extends Timed {
  type: "meta";
  scenario: string;
  seed: string;
  /** Wall time at `at`, ISO. */
  wall: string;
  workspaceId: number;
  /** Subscriptions that exist through the whole run. */
  webhooks: { id: string; event: string }[];
  workers: number;
  /** Sends that one worker has under way at most, over all channels of the run: what a kill may repeat. */
  sendsPerWorker: number;
  /** What all channels of the run together may send: how fast a backlog can go. */
  sendsPerSecond: number;
}

export type Invoke = {
  [K in OperationKind]: Timed & { type: "invoke"; op: number; kind: K; by: string; input: Operations[K]["input"] };
}[OperationKind];
export interface Ok extends Timed {
  type: "ok";
  op: number;
  output: Operations[OperationKind]["output"];
}
/** Refused: the answer says that nothing was done. */
export interface Fail extends Timed {
  type: "fail";
  op: number;
  error: SeenError;
}
/** No answer, or one that does not say: it may have been done or not. */
export interface Unknown extends Timed {
  type: "unknown";
  op: number;
  error: SeenError;
}
/** What a client saw: `status` null when no answer came, `text` the first 2,000 characters of it. */
export interface SeenError {
  status: number | null;
  code?: string;
  text: string;
}

/** A request at the provider, when its body has been read. */
export interface Arrival extends Timed {
  type: "arrival";
  arrival: number;
  integrationId: string;
  idempotencyKey: string | null;
  messageId: string;
  convId: string;
}
/**
 * How that request ended: `status` null when it was never answered, `written` false when the caller's connection was gone
 * before the whole answer was handed over.
 */
export interface ArrivalEnd extends Timed {
  type: "arrivalEnd";
  arrival: number;
  status: number | null;
  externalMessageId: string | null;
  written: boolean;
  /** The pause that a 429 or 503 asked for. */
  retryAfterSeconds?: number;
}

/** A request at a webhook's receiver. */
export interface Receipt extends Timed {
  type: "receipt";
  receipt: number;
  /** The subscription's id. */
  subscription: string;
  /** The header webhook-id. */
  eventId: string;
  event: string;
  body: string;
  signatureValid: boolean;
}
export interface ReceiptEnd extends Timed {
  type: "receiptEnd";
  receipt: number;
  status: number | null;
  written: boolean;
  retryAfterSeconds?: number;
}

/** What was broken. `target` is a process's name, `database`, `provider` or a subscription's id. */
export interface FaultBegin extends Timed {
  type: "faultBegin";
  fault: number;
  name: FaultName;
  target: string;
}
export interface FaultEnd extends Timed {
  type: "faultEnd";
  fault: number;
}
export type FaultName =
  /** SIGKILL. */
  | "kill"
  /** SIGTERM, the new one being up already: excuses nothing. */
  | "replace"
  /** SIGSTOP until its end. */
  | "freeze"
  /** The database is restarted without mercy. */
  | "databaseRestart"
  /** The way to the database forwards nothing and closes nothing. */
  | "databaseHalfOpen"
  /** The way to the database is cut: connections are reset and refused. */
  | "databaseCut"
  /** The provider answers 5xx or 429, hangs, or answers garbage. */
  | "providerErrors"
  /** The provider's answers are lost: the request is done, the connection is closed. */
  | "providerLostAnswers"
  | "receiverErrors"
  | "receiverHangs";

/** A process of the product. `exit`: `expected` when it was told or killed. */
export interface ProcessEvent extends Timed {
  type: "process";
  name: string;
  pid: number;
  what: "start" | "ready" | "stop" | "exit";
  code?: number | null;
  signal?: string | null;
  expected?: boolean;
}

/** Where the run stood: load, faults ended; nothing is pending any more; nothing could be waited for any longer. */
export interface Mark extends Timed {
  type: "mark";
  name: "loadBegan" | "loadEnded" | "faultsEnded" | "settled" | "gaveUpWaiting";
}

/** Rows of the database at the end; times are ISO. */
export interface State {
  message: {
    id: string;
    convId: string;
    clientId: string;
    integrationId: string;
    seq: number;
    content: string;
    type: string;
    isAgent: boolean;
    status: Status;
    error: string | null;
    externalMessageId: string | null;
    broadcastId: string | null;
    createdAt: string;
  };
  conversation: {
    id: string;
    clientId: string;
    integrationId: string;
    externalConversationId: string | null;
    ended: boolean;
    createdAt: string;
  };
  client: { id: string; externalClientId: string | null; createdAt: string };
  broadcast: { id: string; name: string; state: string; totalCount: number; error: string | null };
  broadcastRecipient: { broadcastId: string; clientId: string; messageId: string | null; error: string | null };
  event: {
    id: string;
    /** With seq: of two events with the same order of both, the first cannot have been committed later. */
    txid: string;
    seq: string;
    name: string;
    /** The status that a MESSAGE_UPDATED tells of; null for others. */
    status: string | null;
    convId: string | null;
    clientId: string | null;
    messageId: string | null;
    createdAt: string;
  };
  webhookDelivery: {
    id: string;
    webhookId: string;
    eventId: string;
    eventSeq: string;
    convId: string | null;
    state: string;
    attempts: number;
    /** Seconds from the reading of the state to the next attempt; null: none. */
    waitsSeconds: number | null;
  };
  sendQueue: { messageId: string; convId: string };
  sendAttempt: { messageId: string; attemptNo: number; outcome: string | null; responseStatus: number | null };
}
export type Table = keyof State;
export type Row = { [T in Table]: Timed & { type: "row"; table: T; row: State[T] } }[Table];

export type HistoryRecord =
  | Meta
  | Invoke
  | Ok
  | Fail
  | Unknown
  | Arrival
  | ArrivalEnd
  | Receipt
  | ReceiptEnd
  | FaultBegin
  | FaultEnd
  | ProcessEvent
  | Mark
  | Row;

/** In the order in which it was recorded; the line of a record in its file is its index + 1. */
export type History = readonly HistoryRecord[];
