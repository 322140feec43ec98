/** What may go wrong with events, webhooks and the processes. */
import { WEBHOOK } from "./good-run.ts";
import {
  addRow,
  dropRow,
  end,
  inTime,
  invoke,
  receiptOf,
  the,
  theRow,
  without,
  type Of,
  type Planted,
} from "./planting.ts";
import type { HistoryRecord } from "./records.ts";

export const PLANTED_IN_EVENTS: Planted[] = [
  [
    "a change has no event",
    "events",
    (run) => dropRow(run, "event", ({ name, messageId }) => name === "OUTGOING_MESSAGE" && messageId === "out-2"),
  ],
  [
    "a change has two events",
    "events",
    (run) => addRow(run, "event", { ...theRow(run, "event", ({ name }) => name === "INCOMING_MESSAGE"), id: "twin" }),
  ],
  [
    "an event tells of what is not stored",
    "events",
    (run) => void (theRow(run, "event", ({ name }) => name === "INCOMING_MESSAGE").messageId = "ghost"),
  ],
  [
    "a contact is announced twice",
    "events",
    (run) => addRow(run, "event", { ...theRow(run, "event", ({ name }) => name === "NEW_CLIENT"), id: "twin" }),
  ],
  [
    "a contact is not announced",
    "events",
    (run) => dropRow(run, "event", ({ name, clientId }) => name === "NEW_CLIENT" && clientId === "contact-1"),
  ],
  [
    "a conversation is not announced",
    "events",
    (run) => dropRow(run, "event", ({ name, convId }) => name === "NEW_CONV" && convId === "conv-1"),
  ],
  [
    "a status is told twice",
    "events",
    (run) =>
      addRow(run, "event", { ...theRow(run, "event", ({ status }) => status === "sent"), id: "twin", seq: "9999999" }),
  ],
  [
    "a status is not told",
    "events",
    (run) => dropRow(run, "event", ({ status, messageId }) => status === "delivered" && messageId === "out-1"),
  ],
  [
    "an event is not queued for its webhook",
    "heard",
    (run) => dropRow(run, "webhookDelivery", ({ id }) => id === "delivery-3"),
  ],
  [
    "a delivery fails for good",
    "heard",
    (run) => void (theRow(run, "webhookDelivery", ({ id }) => id === "delivery-3").state = "failed"),
  ],
  [
    "a delivery counts as made, and nobody heard it",
    "heard",
    (run) =>
      void (the(run, "receiptEnd", ({ receipt }) => receipt === receiptOf(run, "OUTGOING_MESSAGE").receipt).status =
        500),
  ],
  ["a signature is wrong", "attempts", (run) => void (receiptOf(run, "NEW_CONV").signatureValid = false)],
  [
    "an attempt says something else",
    "attempts",
    (run) => void (the(run, "receipt", ({ eventId }) => eventId === "event-1").body = "{}"),
  ],
  [
    "a webhook is told of what is not in the log",
    "attempts",
    (run) => void (receiptOf(run, "NEW_CONV").eventId = "ghost"),
  ],
  [
    "a webhook is told of what it did not ask for",
    "attempts",
    (run) => {
      the(run, "meta", () => true).webhooks = [{ id: WEBHOOK, event: "NEW_CONV" }];
    },
  ],
  [
    "a webhook hears in the wrong order",
    "deliveryOrder",
    (run) => {
      const receipt = the(
        run,
        "receipt",
        ({ body }) => body.includes('"OUTGOING_MESSAGE"') && body.includes('"out-1"'),
      );
      receipt.at += 500;
      return inTime(run);
    },
  ],
  [
    "a webhook is told too early",
    "causes",
    (run) => {
      the(run, "receipt", ({ body }) => body.includes('"OUTGOING_MESSAGE"') && body.includes('"out-3"')).at -= 100;
      return inTime(run);
    },
  ],
  [
    "a webhook says sent before the provider had it",
    "causes",
    (run) => {
      the(run, "receipt", ({ body }) => body.includes('"MESSAGE_UPDATED"') && body.includes('"out-3"')).at -= 60;
      return inTime(run);
    },
  ],
  [
    "a request takes too long",
    "requestTime",
    (run) => {
      const answer = run[end(run, invoke(run, "read", 1).op)] as Of<"ok">;
      answer.at += 16_000;
      return inTime(run);
    },
  ],
  [
    "a request is never answered",
    "requestTime",
    (run) => without(run, run[end(run, invoke(run, "addMessage", 0).op)] as HistoryRecord),
  ],
  [
    "an error tells a statement",
    "plainErrors",
    (run) => {
      (run[end(run, invoke(run, "read", 0).op)] as Of<"unknown">).error.text =
        'Invalid `select "id" from "Message" where`';
    },
  ],
  [
    "an error tells a path",
    "plainErrors",
    (run) => {
      (run[end(run, invoke(run, "read", 0).op)] as Of<"unknown">).error.text =
        "Error: no\n    at run (/app/server/db.ts:41:9)";
    },
  ],
  [
    "a request fails although nothing is broken",
    "serves",
    (run) => {
      invoke(run, "read", 0).at = 500;
      (run[end(run, invoke(run, "read", 0).op)] as Of<"unknown">).at = 505;
      return inTime(run);
    },
  ],
  [
    "the database is back, and nothing passes",
    "serves",
    (run) => {
      const { at } = the(run, "faultBegin", ({ name }) => name === "databaseRestart");
      return inTime(
        run.map((record) =>
          record.type === "ok" && record.at > at && record.at < at + 15_000
            ? { at: record.at, type: "unknown", op: record.op, error: { status: 503, text: "Try again" } }
            : record,
        ),
      );
    },
  ],
  [
    "a process ends by itself",
    "processes",
    (run) => void (the(run, "process", ({ what }) => what === "exit").expected = false),
  ],
  [
    "a stopped process ends with an error",
    "processes",
    (run) => void (the(run, "process", ({ what, name }) => what === "exit" && name === "web-1").code = 1),
  ],
  [
    "a process does not stop in time",
    "processes",
    (run) => {
      the(run, "process", ({ what, name }) => what === "exit" && name === "web-1").at += 31_000;
      return inTime(run);
    },
  ],
  [
    "it takes too long until nothing is pending",
    "recovers",
    (run) => {
      the(run, "mark", ({ name }) => name === "settled").at += 40_000;
      return inTime(run);
    },
  ],
  [
    "the run was given up",
    "recovers",
    (run) => void (the(run, "mark", ({ name }) => name === "settled").name = "gaveUpWaiting"),
  ],
];
