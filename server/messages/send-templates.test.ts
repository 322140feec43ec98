import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import type { Integration, Prisma } from "../generated/prisma/client.ts";
import { createTestClient, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { sendTemplate } from "./send-template.ts";
import { sendTemplates } from "./send-templates.ts";

const TEMPLATE = {
  name: "sale",
  language: null,
  components: [{ type: "body", parameters: [{ type: "text", text: "Hi {{name}} from {{country}}, {{nothing}}" }] }],
};

/** A workspace with one contact for every case of a broadcast. Two such workspaces differ only in ids and times. */
async function scene(properties: (people: Record<string, string>) => object) {
  const { ctx, workspaceId } = await createTestWorkspace();
  const db = database();
  await db.agent.updateMany({ where: { workspaceId }, data: { isAvailable: false } });
  const agent = async (name: string, data: Partial<Prisma.AgentUncheckedCreateInput> = {}) =>
    (await db.agent.create({ data: { workspaceId, userId: randomUUID(), name, lastSeenAt: new Date(), ...data } })).id;
  const bot = async (name: string, data: { deletedAt?: Date } = {}) =>
    (await db.assistant.create({ data: { workspaceId, name, type: "builtIn", properties: "", ...data } })).id;
  const people = {
    ana: await agent("Ana"),
    bo: await agent("Bo"),
    cy: await agent("Cy"),
    offline: await agent("Offline", { lastSeenAt: null }),
    gone: await agent("Gone", { deletedAt: new Date() }),
    bot: await bot("Bot"),
    deadBot: await bot("Dead", { deletedAt: new Date() }),
  };
  const { id } = await createTestIntegration(workspaceId, { name: "Shop" });
  const { id: otherId } = await createTestIntegration(workspaceId, { name: "Other" });
  const integration: Integration = await db.integration.update({
    where: { workspaceId_id: { workspaceId, id } },
    data: { properties: properties(people) },
  });

  const names: Record<string, string> = { ...people, shop: id, other: otherId };
  const client = async (name: string, more: Partial<Prisma.ClientUncheckedUpdateInput> = {}) => {
    const made = await createTestClient(workspaceId, { name, externalClientId: name });
    names[name] = made.id;
    await db.client.update({ where: { workspaceId_id: { workspaceId, id: made.id } }, data: more });
    return made.id;
  };
  const conv = (clientId: string, data: Partial<Prisma.ConversationUncheckedCreateInput> = {}) =>
    db.conversation.create({ data: { workspaceId, integrationId: id, clientId, lastSeq: 3, ...data } });
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const elsewhere = (clientId: string) =>
    db.clientIdentity.create({ data: { workspaceId, clientId, scope: "telegram", externalId: clientId } });

  for (let n = 0; n < 5; n++) await client(`new-${n}`);
  await conv(await client("open"), { needsResponse: true, assigneeId: people.bo });
  await conv(await client("open in a thread"), { externalConversationId: "thread", aiId: people.bot });
  const several = await client("several open");
  await conv(several, { externalConversationId: "old", lastMessageAt: ago(30), lastSeq: 1 });
  await conv(several, { externalConversationId: "newest", lastMessageAt: ago(3), lastSeq: 7 });
  await conv(several, { lastMessageAt: ago(60), lastSeq: 2 });
  await conv(await client("ended"), { ended: true, endedAt: ago(1) });
  await conv(await client("open elsewhere"), { integrationId: otherId });
  await conv(await client("archived and open", { deletedAt: ago(1) }));
  await client("archived", { deletedAt: ago(1), archivedBy: "SYSTEM" });
  await client("merged", { deletedAt: ago(1), mergedIntoId: several });
  await elsewhere(await client("unreachable"));
  const answered = await client("unreachable but for the conversation");
  await elsewhere(answered);
  await conv(answered, { clientAddress: "their-id" });
  await client("with an agent", { defaultAgentId: people.offline });
  await client("whose agent is gone", { defaultAgentId: people.gone });
  await client("from Brazil", { country: "br" });
  await client("from Poland", { country: "PL" });
  await client("last");
  const clients = await db.client.findMany({ where: { workspaceId }, orderBy: { id: "asc" } });
  return { ctx: { ...ctx, now: new Date() }, workspaceId, integration, clients, names };
}

type Scene = Awaited<ReturnType<typeof scene>>;
/** The result per contact: null if sent, otherwise the reason. */
type Answers = Record<string, string | null>;

async function oneByOne({ ctx, integration, clients }: Scene): Promise<Answers> {
  const answers: Answers = {};
  for (const client of clients) {
    try {
      await inTransaction(ctx, (tx) =>
        sendTemplate(tx, { integration, client, template: TEMPLATE, kind: "notification" }),
      );
      answers[client.name ?? ""] = null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answers[client.name ?? ""] = error.message;
    }
  }
  return answers;
}

async function draft({ workspaceId, integration }: Scene): Promise<string> {
  const data = { workspaceId, integrationId: integration.id, name: "Sale", templateName: "sale", createdBy: "SYSTEM" };
  return (await database().broadcast.create({ data: { ...data, state: "inProgress" } })).id;
}

async function asASet(world: Scene): Promise<Answers> {
  const { ctx, integration, clients } = world;
  const broadcastId = await draft(world);
  const sent = await inTransaction(ctx, (tx) =>
    sendTemplates(tx, { integration, template: TEMPLATE, broadcastId }, clients),
  );
  const made = await database().message.findMany({ where: { workspaceId: ctx.workspaceId, broadcastId } });
  expect(made.map(({ id }) => id).sort()).toEqual(sent.flatMap(({ messageId }) => messageId ?? []).sort());
  const names = new Map(clients.map(({ id, name }) => [id, name ?? ""]));
  for (const { clientId, messageId } of sent)
    expect(made.find(({ id }) => id === messageId)?.clientId ?? clientId).toBe(clientId);
  return Object.fromEntries(sent.map(({ clientId, error }) => [names.get(clientId) ?? "", error]));
}

/** Columns that differ in a broadcast, or between any two workspaces. */
const OWN = ["workspaceId", "broadcastId", "priority", "giveUpAt", "nextAttemptAt", "seq"];

/** All rows written, with names in place of ids. Conversations and messages are named after their contacts. */
async function written({ workspaceId, names, clients }: Scene) {
  const where = { workspaceId };
  const db = database();
  const convs = await db.conversation.findMany({ where, orderBy: [{ clientId: "asc" }, { id: "asc" }] });
  const messages = await db.message.findMany({ where, orderBy: { clientId: "asc" } });
  const rows = {
    convs,
    messages,
    queue: await db.sendQueue.findMany({ where, orderBy: { message: { clientId: "asc" } } }),
    assignments: await db.convAssignment.findMany({ where, orderBy: { conversation: { clientId: "asc" } } }),
    turns: await db.agent.findMany({
      where,
      orderBy: [{ lastAssignedAt: "asc" }, { id: "asc" }],
      select: { name: true },
    }),
    events: (await db.event.findMany({ where, orderBy: { seq: "asc" } })).filter(({ convId }) => convId !== null),
    seqs: messages.map(({ clientId, seq }) => ({ clientId, seq })),
    stamps: messages.map(({ convId, createdAt }) => {
      const conv = convs.find(({ id }) => id === convId);
      return createdAt.getTime() === conv?.lastMessageAt.getTime();
    }),
  };
  const called = new Map(Object.entries(names).map(([name, id]) => [id, name]));
  const nth = new Map<string, number>();
  const call = (id: string, clientId: string, kind: string) => {
    const name = `${kind} of ${clients.find((client) => client.id === clientId)?.name ?? ""}`;
    nth.set(name, (nth.get(name) ?? 0) + 1);
    called.set(id, `${name} ${nth.get(name)}`);
  };
  for (const { id, clientId } of convs) call(id, clientId, "conversation");
  for (const { id, clientId } of messages) call(id, clientId, "message");
  const text = JSON.stringify(rows, (key, value: unknown) => {
    if (OWN.includes(key) && typeof value !== "undefined")
      return key === "seq" && typeof value === "number" ? value : key;
    return value;
  });
  const plain = text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => called.get(id) ?? "an id")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "a time");
  return JSON.parse(plain) as { [Kind in keyof typeof rows]: unknown[] };
}

