import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  type GraphQLInputType,
} from "graphql";
import { encodePosition } from "../../events/log.ts";
import { CONV_VIEWS } from "../../conversations/conv-view.ts";
import type { CONV_FILTER_FIELDS } from "../../views/conv-filter.ts";
import type { Expectation } from "../isolation/expectation.ts";
import { withValue, type Operation } from "../isolation/operations.ts";
import type { World } from "../isolation/world.ts";

type Input = Record<string, unknown>;
type Condition = { op: string; values: string[] };

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** Cursors far into a list: most rows of the last days, or of the year, come after them. */
const DEEP_DAYS = [1, 180];
const deepCursor = (days: number) =>
  Buffer.from(`${Date.now() - days * DAY_MS} 7fffffff-ffff-7fff-bfff-ffffffffffff`).toString("base64url");

/**
 * An operation's extra inputs, with each of its fields by itself. Ids, enums, booleans and cursors are recognised by their
 * types. Other values are listed below, and a field without one fails the test.
 */
export function questionsOf(
  { name, inputType }: Operation,
  { ids = {}, insteadOf = {} }: Expectation,
  plain: Input,
  world: World,
): { title: string; input: Input }[] {
  const inner = getNullableType(inputType);
  if (!isInputObjectType(inner)) throw new Error(`${name}: the input is no object`);
  const base = { ...plain, ...SPANS[name] };
  const questions = [{ title: "plain", input: base }];
  for (const field of Object.values(inner.getFields())) {
    if (field.name === "workspaceId") continue;
    const others = insteadOf[field.name] ?? [];
    const rest = Object.fromEntries(Object.entries(base).filter(([key]) => !others.includes(key)));
    for (const value of valuesOf(name, field.name, ids, world, field)) {
      questions.push({ title: `${field.name}: ${JSON.stringify(value)}`, input: withValue(rest, field.name, value) });
    }
  }
  return [
    ...questions,
    ...(MORE[name]?.(world) ?? []).map((more) => ({ title: titleOf(more), input: { ...base, ...more } })),
  ];
}

function titleOf(input: Input): string {
  return JSON.stringify(input).slice(0, 160);
}

type Field = { name: string; type: GraphQLInputType };

function valuesOf(operation: string, field: string, ids: Expectation["ids"], world: World, { type }: Field): unknown[] {
  const own = VALUES[`${operation}.${field}`] ?? VALUES[`*.${field}`];
  if (own) return typeof own === "function" ? own(world) : own;
  const id = ids?.[field] ?? ids?.[`${field}.0`];
  if (id?.[0] === "cursor") return DEEP_DAYS.map(deepCursor);
  if (id) return [ids?.[field] ? world.ids[id[0]] : [world.ids[id[0]]]];
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues().map((value) => value.name);
  if (named.name === "Boolean") return [true, false];
  if (isNonNullType(type)) return [];
  throw new Error(`${operation}.${field}: say in server/testing/explain/questions.ts what it may be asked`);
}

