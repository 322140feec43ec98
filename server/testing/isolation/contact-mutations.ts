import { randomUUID } from "node:crypto";
import type { Expectation } from "./expectation.ts";
import type { World } from "./world.ts";

const conditions = (ids: World["ids"]) => ({
  ...{ stageId: ids.clientStage, defaultAgentId: ids.agent, integrationId: ids.integration },
});
const CONDITIONS = {
  "filter.stageId": ["clientStage", "NOT_FOUND"],
  "filter.defaultAgentId": ["agent", "NOT_FOUND"],
  "filter.integrationId": ["integration", "NOT_FOUND"],
  "filter.externalClientId": ["externalClientId", "free"],
} as const;

/** Mutations of contacts, their tags and segments. */
export const CONTACT_MUTATIONS = {
  archiveClient: {
    input: async ({ newClient }) => ({ id: (await newClient()).id }),
    ids: { id: ["client", "NOT_FOUND"] },
  },
  bulkPatchClients: {
    input: async ({ ids, newClient }) => ({ ids: [(await newClient()).id], stageId: ids.clientStage }),
    ids: { "ids.0": ["client", "NOT_FOUND"], stageId: ["clientStage", "NOT_FOUND"] },
  },
  bulkImportContacts: {
    input: ({ ids }) => ({ fileName: ids.importFile }),
    ids: { fileName: ["importFile", "NOT_FOUND"] },
  },
  bulkPatchTags: {
    input: ({ ids }) => ({ patches: [{ id: ids.tag, order: 1 }] }),
    ids: { "patches.0.id": ["tag", "NOT_FOUND"] },
  },
  cancelBulkImport: {
    input: async ({ newJob }) => ({ jobId: await newJob() }),
    ids: { jobId: ["importJob", "NOT_FOUND"] },
  },
  createClient: {
    input: ({ ids }) => ({
      externalClientId: `new-${randomUUID()}`,
      defaultAgentId: ids.agent,
      stage: ids.clientStageValue,
    }),
    ids: {
      defaultAgentId: ["agent", "NOT_FOUND"],
      externalClientId: ["externalClientId", "free"],
      stage: ["clientStageValue", "NOT_FOUND"],
    },
  },
  createSegment: {
    input: ({ ids }) => ({ name: `new ${randomUUID()}`, filter: { ...conditions(ids), country: "PL" } }),
    ids: CONDITIONS,
  },
  createTag: { input: () => ({ type: "client", tag: `new ${randomUUID()}` }) },
  deleteTag: {
    input: async ({ newTag }) => ({ id: (await newTag("client")).id }),
    ids: { id: ["tag", "NOT_FOUND"] },
  },
  mergeClients: {
    input: async ({ newClient }) => {
      const [{ id }, source] = [await newClient(), await newClient()];
      return { id, sourceIds: [source.id], values: [{ field: "name", clientId: source.id }] };
    },
    ids: {
      id: ["client", "NOT_FOUND"],
      "sourceIds.0": ["client", "NOT_FOUND"],
      "values.0.clientId": ["client", "BAD_INPUT"],
    },
  },
  patchClient: {
    input: async ({ ids, newClient }) => ({
      id: (await newClient()).id,
      defaultAgentId: ids.agent,
      stageId: ids.clientStage,
    }),
    ids: {
      id: ["client", "NOT_FOUND"],
      defaultAgentId: ["agent", "NOT_FOUND"],
      stageId: ["clientStage", "NOT_FOUND"],
    },
  },
  patchSegment: {
    input: async ({ ids, newSegment }) => ({ id: await newSegment(), filter: conditions(ids) }),
    ids: { id: ["segment", "NOT_FOUND"], ...CONDITIONS },
  },
  putClient: {
    input: ({ ids }) => ({ externalClientId: `new-${randomUUID()}`, defaultAgentId: ids.agent }),
    ids: { defaultAgentId: ["agent", "NOT_FOUND"], externalClientId: ["externalClientId", "free"] },
  },
  exportClientData: {
    input: async ({ newClient }) => ({ id: (await newClient()).id }),
    ids: { id: ["client", "NOT_FOUND"] },
  },
  eraseClient: {
    input: async ({ newClient }) => ({ id: (await newClient()).id }),
    ids: { id: ["client", "NOT_FOUND"] },
  },
  undoMerge: {
    input: async ({ newMerge }) => ({ mergeId: (await newMerge()).mergeId }),
    ids: { mergeId: ["clientMerge", "NOT_FOUND"] },
  },
  unarchiveClient: {
    input: ({ ids }) => ({ id: ids.client }),
    ids: { id: ["client", "NOT_FOUND"] },
  },
} satisfies Record<string, Expectation>;
