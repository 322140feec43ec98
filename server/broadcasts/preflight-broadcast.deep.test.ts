import fc from "fast-check";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { channelOf } from "../channels/registry.ts";
import { archiveClient } from "../clients/archive-client.ts";
import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import type { Client, Integration } from "../generated/prisma/client.ts";
import { clientAddress } from "../conversations/client-address.ts";
import { fillPlaceholders } from "../messages/placeholders.ts";
import { startBroadcasting } from "../work/handlers/run-broadcasts.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import type { Api } from "../testing/api.ts";
import { createTestClient, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { startReceiver } from "../testing/receiver.ts";
import { countOutcomes, type Outcomes } from "./count-outcomes.ts";
import { createBroadcast } from "./create-broadcast.ts";
import { launchBroadcast } from "./launch-broadcast.ts";
import { leftOutOf, type LeftOutReason } from "./left-out.ts";
import { listBroadcastAudience } from "./list-broadcast-audience.ts";
import { preflightBroadcast } from "./preflight-broadcast.ts";
import { retryBroadcast } from "./retry-broadcast.ts";

const POLL_MS = 25;

let stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
});

const PHONES = ["+4915112345678", "+4915112345679", "+4915112345670"];
const CHANNEL_TYPES = ["CUSTOM", "WHATSAPP", "WA_GATEWAY"] as const;
const TEMPLATE = [
  { type: "body", text: "{{name}} {{fullName}} {{city}} {{other}}", "{{email}}": "a name, not a value" },
];

const mostly = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

/** A generated contact; `own` is the scope of the broadcast's channel. */
const drawnClient = fc.record({
  name: fc.constantFrom(null, "", "Ana"),
  surname: fc.constantFrom(null, "Silva"),
  city: fc.constantFrom(null, "Lisbon"),
  phone: fc.constantFrom(null, ...PHONES),
  /** `shared`: the id under which another contact has written on the channel. */
  idKind: fc.constantFrom("none", "text", "number", "+number", "shared"),
  isArchived: mostly(false, true),
  scopes: fc.subarray(["phone", "telegram", "own", "bsuid"]),
  writesAsShared: fc.boolean(),
  tags: fc.constantFrom<string[]>(["vip", "berlin"], ["vip"], []),
  country: mostly<string | null>("DE", "de", "AT", null),
  minute: fc.nat({ max: 2 }),
});
const drawnWorkspace = fc.record({
  type: fc.constantFrom(...CHANNEL_TYPES),
  clients: fc.array(drawnClient, { minLength: 1, maxLength: 14 }),
  testNumbers: fc.subarray(PHONES, { maxLength: 1 }),
  clientTags: mostly<string[]>([], ["vip"], ["vip", "berlin"]),
  country: mostly<string | null>(null, "DE"),
  /** One bit per recipient: whether the endpoint refuses the first broadcast for them. */
  refused: fc.nat({ max: 4095 }),
  /** Whether the launch runs as in a very large workspace. */
  isLarge: fc.boolean(),
});
type DrawnWorkspace = typeof drawnWorkspace extends fc.Arbitrary<infer Drawn> ? Drawn : never;
type DrawnClient = DrawnWorkspace["clients"][number];

/** A workspace with one contact of every kind, in addition to the generated ones. */
function oneOfEverything(type: DrawnWorkspace["type"]): DrawnWorkspace {
  const [phone = "", testNumber = ""] = PHONES;
  const plain: DrawnClient = {
    name: "Ana",
    surname: null,
    city: null,
    phone: null,
    idKind: "text",
    isArchived: false,
    scopes: [],
    writesAsShared: false,
    tags: [],
    country: "DE",
    minute: 0,
  };
  const clients: DrawnClient[] = [
    { ...plain, phone },
    { ...plain, phone, minute: 1 },
    { ...plain, idKind: "none", scopes: ["own"], writesAsShared: true, minute: 2 },
    { ...plain, idKind: "shared" },
    { ...plain, phone: testNumber },
    { ...plain, phone, isArchived: true },
    { ...plain, idKind: "none", scopes: ["telegram"] },
    { ...plain, phone: PHONES[2] ?? null, scopes: ["phone", "own"] },
  ];
  return { type, clients, testNumbers: [testNumber], clientTags: [], country: null, refused: 3, isLarge: true };
}

/** A contact and its identities by scope, in the model and in the database. */
type Known = { client: Client; identities: Record<string, string> };

