import type { Expectation } from "./expectation.ts";

const CONV = { convId: ["conv", "NOT_FOUND"] } as const;
/** A bulk action is its own person's, who is none of those that call. */
const OWN = {
  right: "anyone",
  input: ({ ids }) => ({ id: ids.bulkAction }),
  ids: { id: ["bulkAction", "NOT_FOUND"] },
  furthest: "NOT_FOUND",
  withoutPerson: "NOT_FOUND",
} satisfies Expectation;

/** Queries of POST /core/gq about what was done to many conversations. */
export const BULK_QUERIES = { bulkAction: OWN } satisfies Record<string, Expectation>;

/** … and the mutations, with those that put conversations aside and take their end back. */
export const BULK_MUTATIONS = {
  bulkAct: {
    right: "anyone",
    input: async ({ ids, newConv }) => ({
      ids: [(await newConv()).id],
      deed: { kind: "stage", stageId: ids.convStage },
    }),
    ids: {
      "ids.0": ["conv", "NOT_FOUND"],
      integrationId: ["integration", "NOT_FOUND"],
      stageId: ["convStage", "NOT_FOUND"],
      clientId: ["client", "NOT_FOUND"],
      // A stage has no agent, whoever's it is.
      "deed.agentId": ["agent", "BAD_INPUT"],
      "deed.stageId": ["convStage", "NOT_FOUND"],
    },
    withoutPerson: "NOT_FOUND",
  },
  cancelBulkAction: OWN,
  undoBulkAction: OWN,
  reopenConv: {
    right: "anyone",
    input: async ({ newConv }) => ({
      convId: (await newConv({ ended: true, endedBy: "SYSTEM", endedAt: new Date() })).id,
    }),
    ids: CONV,
    // Who calls did not end it.
    furthest: "CONFLICT",
  },
  snoozeConv: { right: "anyone", input: async ({ newConv }) => ({ convId: (await newConv()).id }), ids: CONV },
  unsnoozeConv: { right: "anyone", input: async ({ newConv }) => ({ convId: (await newConv()).id }), ids: CONV },
} satisfies Record<string, Expectation>;
