import type { OperationTable } from "./operation-words.ts";

/** Putting conversations aside, taking their end back, and acting on many at once. */
export const BULK_OPERATIONS: OperationTable = {
  snoozeConv: {
    section: "Conversations",
    summary:
      "Puts a conversation aside until a time, or until the client writes; it comes back to the top of the list.",
    input: { convId: "CONV_ID", until: "TIME_TO_COME" },
  },
  unsnoozeConv: {
    section: "Conversations",
    summary: "Ends a conversation's snooze before its time.",
    input: { convId: "CONV_ID" },
  },
  reopenConv: {
    section: "Conversations",
    summary: "Takes back the end of a conversation that the caller ended less than ten minutes ago.",
    input: { convId: "CONV_ID" },
  },
  bulkAct: {
    section: "Conversations",
    summary: "Does something to many conversations in the background, named or chosen by a view and filters.",
    input: { view: "needsReply", deed: { kind: "tag", tags: ["refund"] } },
    signedIn: true,
  },
  bulkAction: {
    section: "Conversations",
    summary: "How far a bulk action has come, and what it could not change.",
    input: { id: "BULK_ACTION_ID" },
    signedIn: true,
  },
  cancelBulkAction: {
    section: "Conversations",
    summary: "Stops a bulk action; what is done stays.",
    input: { id: "BULK_ACTION_ID" },
    signedIn: true,
  },
  undoBulkAction: {
    section: "Conversations",
    summary: "Takes a bulk action back, but for what was changed again since.",
    input: { id: "BULK_ACTION_ID" },
    signedIn: true,
  },
};