let numbers = 0;
async function build(workspaceId: number, channel: Integration, { clients, testNumbers }: DrawnWorkspace) {
  const db = database();
  const own = channelOf(channel.type).identityScope(channel);
  const shared = `shared-${++numbers}`;
  // Only one contact can have each of these two; the first generated one gets it.
  let [isIdTaken, isIdentityTaken] = [false, false];
  const drawn = clients.map(({ idKind, isArchived, scopes, writesAsShared, minute, ...fields }) => {
    const number = `4917${String(10_000_000 + ++numbers)}`;
    const ids: Record<string, string | null> = { none: null, text: `crm-${numbers}`, number, "+number": `+${number}` };
    if (!isIdTaken) ids.shared = shared;
    isIdTaken ||= idKind === "shared";
    const identities: Record<string, string> = {};
    for (const name of scopes) identities[name === "own" ? own : name] = `${name === "phone" ? 49 : ""}${++numbers}`;
    if (own in identities && own !== "phone" && writesAsShared && !isIdentityTaken) {
      identities[own] = shared;
      isIdentityTaken = true;
    }
    const client = {
      workspaceId,
      ...fields,
      id: uuidv7(),
      externalClientId: ids[idKind] ?? null,
      deletedAt: isArchived ? new Date() : null,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
    };
    return { client, identities };
  });
  await db.client.createMany({ data: drawn.map(({ client }) => client) });
  await db.clientIdentity.createMany({
    data: drawn.flatMap(({ client, identities }) =>
      Object.entries(identities).map(([scope, externalId]) => ({
        workspaceId,
        scope,
        externalId,
        clientId: client.id,
      })),
    ),
  });
  await db.workspaceTestNumber.createMany({
    data: testNumbers.map((phone, position) => ({ workspaceId, phone, position, active: false })),
  });
  const rows = new Map((await db.client.findMany({ where: { workspaceId } })).map((client) => [client.id, client]));
  return drawn.flatMap(({ client: { id }, identities }): Known[] => {
    const client = rows.get(id);
    return client ? [{ client, identities }] : [];
  });
}

/** The rule again, written in plain code: the reason for each contact; null: a recipient. */
function expected(known: Known[], channel: Integration, drawn: DrawnWorkspace): Map<string, LeftOutReason | null> {
  const own = channelOf(channel.type).identityScope(channel);
  const isTest = ({ client, identities }: Known) =>
    drawn.testNumbers.some(
      (phone) =>
        client.phone === phone ||
        [phone, phone.slice(1)].some((id) => client.externalClientId === id || identities.phone === id),
    );
  const meant = known.filter(
    ({ client }) =>
      drawn.clientTags.every((tag) => client.tags.includes(tag)) &&
      (drawn.country === null || client.country?.toUpperCase() === drawn.country),
  );
  const address = (each: Known) => {
    const found = clientAddress(channel, each.client, each.identities) ?? "";
    return own === "phone" ? found.replace(/^\++/, "") : found;
  };
  const first = meant.map((each): { each: Known; reason: LeftOutReason | null } => {
    const reason = each.client.deletedAt
      ? "archived"
      : isTest(each)
        ? "testNumber"
        : address(each) === ""
          ? "unreachable"
          : null;
    return { each, reason };
  });
  const rank = ({ client, identities }: Known) =>
    `${own in identities ? 0 : 1} ${client.createdAt.toISOString()} ${client.id}`;
  return new Map(
    first.map(({ each, reason }): [string, LeftOutReason | null] => {
      const rivals = first.filter((other) => other.reason === null && address(other.each) === address(each));
      const isSecond = reason === null && rivals.some((other) => rank(other.each) < rank(each));
      return [each.client.id, isSecond ? "sameAddress" : reason];
    }),
  );
}

const isOver = ({ waiting, pending }: Outcomes) => waiting + pending === 0;
function sum({ waiting, pending, sent, delivered, read, failed }: Outcomes): number {
  return waiting + pending + sent + delivered + read + failed;
}

async function channelOfType(workspaceId: number, type: Integration["type"], endpoint: string): Promise<Integration> {
  const db = database();
  if (type === "CUSTOM") {
    const { id } = await createTestIntegration(workspaceId, { endpoint });
    return db.integration.update({ where: { workspaceId_id: { workspaceId, id } }, data: { ratePerSecond: 1_000 } });
  }
  const data = {
    workspaceId,
    name: type,
    type,
    state: "active",
    credentials: "-",
    templatesFetchedAt: new Date(),
  } as const;
  const channel = await db.integration.create({ data });
  await db.messageTemplate.create({
    data: {
      workspaceId,
      integrationId: channel.id,
      id: "1",
      name: "sale",
      language: "en",
      status: "APPROVED",
      category: "MARKETING",
      components: [],
    },
  });
  return channel;
}

