/**
 * The record of a run, in order: clients' requests and responses, what reached the provider and the webhook receivers, the
 * faults, the processes' starts and exits, and the database's final content. One process observes everything from outside the
 * product, by one clock. check.ts judges the record.
 *
 * Each record is one line of JSON, so that a run can be stored, read and judged again.
 */
/** In rank order, as in the product. */
export const STATUSES = ["pending", "sent", "failed", "delivered", "read", "played"] as const;
export type Status = (typeof STATUSES)[number];

/**
 * What API clients do: the input of each call, and the output of a successful response. Texts and names are unique per logical
 * request (`wish`), so that the checker can find the result of a call without a response. Calls with the same `idempotencyKey`
 * (addMessage), `externalMessageId` (ingress) or `name` (createBroadcast) are one wish.
 */
export interface Operations {
  addMessage: {
    input: { integrationId: string; convId: string; content: string; idempotencyKey?: string };
    output: { messageId: string };
  };
  /**
   * A contact's message into a CUSTOM channel. `externalMessageId` is the body's messageId. `album`: one new sender sends these
   * together.
   */
  ingress: {
    input: { integrationId: string; senderId: string; externalMessageId: string; content: string; album?: string };
    output: { messageId: string; conversationId: string; clientId: string };
  };
  createBroadcast: { input: { integrationId: string; name: string }; output: { broadcastId: string } };
  launchBroadcast: { input: { broadcastId: string }; output: { state: string; totalCount: number } };
  /** The provider reports a message's status. */
  reportStatus: {
    input: { integrationId: string; externalMessageId: string; status: Status };
    output: Record<string, never>;
  };
  /** A poll: the statuses as an API client sees them. */
  pollStatuses: { input: { about: string }; output: { statuses: [messageId: string, status: Status][] } };
  /** A poll of broadcastReport or of a broadcast's own figures. */
  pollBroadcast: {
    input: { broadcastId: string };
    output: { state: string; totalCount: number; outcomes: number };
  };
  /** Any other request that changes nothing. `about` says which. */
  read: { input: { about: string }; output: Record<string, never> };
  /** Any other request that makes a change the checker does not follow. `about` says which. */
  write: { input: { about: string }; output: Record<string, never> };
}
export type OperationKind = keyof Operations;

/** Milliseconds since the record began, by the recording process's monotonic clock. */
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
  /** Subscriptions that exist during the whole run. */
  webhooks: { id: string; event: string }[];
  workers: number;
  /** The most sends that one worker has in progress, over all channels of the run. A kill may repeat this many. */
  sendsPerWorker: number;
  /** The combined send rate of all channels of the run. It determines how fast a backlog shrinks. */
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
/** Refused: the response says that nothing was done. */
export interface Fail extends Timed {
  type: "fail";
  op: number;
  error: SeenError;
}
/** No response, or one that leaves the outcome open: it may have been done or not. */
export interface Unknown extends Timed {
  type: "unknown";
  op: number;
  error: SeenError;
}
/** What the client saw. `status` is null if there was no response. `text` has its first 2,000 characters. */
export interface SeenError {
  status: number | null;
  code?: string;
  text: string;
}

/** A request at the provider, recorded after its body was read. */
export interface Arrival extends Timed {
  type: "arrival";
  arrival: number;
  integrationId: string;
  idempotencyKey: string | null;
  messageId: string;
  convId: string;
}
/**
 * The end of that request. `status` is null if it got no response. `written` is false if the caller disconnected before the
 * whole response was sent.
 */
export interface ArrivalEnd extends Timed {
  type: "arrivalEnd";
  arrival: number;
  status: number | null;
  externalMessageId: string | null;
  written: boolean;
  /** The `Retry-After` of a 429 or 503. */
  retryAfterSeconds?: number;
}

/** A request at a webhook receiver. */
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

/** A fault. `target` is a process's name, `database`, `provider` or a subscription's id. */
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
  /** SIGTERM after the replacement is ready. Excuses nothing. */
  | "replace"
  /** SIGSTOP until the fault ends. */
  | "freeze"
  /** The database restarts immediately, without a clean shutdown. */
  | "databaseRestart"
  /** The connection to the database forwards nothing and closes nothing. */
  | "databaseHalfOpen"
  /** The connection to the database is cut: connections are reset and refused. */
  | "databaseCut"
  /** The provider responds with 5xx or 429, hangs, or returns garbage. */
  | "providerErrors"
  /** The provider's responses are lost: it does the work and closes the connection. */
  | "providerLostAnswers"
  | "receiverErrors"
  | "receiverHangs";

/** A process of the product. `exit` has `expected` if the rig stopped or killed it. */
export interface ProcessEvent extends Timed {
  type: "process";
  name: string;
  pid: number;
  what: "start" | "ready" | "stop" | "exit";
  code?: number | null;
  signal?: string | null;
  expected?: boolean;
}

/** A phase of the run: the load ended, the faults ended, nothing is pending, or the rig gave up waiting. */
export interface Mark extends Timed {
  type: "mark";
  name: "loadBegan" | "loadEnded" | "faultsEnded" | "settled" | "gaveUpWaiting";
}

/** Rows of the database at the end. Times are ISO. */
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
    /** Compare with `seq`: if both have the same order for two events, the first was not committed later. */
    txid: string;
    seq: string;
    name: string;
    /** The status in a MESSAGE_UPDATED. null for other events. */
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
    /** Seconds from the snapshot to the next attempt. null: none. */
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

/** In the order of recording. A record's line in its file is its index + 1. */
export type History = readonly HistoryRecord[];
