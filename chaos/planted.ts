/** Planted violations, by the rule that must find each one. */
import type { RuleName } from "./check.ts";
import { WEBHOOK } from "./good-run.ts";
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
  receiptOf,
  the,
  theRow,
  without,
  type Of,
  type Run,
} from "./planting.ts";
import type { HistoryRecord } from "./records.ts";

type Plants = Record<string, (run: Run) => Run | void>;

export const PLANTED: Record<RuleName, Plants> = {
  stored: {
    "an acknowledged message is gone": (run) => dropRow(run, "message", ({ id }) => id === "out-3"),
    "an acknowledged message is there under another id": (run) => void (message(run, "out-3").id = "other"),
    "one key made two messages": (run) => addRow(run, "message", { ...message(run, "out-3"), id: "twin", seq: 99 }),
    "a call without a key made two messages": (run) =>
      addRow(run, "message", { ...message(run, "out-again"), id: "twin", seq: 99 }),
    "a refused message is there": (run) => {
      const at = end(run, invoke(run, "addMessage", 3).op);
      run[at] = {
        at: run[at]?.at ?? 0,
        type: "fail",
        op: invoke(run, "addMessage", 3).op,
        error: { status: 400, text: "BAD_INPUT" },
      };
    },
    "a client's message is there twice": (run) =>
      addRow(run, "message", { ...message(run, "in-1-0"), id: "twin", seq: 99 }),
    "a client's message is stored elsewhere than was answered": (run) =>
      void (message(run, "in-1-0").convId = "conv-2"),
    "repeated posts were answered with two ids": (run) => {
      const { op } = invoke(run, "ingress", 2);
      const { at } = invoke(run, "ingress", 2);
      const twin = { ...invoke(run, "ingress", 2), op: 900_000 };
      const answer = run[end(run, op)] as Of<"ok">;
      return inTime([...run, twin, { ...answer, at, op: 900_000, output: { ...answer.output, messageId: "in-1-1" } }]);
    },
    "a broadcast was made twice": (run) =>
      addRow(run, "broadcast", { ...theRow(run, "broadcast", () => true), id: "twin" }),
  },
  askedFor: {
    "a message comes from nowhere": (run) =>
      addRow(run, "message", { ...message(run, "out-3"), id: "ghost", content: "boo", seq: 99 }),
    "a client's message comes from nowhere": (run) =>
      addRow(run, "message", { ...message(run, "in-1-0"), id: "ghost", externalMessageId: "boo", seq: 99 }),
  },
  final: {
    "a message stays pending": (run) => void (message(run, "out-2").status = "pending"),
    "a send stays queued": (run) => addRow(run, "sendQueue", { messageId: "out-2", convId: "conv-2" }),
    "a message fails without a word": (run) => void (message(run, "out-2").status = "failed"),
  },
  truth: {
    "a message is sent that the provider never saw": (run) => without(run, arrivalOf(run, "out-2")),
    "a message is sent that the provider refused": (run) =>
      void (arrivalEnd(run, arrivalOf(run, "out-2").arrival).status = 400),
    "a message has failed that the provider accepted": (run) =>
      void Object.assign(message(run, "out-2"), { status: "failed", error: "why" }),
    "a message has a foreign external id": (run) => void (message(run, "out-2").externalMessageId = "ext-other"),
  },
  ledger: {
    "an attempt is missing in the ledger": (run) =>
      dropRow(run, "sendAttempt", ({ messageId, attemptNo }) => messageId === "out-again" && attemptNo === 1),
    "no attempt of a sent message was accepted": (run) =>
      void (theRow(run, "sendAttempt", ({ messageId }) => messageId === "out-2").outcome = null),
  },
  idempotencyKey: {
    "an attempt comes without a key": (run) => void (arrivalOf(run, "out-2").idempotencyKey = null),
    "an attempt comes under a new key": (run) => arriveAgain(run, "out-again", 25_000, "fresh"),
    "two messages come under one key": (run) => void (arrivalOf(run, "out-2").idempotencyKey = "out-3"),
    "the provider got what is not stored": (run) => void (arrivalOf(run, "out-2").messageId = "ghost"),
  },
  oneAtATime: {
    "two attempts are open at once": (run) => arriveAgain(run, "out-2", 5),
  },
  repeats: {
    "an accepted message comes again for nothing": (run) => arriveAgain(run, "out-2", 100),
    "a message comes again after it was seen as sent": (run) => {
      // It was in progress at the kill, but a client had already seen it as sent.
      const kill = the(run, "faultBegin", ({ name }) => name === "kill");
      kill.at = arrivalOf(run, "out-2").at + 230;
      return inTime(arriveAgain(run, "out-2", 15_000));
    },
    "one kill repeats more than one worker had under way": (run) => {
      the(run, "meta", () => true).sendsPerWorker = 0;
    },
  },
  order: {
    "a message overtakes another one": (run) => {
      const [first, second] = [message(run, "out-1"), message(run, "out-11")];
      [first.seq, second.seq] = [second.seq, first.seq];
    },
    "a broadcast's message overtakes a reply": (run) => void (message(run, "sale-1").seq = 3),
  },
  rising: {
    "a status falls before a poller's eyes": (run) => {
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
    "a message ends below what was seen": (run) => void (message(run, "out-1").status = "sent"),
  },
  reports: {
    "a report that was acknowledged is lost": (run) => void (message(run, "out-1").status = "sent"),
    "a message is read, and nobody said so": (run) => void (message(run, "out-1").status = "read"),
  },
  broadcasts: {
    "a client gets a broadcast twice": (run) => addRow(run, "message", { ...message(run, "sale-1"), id: "twin" }),
    "a broadcast miscounts its recipients": (run) => void (theRow(run, "broadcast", () => true).totalCount = 4),
    "a recipient is forgotten": (run) =>
      void (theRow(run, "broadcastRecipient", ({ messageId }) => messageId === "sale-1").messageId = null),
    "a broadcast never ends": (run) => void (theRow(run, "broadcast", () => true).state = "inProgress"),
  },
  launches: {
    "two launches tell different counts": (run) => {
      const answer = run[end(run, invoke(run, "launchBroadcast", 1).op)] as Of<"ok">;
      answer.output = { state: "inProgress", totalCount: 2 };
    },
    "a launched broadcast is a draft": (run) => void (theRow(run, "broadcast", () => true).state = "draft"),
    "a broadcast's figures do not add up": (run) => {
      const answer = run[end(run, invoke(run, "pollBroadcast").op)] as Of<"ok">;
      answer.output = { state: "inProgress", totalCount: 3, outcomes: 2 };
    },
  },
  oneConversation: {
    "one sender becomes two contacts": (run) =>
      addRow(run, "client", { ...theRow(run, "client", () => true), id: "twin" }),
    "one sender has two open conversations": (run) =>
      addRow(run, "conversation", { ...theRow(run, "conversation", () => true), id: "twin" }),
    "an album is spread over two conversations": (run) => {
      const answer = run[end(run, invoke(run, "ingress", 1).op)] as Of<"ok">;
      Object.assign(answer.output, { conversationId: "conv-9" });
    },
  },
  events: {
    "a change has no event": (run) =>
      dropRow(run, "event", ({ name, messageId }) => name === "OUTGOING_MESSAGE" && messageId === "out-2"),
    "a change has two events": (run) =>
      addRow(run, "event", { ...theRow(run, "event", ({ name }) => name === "INCOMING_MESSAGE"), id: "twin" }),
    "an event tells of what is not stored": (run) =>
      void (theRow(run, "event", ({ name }) => name === "INCOMING_MESSAGE").messageId = "ghost"),
    "a contact is announced twice": (run) =>
      addRow(run, "event", { ...theRow(run, "event", ({ name }) => name === "NEW_CLIENT"), id: "twin" }),
    "a contact is not announced": (run) =>
      dropRow(run, "event", ({ name, clientId }) => name === "NEW_CLIENT" && clientId === "contact-1"),
    "a conversation is not announced": (run) =>
      dropRow(run, "event", ({ name, convId }) => name === "NEW_CONV" && convId === "conv-1"),
    "a status is told twice": (run) =>
      addRow(run, "event", { ...theRow(run, "event", ({ status }) => status === "sent"), id: "twin", seq: "9999999" }),
    "a status is not told": (run) =>
      dropRow(run, "event", ({ status, messageId }) => status === "delivered" && messageId === "out-1"),
  },
  heard: {
    "an event is not queued for its webhook": (run) => dropRow(run, "webhookDelivery", ({ id }) => id === "delivery-3"),
    "a delivery fails for good": (run) =>
      void (theRow(run, "webhookDelivery", ({ id }) => id === "delivery-3").state = "failed"),
    "a delivery counts as made, and nobody heard it": (run) =>
      void (the(run, "receiptEnd", ({ receipt }) => receipt === receiptOf(run, "OUTGOING_MESSAGE").receipt).status =
        500),
  },
  attempts: {
    "a signature is wrong": (run) => void (receiptOf(run, "NEW_CONV").signatureValid = false),
    "an attempt says something else": (run) =>
      void (the(run, "receipt", ({ eventId }) => eventId === "event-1").body = "{}"),
    "a webhook is told of what is not in the log": (run) => void (receiptOf(run, "NEW_CONV").eventId = "ghost"),
    "a webhook is told of what it did not ask for": (run) => {
      the(run, "meta", () => true).webhooks = [{ id: WEBHOOK, event: "NEW_CONV" }];
    },
  },
  deliveryOrder: {
    "a webhook hears in the wrong order": (run) => {
      const receipt = the(
        run,
        "receipt",
        ({ body }) => body.includes('"OUTGOING_MESSAGE"') && body.includes('"out-1"'),
      );
      receipt.at += 500;
      return inTime(run);
    },
  },
  causes: {
    "a webhook is told too early": (run) => {
      the(run, "receipt", ({ body }) => body.includes('"OUTGOING_MESSAGE"') && body.includes('"out-3"')).at -= 100;
      return inTime(run);
    },
    "a webhook says sent before the provider had it": (run) => {
      the(run, "receipt", ({ body }) => body.includes('"MESSAGE_UPDATED"') && body.includes('"out-3"')).at -= 60;
      return inTime(run);
    },
  },
  requestTime: {
    "a request takes too long": (run) => {
      const answer = run[end(run, invoke(run, "read", 1).op)] as Of<"ok">;
      answer.at += 16_000;
      return inTime(run);
    },
    "a request is never answered": (run) =>
      without(run, run[end(run, invoke(run, "addMessage", 0).op)] as HistoryRecord),
  },
  plainErrors: {
    "an error tells a statement": (run) => {
      (run[end(run, invoke(run, "read", 0).op)] as Of<"unknown">).error.text =
        'Invalid `select "id" from "Message" where`';
    },
    "an error tells a path": (run) => {
      (run[end(run, invoke(run, "read", 0).op)] as Of<"unknown">).error.text =
        "Error: no\n    at run (/app/server/db.ts:41:9)";
    },
  },
  serves: {
    "a request fails although nothing is broken": (run) => {
      invoke(run, "read", 0).at = 500;
      (run[end(run, invoke(run, "read", 0).op)] as Of<"unknown">).at = 505;
      return inTime(run);
    },
    "the database is back, and nothing passes": (run) => {
      const { at } = the(run, "faultBegin", ({ name }) => name === "databaseRestart");
      return inTime(
        run.map((record) =>
          record.type === "ok" && record.at > at && record.at < at + 15_000
            ? { at: record.at, type: "unknown", op: record.op, error: { status: 503, text: "Try again" } }
            : record,
        ),
      );
    },
  },
  processes: {
    "a process ends by itself": (run) => void (the(run, "process", ({ what }) => what === "exit").expected = false),
    "a stopped process ends with an error": (run) =>
      void (the(run, "process", ({ what, name }) => what === "exit" && name === "web-1").code = 1),
    "a process does not stop in time": (run) => {
      the(run, "process", ({ what, name }) => what === "exit" && name === "web-1").at += 31_000;
      return inTime(run);
    },
  },
  recovers: {
    "it takes too long until nothing is pending": (run) => {
      the(run, "mark", ({ name }) => name === "settled").at += 40_000;
      return inTime(run);
    },
    "the run was given up": (run) => void (the(run, "mark", ({ name }) => name === "settled").name = "gaveUpWaiting"),
  },
};