describe("what pre-flight says is what happens", () => {
  test("in any workspace: launched, sent to the end, and retried", async () => {
    let refuses: (receiptId: string) => boolean = () => false;
    const receiver = await startReceiver((request, response) => {
      const { receiptId } = JSON.parse(request.body) as { receiptId: string };
      response.writeHead(refuses(receiptId) ? 422 : 200).end("{}");
    });
    const sending = startSending(POLL_MS);
    const broadcasting = startBroadcasting(POLL_MS);
    stops = [() => sending.stop(5_000), () => broadcasting.stop(), () => receiver.close()];
    const tally = { workspaces: 0, large: 0, contacts: 0, recipients: 0, retried: 0, polls: 0 };
    const reasons = new Set<string>();

    await fc.assert(
      fc.asyncProperty(drawnWorkspace, async (drawn) => {
        const { ctx, workspaceId } = await createTestWorkspace();
        const channel = await channelOfType(workspaceId, drawn.type, receiver.url);
        const known = await build(workspaceId, channel, drawn);
        const rule = expected(known, channel, drawn);
        const recipients = [...rule].filter(([, reason]) => reason === null).map(([id]) => id);
        const { clientTags, country } = drawn;
        const template = { templateName: "sale", templateLang: "en", templateComponents: TEMPLATE };
        const input = { integrationId: channel.id, clientTags, country, ...template };

        // The result is the same before anything is stored and for the draft.
        const said = await preflightBroadcast(ctx, input);
        const draft = await createBroadcast(ctx, { name: "Sale", ...input });
        expect(await preflightBroadcast(ctx, { id: draft.id })).toEqual(said);
        // The result matches the plain rule, down to the individual contacts.
        expect(said.recipientCount).toBe(recipients.length);
        for (const reason of [null, ...new Set(rule.values())]) {
          const page = await listBroadcastAudience(ctx, { ...input, leftOut: reason, first: 200 });
          const wanted = [...rule].filter(([, each]) => each === reason).map(([id]) => id);
          expect(page.nodes.map(({ id }) => id).sort()).toEqual(wanted.sort());
          expect(await page.pageInfo.count()).toBe(wanted.length);
          if (reason !== null) {
            reasons.add(reason);
            expect(said.leftOut).toContainEqual({ reason, count: wanted.length });
          }
        }
        expect(said.leftOut.reduce((total, { count }) => total + count, 0)).toBe(rule.size - recipients.length);

        // Some recipients will be refused. A worker may start before the launch returns.
        const addresses = new Map(
          known.map((each) => [each.client.id, clientAddress(channel, each.client, each.identities)]),
        );
        const refusedIds = recipients.filter((_, index) => (drawn.refused >> index) % 2 === 1);
        const refusedAddresses = refusedIds.map((id) => addresses.get(id));
        refuses = (receiptId) => refusedAddresses.includes(receiptId);
        const launched = await launchBroadcast({ ...ctx, now: new Date() }, draft, drawn.isLarge ? 0 : undefined);
        expect(launched.totalCount).toBe(said.recipientCount);
        expect(leftOutOf(launched.leftOut)).toEqual(said.leftOut);
        expect(launched.error).toBe(said.problem);
        const rows = await database().broadcastRecipient.findMany({ where: { workspaceId, broadcastId: draft.id } });
        expect(rows.map(({ clientId }) => clientId).sort()).toEqual(recipients.sort());
        expect(said.problem === null).toBe(recipients.length > 0);

        // The messages have exactly the empty values that the pre-flight reported.
        const filled = known
          .filter(({ client }) => recipients.includes(client.id))
          .map(({ client }) => fillPlaceholders(["{{name}}", "{{fullName}}", "{{city}}"], client) as string[]);
        const empties = (at: number) => filled.filter((texts) => texts[at] === "").length;
        expect(said.placeholders).toEqual([
          { name: "name", isKnown: true, emptyCount: empties(0) },
          { name: "fullName", isKnown: true, emptyCount: empties(1) },
          { name: "city", isKnown: true, emptyCount: empties(2) },
          { name: "other", isKnown: false, emptyCount: 0 },
        ]);
        tally.workspaces += 1;
        tally.large += drawn.isLarge ? 1 : 0;
        tally.contacts += known.length;
        tally.recipients += recipients.length;
        if (drawn.type !== "CUSTOM" || recipients.length === 0) return;

        // Sends to the end; every poll accounts for all recipients.
        const ends = async (id: string) => {
          const poll = { ...ctx };
          let counts = await countOutcomes(poll, id);
          const begun = Date.now();
          while (!isOver(counts) || (await stateOf(workspaceId, id)) === "inProgress") {
            expect(sum(counts)).toBe(counts.total);
            tally.polls += 1;
            if (Date.now() - begun > 15_000) throw new Error(`not over: ${JSON.stringify(counts)}`);
            await new Promise((next) => setTimeout(next, 20));
            counts = await countOutcomes(poll, id);
          }
          return counts;
        };
        const outcome = await ends(draft.id);
        expect(outcome).toMatchObject({ total: said.recipientCount, failed: refusedIds.length });
        expect(outcome.sent).toBe(said.recipientCount - refusedIds.length);
        if (refusedIds.length === 0) return;

        // A retry reaches exactly those who failed, and its pre-flight is right too.
        const saidOfRetry = await preflightBroadcast(ctx, { id: draft.id });
        expect(saidOfRetry).toMatchObject({ recipientCount: refusedIds.length, leftOut: [], problem: null });
        refuses = () => false;
        const retry = await retryBroadcast({ ...ctx, now: new Date() }, { id: draft.id });
        expect(retry).toMatchObject({ totalCount: refusedIds.length, state: "inProgress" });
        const again = await database().broadcastRecipient.findMany({ where: { workspaceId, broadcastId: retry.id } });
        expect(again.map(({ clientId }) => clientId).sort()).toEqual(refusedIds.sort());
        expect(await ends(retry.id)).toMatchObject({ sent: refusedIds.length, failed: 0 });
        tally.retried += refusedIds.length;
      }),
      { numRuns: 30, examples: CHANNEL_TYPES.map((type) => [oneOfEverything(type)]) },
    );
    console.info(`pre-flight held in ${JSON.stringify(tally)}; reasons: ${[...reasons].sort().join(", ")}`);
    expect([...reasons].sort()).toEqual(["archived", "sameAddress", "testNumber", "unreachable"]);
    expect(tally.retried).toBeGreaterThan(0);
  }, 150_000);
});

