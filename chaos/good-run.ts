/**
 * A correct run, written by hand for the checker's own tests. It has two faults that the rules excuse. It is small enough to
 * read, and `size` makes it as large as a long run.
 */
import type { FaultName, HistoryRecord, Operations, OperationKind, State, Status, Table } from "./records.ts";

const WALL = Date.parse("2026-11-21T12:00:00.000Z");
const CHANNEL = "channel-1";
export const WEBHOOK = "webhook-1";
const CONVS = 10;

type Fresh = HistoryRecord extends infer R ? (R extends unknown ? Omit<R, "at"> : never) : never;

/** @param size number of agents' messages. Every second one is delivered, and every tenth conversation is theirs. */
export function goodRun(size = 6): HistoryRecord[] {
  const lines: HistoryRecord[] = [];
  const rows: { table: Table; row: State[Table] }[] = [];
  const events: (State["event"] & { at: number })[] = [];
  let numbers = 0;
  const add = (at: number, record: Fresh) => void lines.push({ at, ...record } as HistoryRecord);
  const iso = (at: number) => new Date(WALL + at).toISOString();
  const row = <T extends Table>(table: T, of: State[T]) => void rows.push({ table, row: of });
  const call = <K extends OperationKind>(
    kind: K,
    at: number,
    input: Operations[K]["input"],
    output: Operations[K]["output"] | null,
  ) => {
    const op = ++numbers;
    add(at, { type: "invoke", op, kind, by: "client-1", input } as Fresh);
    if (output) add(at + 5, { type: "ok", op, output });
    else add(at + 5, { type: "unknown", op, error: { status: 200, code: "INTERNAL", text: "Something went wrong" } });
  };
  const happen = (at: number, name: string, about: Partial<State["event"]>) => {
    const fresh = { id: "", txid: "", seq: "", status: null, convId: null, clientId: null, messageId: null };
    events.push({ ...fresh, name, createdAt: iso(at), at, ...about });
  };
  const arrive = (at: number, messageId: string, convId: string, took: number, answer: "yes" | "none") => {
    const arrival = ++numbers;
    add(at, { type: "arrival", arrival, integrationId: CHANNEL, idempotencyKey: messageId, messageId, convId });
    const said =
      answer === "yes"
        ? { status: 200, externalMessageId: `ext-${messageId}` }
        : { status: null, externalMessageId: null };
    add(at + took, { type: "arrivalEnd", arrival, ...said, written: answer === "yes" });
  };
  const message = (
    at: number,
    of: Partial<State["message"]> & Pick<State["message"], "id" | "convId" | "clientId" | "seq">,
  ) => {
    const usual = { content: "", type: "text", isAgent: true, error: null, broadcastId: null, integrationId: CHANNEL };
    row("message", { ...usual, status: "sent", externalMessageId: `ext-${of.id}`, createdAt: iso(at), ...of });
  };
  const send = (at: number, id: string, convId: string, clientId: string, status: Status) => {
    const about = { convId, clientId, messageId: id };
    happen(at + 1, "OUTGOING_MESSAGE", about);
    happen(at + 1, "MESSAGE_UPDATED_SMPP", { ...about, status: "ENROUTE" });
    arrive(at + 20, id, convId, 20, "yes");
    row("sendAttempt", { messageId: id, attemptNo: 1, outcome: "accepted", responseStatus: 200 });
    happen(at + 50, "MESSAGE_UPDATED", { ...about, status: "sent" });
    if (status !== "delivered") return;
    call("reportStatus", at + 60, { integrationId: CHANNEL, externalMessageId: `ext-${id}`, status }, {});
    happen(at + 62, "MESSAGE_UPDATED", { ...about, status });
  };

  add(0, {
    type: "meta",
    scenario: "good",
    seed: "1",
    wall: new Date(WALL).toISOString(),
    workspaceId: 1,
    webhooks: [{ id: WEBHOOK, event: "ANY_EVENT" }],
    workers: 2,
    sendsPerWorker: 20,
    sendsPerSecond: 50,
  });
  for (const [pid, name] of ["web-1", "worker-1", "worker-2"].entries()) {
    add(1, { type: "process", name, pid, what: "start" });
    add(2, { type: "process", name, pid, what: "ready" });
  }
  add(3, { type: "mark", name: "loadBegan" });

  // Customers write two messages each. The first is an album of two, sent at once.
  for (let conv = 0; conv < CONVS; conv++) {
    const at = 100 + conv * 100;
    const [convId, clientId, senderId] = [`conv-${conv}`, `contact-${conv}`, `sender-${conv}`];
    row("client", { id: clientId, externalClientId: senderId, createdAt: iso(at + 1) });
    row("conversation", {
      id: convId,
      clientId,
      integrationId: CHANNEL,
      externalConversationId: null,
      ended: false,
      createdAt: iso(at + 1),
    });
    happen(at + 1, "NEW_CLIENT", { clientId });
    for (const picture of [0, 1]) {
      const id = `in-${conv}-${picture}`;
      const externalMessageId = `${senderId}-${picture}`;
      const output = { messageId: id, conversationId: convId, clientId };
      call(
        "ingress",
        at,
        { integrationId: CHANNEL, senderId, externalMessageId, content: id, album: senderId },
        output,
      );
      message(at + 1, {
        id,
        convId,
        clientId,
        seq: picture + 1,
        content: id,
        isAgent: false,
        status: "delivered",
        externalMessageId,
      });
      if (picture === 0) happen(at + 1, "NEW_CONV", { convId, clientId, messageId: id });
      happen(at + 1 + picture, "INCOMING_MESSAGE", { convId, clientId, messageId: id });
    }
  }

  // Agents answer. One sends twice under one key, because the web process was killed during the first call.
  const fault = (at: number, name: FaultName, target: string, took: number) => {
    const number = ++numbers;
    add(at, { type: "faultBegin", fault: number, name, target });
    add(at + took, { type: "faultEnd", fault: number });
  };
  fault(1_012, "kill", "web-1", 900);
  for (let number = 0; number < size; number++) {
    const at = 2_000 + number * 10;
    const conv = number % CONVS;
    const [id, convId, clientId] = [`out-${number}`, `conv-${conv}`, `contact-${conv}`];
    const status: Status = number % 2 === 0 ? "sent" : "delivered";
    const input = { integrationId: CHANNEL, convId, content: `text ${number}`, idempotencyKey: `key-${number}` };
    if (number === 1) call("addMessage", at - 1_000, input, null);
    call("addMessage", at, input, { messageId: id });
    message(at + 1, { id, convId, clientId, seq: 3 + Math.floor(number / CONVS), content: `text ${number}`, status });
    send(at, id, convId, clientId, status);
    call("pollStatuses", at + 200, { about: convId }, { statuses: [[id, status]] });
  }

  // A worker is killed while a message is at the provider. The other worker sends it again.
  const late = 8_000 + size * 10;
  const again = { id: "out-again", convId: "conv-0", clientId: "contact-0" };
  const about = { convId: again.convId, clientId: again.clientId, messageId: again.id };
  call("addMessage", late, { integrationId: CHANNEL, convId: "conv-0", content: "again" }, { messageId: again.id });
  message(late + 1, { ...again, seq: 3 + size, content: "again" });
  happen(late + 1, "OUTGOING_MESSAGE", about);
  arrive(late + 20, again.id, "conv-0", 100, "yes");
  fault(late + 50, "kill", "worker-1", 1_000);
  add(late + 51, {
    type: "process",
    name: "worker-1",
    pid: 1,
    what: "exit",
    code: null,
    signal: "SIGKILL",
    expected: true,
  });
  arrive(late + 20_100, again.id, "conv-0", 20, "yes");
  row("sendAttempt", { messageId: again.id, attemptNo: 1, outcome: null, responseStatus: null });
  row("sendAttempt", { messageId: again.id, attemptNo: 2, outcome: "accepted", responseStatus: 200 });
  happen(late + 20_130, "MESSAGE_UPDATED", { ...about, status: "sent" });
  call("pollStatuses", late + 20_300, { about: "all" }, { statuses: [[again.id, "sent"]] });

  // The database is down for a moment.
  fault(late + 21_000, "databaseRestart", "database", 2_000);
  call("read", late + 21_500, { about: "conversations" }, null);
  call("read", late + 23_500, { about: "conversations" }, {});

  // Two callers launch one broadcast at the same time.
  const launch = late + 24_000;
  const { length: clients } = ["a", "b", "c"];
  call("createBroadcast", launch, { integrationId: CHANNEL, name: "sale" }, { broadcastId: "broadcast-1" });
  for (const pause of [100, 101]) {
    call(
      "launchBroadcast",
      launch + pause,
      { broadcastId: "broadcast-1" },
      { state: "inProgress", totalCount: clients },
    );
  }
  call(
    "pollBroadcast",
    launch + 200,
    { broadcastId: "broadcast-1" },
    { state: "inProgress", totalCount: clients, outcomes: clients },
  );
  row("broadcast", { id: "broadcast-1", name: "sale", state: "completed", totalCount: clients, error: null });
  for (let client = 0; client < clients; client++) {
    const [id, convId, clientId] = [`sale-${client}`, `conv-${client}`, `contact-${client}`];
    row("broadcastRecipient", { broadcastId: "broadcast-1", clientId, messageId: id, error: null });
    message(launch + 110, {
      id,
      convId,
      clientId,
      seq: 1_000_000,
      content: "sale",
      type: "template",
      broadcastId: "broadcast-1",
    });
    send(launch + 110 + client, id, convId, clientId, "sent");
  }

  // Every subscriber gets the events in the order of the log. The second event's first attempt fails.
  for (const [index, { at, ...event }] of events.sort((a, b) => a.at - b.at).entries()) {
    const id = `event-${index}`;
    row("event", { ...event, id, txid: String(1_000 + index), seq: String(index + 1) });
    if (event.name === "MESSAGE_UPDATED_SMPP") continue;
    const tries = index === 1 ? [500, 200] : [200];
    const convId = event.convId ?? `conv-${event.clientId?.split("-")[1] ?? ""}`;
    row("webhookDelivery", {
      id: `delivery-${index}`,
      webhookId: WEBHOOK,
      eventId: id,
      eventSeq: String(index + 1),
      convId,
      state: "delivered",
      attempts: tries.length,
      waitsSeconds: null,
    });
    for (const [attempt, status] of tries.entries()) {
      const receipt = ++numbers;
      const body = JSON.stringify({ event: event.name, id: event.messageId });
      add(at + 15 + attempt * 5_000, {
        type: "receipt",
        receipt,
        subscription: WEBHOOK,
        eventId: id,
        event: event.name,
        body,
        signatureValid: true,
      });
      add(at + 20 + attempt * 5_000, { type: "receiptEnd", receipt, status, written: true });
    }
  }

  const end = launch + 3_000;
  add(end, { type: "mark", name: "loadEnded" });
  add(end, { type: "mark", name: "faultsEnded" });
  add(end + 1_000, { type: "mark", name: "settled" });
  add(end + 1_100, { type: "process", name: "web-1", pid: 0, what: "stop" });
  add(end + 2_100, { type: "process", name: "web-1", pid: 0, what: "exit", code: 0, signal: null, expected: true });
  for (const { table, row: of } of rows) add(end + 3_000, { type: "row", table, row: of } as Fresh);
  return lines.sort((a, b) => a.at - b.at);
}