/** By `operation.field`, or `*.field`: values that are frequent in a large workspace, and values that do not occur. */
const VALUES: Record<string, unknown[] | ((world: World) => unknown[])> = {
  "*.first": [200],
  "*.startDate": [daysAgo(2)],
  "*.endDate": [daysAgo(100)],
  "events.after": [`${encodePosition({ txid: 1n, seq: 10_000n })}.${Date.now().toString(36)}`],
  "*.label": ["nowhere"],
  "*.templateComponents": [],
  "*.templateLang": [],
  "ais.name": ["nowhere"],
  "integrations.name": ["shop"],
  "tags.tag": ["vip"],
  "validateBulkImportContacts.columns": [],
  "agents.name": ["ana"],
  "agents.surname": ["a"],
  "agents.email": ["nobody@example.com"],
  "auditEntries.actions": [["webhook.patch"], ["apiKey.delete"]],
  "broadcasts.name": ["autumn 17", "nowhere"],
  "broadcasts.templateName": ["hello", "nowhere"],
  "*.templateName": [],
  "broadcasts.startDate": [daysAgo(0.1)],
  "broadcasts.endDate": [daysAgo(0.4)],
  "convs.nameOrPhone": ["silva", "zzzzz", "600123"],
  "convs.tags": [["vip"], ["nowhere"]],
  "convs.externalConversationId": ["nowhere"],
  "convRows.search": ["silva", "zzzzz", "600123"],
  "convRows.tags": [["vip"], ["nowhere"]],
  "convRows.after": [...DEEP_DAYS.map(deepCursor)],
  "convRows.filter": (world) => filtersOf(world).map((all) => ({ any: [{ all }] })),
  "convViewCounts.filters": (world) => [
    filtersOf(world)
      .slice(0, 20)
      .map((all) => ({ any: [{ all }] })),
  ],
  "messages.tags": [["nowhere"]],
  "clients.tags": [["vip"], ["nowhere"]],
  "clients.anyTags": [["vip", "nowhere"], ["nowhere"]],
  "clients.noneTags": [["vip"], ["nowhere"]],
  "clients.createdWithinDays": [2],
  "clients.wroteWithinDays": [2],
  "clients.silentForDays": [100],
  "clients.city": ["Lisboa", "Nowhere"],
  "clients.code": ["nowhere"],
  "clients.country": ["BR", "XX"],
  "clients.createdBefore": [daysAgo(100)],
  "clients.createdFrom": [daysAgo(2)],
  "clients.email": ["nowhere@example.com"],
  "clients.externalClientId": ["nowhere"],
  "clients.name": ["ana", "zzzzz"],
  "clients.surname": ["silva", "zzzzz"],
  "clients.phone": ["600123", "+4860012"],
  "clients.search": ["silva", "ana silva", "zzzzz", "600123"],
  "clients.stageId": ({ ids }) => [ids.clientStage],
  "clients.conversationId": ({ ids }) => [ids.conv],
  "broadcastAudience.clientTags": [["vip"]],
  "broadcastAudience.country": ["BR"],
  "broadcastPreflight.clientTags": [["vip"]],
  "broadcastPreflight.country": ["BR"],
  "webhookDeliveries.state": ["failed", "pending", "delivered"],
  "webhookDeliveries.after": DEEP_DAYS.map(deepCursor),
  "agentsReport.endDate": [],
  "conversationsReport.endDate": [],
  "broadcastReport.endDate": [],
  "conversationsReport.tag": ["vip"],
  "evalQuestions.search": ["why"],
  "searchInbox.text": ["silva", "order", "zzzzz", "600123"],
  "wabaMessageTemplates.refresh": [],
  "questionFromConv.messageId": [],
};

/** Reports cover two days. A year is among the combinations. */
const TWO_DAYS = { startDate: daysAgo(2), endDate: daysAgo(0) };
const YEAR = { startDate: daysAgo(365), endDate: daysAgo(0) };
const SPANS: Record<string, Input> = {
  agentsReport: TWO_DAYS,
  broadcastReport: TWO_DAYS,
  conversationsReport: TWO_DAYS,
};

