/** What may go wrong with messages, statuses and broadcasts. */
import {
  addRow,
  arrivalEnd,
  arrivalOf,
  arriveAgain,
  dropRow,
  end,
  inTime,
  invoke,
  message,
  the,
  theRow,
  without,
  type Of,
  type Planted,
} from "./planting.ts";

export const PLANTED_IN_SENDS: Planted[] = [
  ["an acknowledged message is gone", "stored", (run) => dropRow(run, "message", ({ id }) => id === "out-3")],
  ["an acknowledged message is there under another id", "stored", (run) => void (message(run, "out-3").id = "other")],
  [
    "one key made two messages",
    "stored",
    (run) => addRow(run, "message", { ...message(run, "out-3"), id: "twin", seq: 99 }),
  ],
  [
    "a call without a key made two messages",
    "stored",
    (run) => addRow(run, "message", { ...message(run, "out-again"), id: "twin", seq: 99 }),
  ],
  [
    "a refused message is there",
    "stored",
    (run) => {
      const at = end(run, invoke(run, "addMessage", 3).op);
      run[at] = {
        at: run[at]?.at ?? 0,
        type: "fail",
        op: invoke(run, "addMessage", 3).op,
        error: { status: 400, text: "BAD_INPUT" },
      };
    },
  ],
  [
    "a client's message is there twice",
    "stored",
    (run) => addRow(run, "message", { ...message(run, "in-1-0"), id: "twin", seq: 99 }),
  ],
  [
    "a client's message is stored elsewhere than was answered",
    "stored",
    (run) => void (message(run, "in-1-0").convId = "conv-2"),
  ],
  [
    "repeated posts were answered with two ids",
    "stored",
    (run) => {
      const { op } = invoke(run, "ingress", 2);
      const { at } = invoke(run, "ingress", 2);
      const twin = { ...invoke(run, "ingress", 2), op: 900_000 };
      const answer = run[end(run, op)] as Of<"ok">;
      return inTime([...run, twin, { ...answer, at, op: 900_000, output: { ...answer.output, messageId: "in-1-1" } }]);
    },
  ],
  [
    "a broadcast was made twice",
    "stored",
    (run) => addRow(run, "broadcast", { ...theRow(run, "broadcast", () => true), id: "twin" }),
  ],
  [
    "a message comes from nowhere",
    "askedFor",
    (run) => addRow(run, "message", { ...message(run, "out-3"), id: "ghost", content: "boo", seq: 99 }),
  ],
  [
    "a client's message comes from nowhere",
    "askedFor",
    (run) => addRow(run, "message", { ...message(run, "in-1-0"), id: "ghost", externalMessageId: "boo", seq: 99 }),
  ],
  ["a message stays pending", "final", (run) => void (message(run, "out-2").status = "pending")],
  ["a send stays queued", "final", (run) => addRow(run, "sendQueue", { messageId: "out-2", convId: "conv-2" })],
  ["a message fails without a word", "final", (run) => void (message(run, "out-2").status = "failed")],
  ["a message is sent that the provider never saw", "truth", (run) => without(run, arrivalOf(run, "out-2"))],
  [
    "a message is sent that the provider refused",
    "truth",
    (run) => void (arrivalEnd(run, arrivalOf(run, "out-2").arrival).status = 400),
  ],
  [
    "a message has failed that the provider accepted",
    "truth",
    (run) => void Object.assign(message(run, "out-2"), { status: "failed", error: "why" }),
  ],
  [
    "a message has a foreign external id",
    "truth",
    (run) => void (message(run, "out-2").externalMessageId = "ext-other"),
  ],
  [
    "an attempt is missing in the ledger",
    "ledger",
    (run) => dropRow(run, "sendAttempt", ({ messageId, attemptNo }) => messageId === "out-again" && attemptNo === 1),
  ],
  [
    "no attempt of a sent message was accepted",
    "ledger",
    (run) => void (theRow(run, "sendAttempt", ({ messageId }) => messageId === "out-2").outcome = null),
  ],
  ["an attempt comes without a key", "idempotencyKey", (run) => void (arrivalOf(run, "out-2").idempotencyKey = null)],
  ["an attempt comes under a new key", "idempotencyKey", (run) => arriveAgain(run, "out-again", 25_000, "fresh")],
  [
    "two messages come under one key",
    "idempotencyKey",
    (run) => void (arrivalOf(run, "out-2").idempotencyKey = "out-3"),
  ],
  [
    "the provider got what is not stored",
    "idempotencyKey",
    (run) => void (arrivalOf(run, "out-2").messageId = "ghost"),
  ],
  ["two attempts are open at once", "oneAtATime", (run) => arriveAgain(run, "out-2", 5)],
  ["an accepted message comes again for nothing", "repeats", (run) => arriveAgain(run, "out-2", 100)],
  [
    "a message comes again after it was seen as sent",
    "repeats",
    (run) => {
      // Under way at the kill, and yet its "sent" had been seen before it.
      const kill = the(run, "faultBegin", ({ name }) => name === "kill");
      kill.at = arrivalOf(run, "out-2").at + 230;
      return inTime(arriveAgain(run, "out-2", 15_000));
    },
  ],
  [
    "one kill repeats more than one worker had under way",
    "repeats",
    (run) => {
      the(run, "meta", () => true).sendsPerWorker = 0;
    },
  ],
  [
    "a message overtakes another one",
    "order",
    (run) => {
      const [first, second] = [message(run, "out-1"), message(run, "out-11")];
      [first.seq, second.seq] = [second.seq, first.seq];
    },
  ],
  ["a broadcast's message overtakes a reply", "order", (run) => void (message(run, "sale-1").seq = 3)],
  [
    "a status falls before a poller's eyes",
    "rising",
    (run) => {
      const poll = the(
        run,
        "ok",
        (record) => "statuses" in record.output && record.output.statuses[0]?.[0] === "out-1",
      );
      return inTime([
        ...run,
        {
          at: poll.at + 10,
          type: "invoke",
          op: 900_000,
          kind: "pollStatuses",
          by: "client-2",
          input: { about: "all" },
        },
        { at: poll.at + 15, type: "ok", op: 900_000, output: { statuses: [["out-1", "sent"]] } },
      ]);
    },
  ],
  ["a message ends below what was seen", "rising", (run) => void (message(run, "out-1").status = "sent")],
  ["a report that was acknowledged is lost", "reports", (run) => void (message(run, "out-1").status = "sent")],
  ["a message is read, and nobody said so", "reports", (run) => void (message(run, "out-1").status = "read")],
  [
    "a client gets a broadcast twice",
    "broadcasts",
    (run) => addRow(run, "message", { ...message(run, "sale-1"), id: "twin" }),
  ],
  [
    "a broadcast miscounts its recipients",
    "broadcasts",
    (run) => void (theRow(run, "broadcast", () => true).totalCount = 4),
  ],
  [
    "a recipient is forgotten",
    "broadcasts",
    (run) => void (theRow(run, "broadcastRecipient", ({ messageId }) => messageId === "sale-1").messageId = null),
  ],
  ["a broadcast never ends", "broadcasts", (run) => void (theRow(run, "broadcast", () => true).state = "inProgress")],
  [
    "two launches tell different counts",
    "launches",
    (run) => {
      const answer = run[end(run, invoke(run, "launchBroadcast", 1).op)] as Of<"ok">;
      answer.output = { state: "inProgress", totalCount: 2 };
    },
  ],
  ["a launched broadcast is a draft", "launches", (run) => void (theRow(run, "broadcast", () => true).state = "draft")],
  [
    "a broadcast's figures do not add up",
    "launches",
    (run) => {
      const answer = run[end(run, invoke(run, "pollBroadcast").op)] as Of<"ok">;
      answer.output = { state: "inProgress", totalCount: 3, outcomes: 2 };
    },
  ],
  [
    "one sender becomes two contacts",
    "oneConversation",
    (run) => addRow(run, "client", { ...theRow(run, "client", () => true), id: "twin" }),
  ],
  [
    "one sender has two open conversations",
    "oneConversation",
    (run) => addRow(run, "conversation", { ...theRow(run, "conversation", () => true), id: "twin" }),
  ],
  [
    "an album is spread over two conversations",
    "oneConversation",
    (run) => {
      const answer = run[end(run, invoke(run, "ingress", 1).op)] as Of<"ok">;
      Object.assign(answer.output, { conversationId: "conv-9" });
    },
  ],
];