const MODES: Record<string, (people: Record<string, string>) => object> = {
  "AUTO, which a channel starts with": () => ({}),
  AGENT: ({ ana }) => ({ start: "AGENT", assigneeId: ana }),
  "AGENT, who is gone": ({ gone }) => ({ start: "AGENT", assigneeId: gone }),
  AI: ({ bot }) => ({ start: "AI", assigneeId: bot }),
  "AI that was deleted": ({ deadBot }) => ({ start: "AI", assigneeId: deadBot }),
  AGENT_BY_COUNTRY_CODE: ({ ana, bo, gone }) => ({
    start: "AGENT_BY_COUNTRY_CODE",
    assigneeId: bo,
    byCountryCodeConfig: [
      { code: "BR", assigneeId: ana },
      { code: "PL", assigneeId: gone },
    ],
  }),
  AI_BY_COUNTRY_CODE: ({ bot }) => ({
    start: "AI_BY_COUNTRY_CODE",
    byCountryCodeConfig: [{ code: "BR", assigneeId: bot }],
  }),
};

describe("a template to many clients of a broadcast", () => {
  test.each(Object.entries(MODES))(
    "leaves what sending it to one after the other leaves: same refusals, rows and events (%s)",
    async (_, properties) => {
      const [one, set] = [await scene(properties), await scene(properties)];
      const answers = [await oneByOne(one), await asASet(set)];
      expect(answers[1]).toEqual(answers[0]);
      expect(Object.values(answers[0] ?? {}).filter((error) => error !== null)).toHaveLength(4);
      const [expected, actual] = [await written(one), await written(set)];
      for (const kind of Object.keys(expected) as (keyof typeof expected)[])
        expect(actual[kind], kind).toEqual(expected[kind]);
      expect(expected.events.length).toBeGreaterThan(40);
      expect(expected.stamps.filter((isLast) => !isLast)).toEqual([]);
    },
    60_000,
  );

  test("is refused for all when the template is approved no more, but for those who have their own reason", async () => {
    const [one, set] = [await scene(() => ({})), await scene(() => ({}))];
    for (const world of [one, set]) {
      const { workspaceId } = world;
      const place = { workspaceId_id: { workspaceId, id: world.integration.id } };
      // A channel type whose templates are listed. Its contacts are known by their number.
      world.integration = await database().integration.update({
        where: place,
        data: { type: "WHATSAPP", templatesFetchedAt: new Date() },
      });
      await database().messageTemplate.create({
        data: {
          workspaceId,
          integrationId: world.integration.id,
          id: "1",
          name: "sale",
          language: "en",
          status: "PAUSED",
          category: "MARKETING",
          components: [],
        },
      });
      await database().$executeRaw`
        update "Client" set phone = '+4915112345' || lpad((random() * 1e6)::int::text, 6, '0')
        where "workspaceId" = ${workspaceId} and name not like 'unreachable%'`;
      world.clients = await database().client.findMany({ where: { workspaceId }, orderBy: { id: "asc" } });
    }
    const [expected, actual] = [await oneByOne(one), await asASet(set)];
    expect(actual).toEqual(expected);
    expect(new Set(Object.values(actual)).size).toBe(4);
    expect(await database().message.count({ where: { workspaceId: set.workspaceId } })).toBe(0);
    expect(await database().conversation.count({ where: { workspaceId: set.workspaceId } })).toBe(
      await database().conversation.count({ where: { workspaceId: one.workspaceId } }),
    );
  });

  test("a one-time password is refused to those who are known by an id of WhatsApp's only, here and there", async () => {
    const [one, set] = [await scene(() => ({})), await scene(() => ({}))];
    for (const world of [one, set]) {
      const { workspaceId } = world;
      const integrationId = world.integration.id;
      world.integration = await database().integration.update({
        where: { workspaceId_id: { workspaceId, id: integrationId } },
        data: { type: "WHATSAPP", templatesFetchedAt: new Date() },
      });
      const about = { name: "sale", language: "en", status: "APPROVED", category: "AUTHENTICATION", components: [] };
      await database().messageTemplate.create({ data: { workspaceId, integrationId, id: "1", ...about } });
      await database().$executeRaw`
        update "Client" set phone = '+4915112345' || lpad((random() * 1e6)::int::text, 6, '0')
        where "workspaceId" = ${workspaceId} and name in ('new-0', 'new-1', 'last')`;
      const hidden = await database().client.findMany({ where: { workspaceId, name: { in: ["new-2", "new-3"] } } });
      for (const { id: clientId, name } of hidden) {
        const externalId = `DE.${name?.replace("-", "")}`;
        await database().clientIdentity.create({ data: { workspaceId, clientId, scope: "bsuid", externalId } });
      }
      world.clients = await database().client.findMany({
        where: { workspaceId, name: { in: ["new-0", "new-1", "new-2", "new-3", "last"] } },
        orderBy: { id: "asc" },
      });
    }
    const [expected, actual] = [await oneByOne(one), await asASet(set)];
    expect(actual).toEqual(expected);
    const refused = expect.stringContaining("reach contacts by their phone number only");
    expect(actual).toEqual({ "new-0": null, "new-1": null, "new-2": refused, "new-3": refused, last: null });
  });
});