/** Combinations that the portal uses. */
const MORE: Record<string, (world: World) => Input[]> = {
  convRows: ({ ids }) => [
    ...CONV_VIEWS.flatMap((view) =>
      ["newest", "oldestWaiting", "windowClosing", "slaDue"].flatMap((sort) => [
        { view, sort },
        { view, sort, after: deepCursor(1) },
      ]),
    ),
    ...["oldestWaiting", "windowClosing", "slaDue"].flatMap((sort) => [
      { sort, filter: { any: [{ all: [{ field: "channel", op: "is", values: [ids.integration] }] }] } },
      { sort, view: "all", tags: ["vip"] },
      { sort, view: "all", search: "silva" },
    ]),
  ],
  messages: ({ ids }) => [
    ...DEEP_DAYS.map((days) => ({ convId: ids.conv, after: deepCursor(days) })),
    { convId: ids.conv, startDate: daysAgo(2) },
    { clientId: ids.client, endDate: daysAgo(100) },
    { type: "location", after: deepCursor(180) },
  ],
  convs: ({ ids }) => [
    { ended: false, assigneeId: ids.agent },
    { ended: true, integrationId: ids.integration, after: deepCursor(180) },
    { nameOrPhone: "silva", ended: false },
  ],
  clients: () => [
    { search: "silva", after: deepCursor(180) },
    { tags: ["vip"], country: "BR" },
  ],
  searchInbox: ({ ids }) => [{ text: "order", convId: ids.conv }],
  agentsReport: () => [YEAR],
  broadcastReport: () => [YEAR],
  conversationsReport: () => [{ ...YEAR, interval: "month" }],
};

/** Every filter field of conversations, each with a frequent and a rare value. */
const CONDITIONS: Record<(typeof CONV_FILTER_FIELDS)[number], (world: World) => Condition[]> = {
  state: () => ["open", "ended", "snoozed", "waiting", "dormant"].map((value) => is(value)),
  owner: ({ ids }) => [is("me"), is("none"), is(ids.agent)],
  ai: ({ ids }) => [is("yes"), is("no"), is(ids.assistant)],
  tag: () => [is("vip"), is("nowhere"), is("none")],
  stage: ({ ids }) => [is(ids.convStage), is("none")],
  channel: ({ ids }) => [is(ids.integration), is(ids.webchat)],
  country: () => [is("BR"), is("XX"), is("none")],
  orderNo: () => [is("A-100123"), is("nowhere"), is("any"), is("none")],
  broadcast: ({ ids }) => [is(ids.broadcast), is(ids.stranger), is("any"), is("none")],
  source: () => [is("ad"), is("nowhere"), is("any"), is("none")],
  client: ({ ids }) => [is(ids.client)],
  unread: () => [is("yes"), is("no")],
  window: () => [is("open"), is("closed"), { op: "within", values: ["2h"] }, { op: "beyond", values: ["2h"] }],
  sla: () => [is("risk"), is("breached"), is("none")],
  has: () => [is("failed"), is("draft"), is("mention")],
  created: () => TIMES,
  lastMessage: () => TIMES,
  endedAt: () => TIMES,
  rating: () => [is("1"), is("10"), { op: "is", values: ["9", "10"] }],
  rated: () => TIMES,
  wrote: ({ ids }) => [
    ...["client", "person", "assistant", "program", ids.agent].map((who) => is(`${who}/${daysAgo(8)}/${daysAgo(1)}`)),
    is(`client/${daysAgo(360)}/${daysAgo(0)}`),
    is(`client/${daysAgo(30)}/${daysAgo(0)}/5-14/Europe/Berlin`),
  ],
  given: ({ ids }) => [is(`${ids.agent}/${daysAgo(8)}/${daysAgo(1)}`)],
  answered: ({ ids }) => [is(`${ids.agent}/${daysAgo(8)}/${daysAgo(1)}`), is("person"), is("assistant")],
  turn: ({ ids }) => [is(`${ids.assistant}/${daysAgo(8)}/${daysAgo(1)}`)],
  text: () => [is("silva"), is("zzzzz"), is("600123")],
};

const is = (value: string): Condition => ({ op: "is", values: [value] });
const TIMES: Condition[] = [
  { op: "within", values: ["1d"] },
  { op: "beyond", values: ["300d"] },
  { op: "after", values: [daysAgo(3)] },
  { op: "before", values: [daysAgo(300)] },
];

function filtersOf(world: World): (Condition & { field: string })[][] {
  return Object.entries(CONDITIONS).flatMap(([field, conditions]) =>
    conditions(world).map((condition) => [{ field, ...condition }]),
  );
}
