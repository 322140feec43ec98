import { LAST_BROADCASTS } from "../clients/client-filter.ts";
import { shownFilter } from "../clients/segment-filter.ts";
import { countSegment, createSegment, listSegments, patchSegment } from "../clients/segments.ts";
import { idOrNil } from "../text-rules.ts";
import { builder, rows } from "./builder.ts";
import { section, type InputBuilder } from "./operation.ts";
import { listOf } from "./pages.ts";

const ClientLastBroadcast = builder.enumType("ClientLastBroadcast", {
  description:
    "What became of the last broadcast that the client was a recipient of. `none`: they never were; `unread`: on its way, or sent and not read; `replied`: they wrote after it.",
  values: LAST_BROADCASTS,
});

/** The conditions of a filter of clients, as the query `clients` and segments take them. */
export function clientConditions(t: InputBuilder) {
  return {
    email: t.string(),
    name: t.string(),
    surname: t.string(),
    code: t.string(),
    city: t.string(),
    country: t.string(),
    phone: t.string(),
    externalClientId: t.string(),
    search: t.string({
      description: "Words that are all found in the name, surname, phone or e-mail, or are the externalClientId.",
    }),
    tags: t.stringList(),
    anyTags: t.stringList({ description: "Clients with one of these tags; `tags`: with every one." }),
    noneTags: t.stringList({ description: "Clients with none of these tags." }),
    stageId: t.string(),
    noStage: t.boolean({ description: "True: clients on no stage." }),
    defaultAgentId: t.id(),
    integrationId: t.id({ description: "Clients with a conversation on this channel." }),
    createdFrom: t.field({ type: "DateTime" }),
    createdBefore: t.field({ type: "DateTime" }),
    createdWithinDays: t.int({ description: "Clients made in the last days." }),
    wroteWithinDays: t.int({ description: "Clients who wrote in the last days." }),
    silentForDays: t.int({ description: "Clients who wrote nothing in the last days, or never." }),
    lastBroadcast: t.field({ type: ClientLastBroadcast }),
    isDeleted: t.boolean(),
    isOptedOut: t.boolean({
      description: "True: those alone who opted out, archived or not; false: those alone who did not.",
    }),
  };
}

/** Checks an id; undefined and null stay unchanged. */
export function idIfAny(text: string | null | undefined): string | null | undefined {
  return text == null ? text : idOrNil(text);
}

const SegmentFilter = builder.inputType("SegmentFilter", {
  description: "Conditions that must all hold, as in the query `clients`.",
  fields: (t) => clientConditions(t),
});

const Segment = builder.prismaObject("Segment", {
  description: "A saved filter of clients, for the whole team.",
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.exposeString("name"),
    filter: t.field({
      type: "JSON",
      description: "The conditions that are set. What the caller sees masked is left out.",
      resolve: (segment, _, { ctx }) => shownFilter(ctx, segment),
    }),
    count: t.int({
      ...rows(50),
      nullable: true,
      description:
        "The clients in it now; above 10,000 up to 30 seconds old. Empty if its conditions are on what the caller sees masked.",
      resolve: (segment, _, { ctx }) => countSegment(ctx, segment),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

const SegmentList = listOf(builder, Segment);

const { query, mutation } = section(builder, "Contacts");

query("segments", listSegments, {
  type: SegmentList,
  says: "The saved filters of contacts, by name.",
  example: {},
});

mutation("createSegment", createSegment, {
  type: Segment,
  input: (t) => ({ name: t.string({ required: true }), filter: t.field({ type: SegmentFilter, required: true }) }),
  says: "Saves a filter of contacts under a name.",
  example: { name: "VIPs in Poland", filter: { country: "PL", tags: ["vip"] } },
  args: ({ filter, ...input }) => [{ ...input, filter: { ...filter, stageId: idIfAny(filter.stageId) } }],
});

mutation("patchSegment", patchSegment, {
  type: Segment,
  inputSays: "What is left out stays; a given filter replaces the whole filter.",
  input: (t) => ({
    id: t.id({ required: true }),
    name: t.string(),
    filter: t.field({ type: SegmentFilter }),
    isDeleted: t.boolean({ description: "False brings a deleted one back." }),
  }),
  says: "Renames or changes a segment, deletes it, or brings a deleted one back.",
  example: { id: "SEGMENT_ID", name: "VIPs" },
  args: ({ filter, ...input }) => [{ ...input, filter: filter && { ...filter, stageId: idIfAny(filter.stageId) } }],
});