const stateOf = async (workspaceId: number, id: string) =>
  (await database().broadcast.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } })).state;

const PREFLIGHT = `query ($input: BroadcastPreflightInput!) { broadcastPreflight(input: $input) { recipientCount
  leftOut { reason text count } problem ratePerSecond aheadCount estimatedSeconds credits placeholders { name isKnown emptyCount } } }`;
const AUDIENCE = `query ($input: BroadcastAudienceInput!) { broadcastAudience(input: $input) {
  nodes { id name phone } pageInfo { hasNextPage endCursor count } } }`;

describe("broadcastPreflight", () => {
  let api: Api;
  let ctx: Ctx;
  let workspaceId: number;
  let integrationId: string;
  beforeEach(async () => {
    ({ api, ctx, workspaceId } = await createTestWorkspace());
    ({ id: integrationId } = await createTestIntegration(workspaceId));
  });
  afterEach(async () => {
    await database().broadcast.updateMany({ where: { state: "inProgress" }, data: { state: "completed" } });
  });
  const plan = (more: Record<string, unknown> = {}) => ({ integrationId, templateName: "sale", ...more });
  const draft = (more: Record<string, unknown> = {}) =>
    createBroadcast(ctx, { name: "Sale", integrationId, templateName: "sale", ...more });
  const set = (data: Parameters<ReturnType<typeof database>["integration"]["update"]>[0]["data"]) =>
    database().integration.update({ where: { workspaceId_id: { workspaceId, id: integrationId } }, data });

  test("says who gets it, who does not and why, before anything is stored", async () => {
    await createTestClient(workspaceId, { phone: "+4915112345678" });
    await archiveClient(ctx, await createTestClient(workspaceId));
    await database().client.create({ data: { workspaceId, name: "without any id" } });
    expect(await api.ok(PREFLIGHT, plan({ templateComponents: ["{{email}}"] }))).toEqual({
      recipientCount: 1,
      leftOut: [
        { reason: "archived", text: "Archived", count: 1 },
        {
          reason: "unreachable",
          text: "Cannot be reached on this channel: has never written there, and has no number or id that it could use",
          count: 1,
        },
      ],
      problem: null,
      ratePerSecond: 50,
      aheadCount: 0,
      estimatedSeconds: 1,
      credits: 0,
      placeholders: [{ name: "email", isKnown: true, emptyCount: 1 }],
    });
    expect(await database().broadcast.count({ where: { workspaceId } })).toBe(0);
    // The launch stores the same numbers with the broadcast.
    const { id } = await launchBroadcast(ctx, await draft());
    const LEFT_OUT = `query ($input: BroadcastInput!) { broadcast(input: $input) { totalCount leftOut { reason count } } }`;
    expect(await api.ok(LEFT_OUT, { id })).toEqual({
      totalCount: 1,
      leftOut: [
        { reason: "archived", count: 1 },
        { reason: "unreachable", count: 1 },
      ],
    });
  });

  test("says what makes a launch fail, in the words that it fails with", async () => {
    const nobody = await draft();
    const { problem } = await preflightBroadcast(ctx, { id: nobody.id });
    expect(problem).toMatch(/^No client matches/);
    expect((await launchBroadcast(ctx, nobody)).error).toBe(problem);
    await createTestClient(workspaceId);
    await set({ state: "error", lastError: "token is old" });
    const inError = await draft();
    const said = await preflightBroadcast(ctx, { id: inError.id });
    expect(said).toMatchObject({
      recipientCount: 1,
      problem: "The channel Shop is in error (token is old); put its credentials right first",
    });
    expect(await launchBroadcast(ctx, inError)).toMatchObject({ state: "failed", totalCount: 1, error: said.problem });
  });

  test("counts what the channel has to send before, at its own rate", async () => {
    await database().$executeRaw`
      insert into "Client" ("workspaceId", id, "externalClientId")
      select ${workspaceId}, gen_random_uuid(), 'bulk-' || n from generate_series(1, 60) n`;
    await set({ ratePerSecond: 2 });
    const alone = await preflightBroadcast(ctx, plan());
    expect(alone).toMatchObject({ recipientCount: 60, ratePerSecond: 2, aheadCount: 0 });
    expect(alone.estimatedSeconds).toBeGreaterThanOrEqual(30);
    expect(alone.estimatedSeconds).toBeLessThan(33);
    const other = await createTestIntegration(workspaceId, { name: "Other" });
    await launchBroadcast(
      ctx,
      await createBroadcast(ctx, { name: "Elsewhere", integrationId: other.id, templateName: "sale" }),
    );
    await launchBroadcast(ctx, await draft());
    const behind = await preflightBroadcast(ctx, plan());
    expect(behind).toMatchObject({ recipientCount: 60, aheadCount: 60 });
    expect(behind.estimatedSeconds).toBeGreaterThanOrEqual(60);
  });

  test("takes a broadcast by its id or what it is to be, not both, and needs a channel and a template", async () => {
    const { id } = await draft();
    expect(await api.refusal(PREFLIGHT, { id, templateName: "other" })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.id"],
    });
    expect(await api.refusal(PREFLIGHT, {})).toMatchObject({ code: "BAD_INPUT", paths: ["input.integrationId"] });
    expect(await api.refusal(PREFLIGHT, { integrationId })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.templateName"],
    });
    expect(await api.refusal(PREFLIGHT, plan({ country: "Atlantis" }))).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.country"],
    });
    await database().broadcast.updateMany({ where: { id }, data: { state: "inProgress" } });
    for (const query of [PREFLIGHT, AUDIENCE]) {
      expect(await api.refusal(query, { id })).toMatchObject({
        code: "CONFLICT",
        message: "This broadcast is inProgress; broadcastRecipients says what becomes of it",
      });
    }
    await database().broadcast.updateMany({ where: { id }, data: { state: "completed" } });
    expect(await api.refusal(PREFLIGHT, { id })).toMatchObject({
      code: "CONFLICT",
      message: "Nobody failed in this broadcast; there is nothing to retry",
    });
  });

  test("is counted out of the clients that broadcastAudience shows, page by page", async () => {
    const archived: string[] = [];
    for (let index = 0; index < 5; index++) {
      await createTestClient(workspaceId, { name: `Gets it ${index}` });
      const client = await createTestClient(workspaceId, { name: `Archived ${index}` });
      await archiveClient(ctx, client);
      archived.unshift(client.id);
    }
    type Page = { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string; count: number } };
    const { id } = await draft();
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Page = await api.ok<Page>(AUDIENCE, { id, leftOut: "archived", first: 2, after });
      expect(page.pageInfo.count).toBe(5);
      seen.push(...page.nodes.map((node) => node.id));
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toEqual(archived);
    expect((await api.ok<Page>(AUDIENCE, { id })).nodes).toHaveLength(5);
    expect((await api.ok<Page>(AUDIENCE, { id, leftOut: "testNumber" })).nodes).toEqual([]);
  });
});
