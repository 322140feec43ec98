import { randomInt } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { POST } from "../../app/ext/v1/incoming/[type]/[integrationId]/route.ts";
import {
  messagingEntry,
  messagingEvent,
  webhookCall,
  whatsappEcho,
  whatsappEntry,
  whatsappMessage,
  whatsappRotation,
  whatsappStatus,
  type WebhookCall,
  type WhatsappCustomer,
} from "../../simulator/graph-webhook.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import type { InboundMessage } from "../channels/inbound.ts";
import { clientOfPhone } from "../clients/client-identities.ts";
import { database, inTransaction, pool } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { sealCredentials } from "../integrations/access.ts";
import { identitiesOf } from "./identities-of.ts";
import { startTaking } from "../work/handlers/take-calls.ts";
import { createTestClient, createTestConv, createTestWorkspace } from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import { takeCalls } from "../testing/take-calls.ts";
import { claimProviderCalls } from "./claim-provider-calls.ts";
import { profileLookups } from "../media/profile-lookups.ts";
import { pruneProviderCalls } from "../conversations/prune.ts";
import { receiveMessage } from "./receive-message.ts";
import { RECEIVE_NEW } from "./receive-new-statement.ts";
import { storeProviderCall } from "./store-provider-call.ts";
import { takeProviderCalls } from "./take-provider-calls.ts";
import { applyParkedStatuses } from "../sending/update-message-status.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const IDA: WhatsappCustomer = { waId: "4790000001", userId: "NO.7Xk29", name: "Ida Lund" };
const text = (body: string) => ({ type: "text", text: { body } });
const digits = () => String(randomInt(10 ** 11, 10 ** 12));
const ENDED = { ended: true, endedBy: "SYSTEM", endedAt: new Date(), needsResponse: false };
const minutesAgo = (minutes: number) => new Date(Math.floor(Date.now() / 1000) * 1000 - minutes * 60_000);

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let number: { wabaId: string; phoneNumberId: string; displayPhoneNumber: string };
let whatsapp: Integration;

/** Meta's profile endpoint. It knows no one unless a test says so. */
let answerProfile: (path: string) => Promise<unknown> = () => Promise.resolve(null);
const graph = createServer((request, response) => {
  void answerProfile(request.url ?? "").then((profile) => {
    response.writeHead(profile ? 200 : 400, { "content-type": "application/json" });
    response.end(JSON.stringify(profile ?? { error: { message: "No profile", code: 100 } }));
  });
});
await new Promise<void>((ready) => graph.listen(0, "127.0.0.1", ready));
const graphUrl = `http://127.0.0.1:${(graph.address() as AddressInfo).port}`;
process.env.META_GRAPH_URL = graphUrl;
process.env.INSTAGRAM_GRAPH_URL = graphUrl;
afterAll(() => {
  graph.closeAllConnections();
  graph.close();
});

beforeEach(async () => {
  answerProfile = () => Promise.resolve(null);
  workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  number = { wabaId: digits(), phoneNumberId: digits(), displayPhoneNumber: "+47 900 00 100" };
  const { wabaId, phoneNumberId } = number;
  whatsapp = await channel(
    "WHATSAPP",
    { accessToken: "EAAG", phoneNumberId, wabaId, appSecret: SECRET },
    phoneNumberId,
  );
});

async function channel(
  type: IntegrationType,
  properties: Record<string, string>,
  accountId: string,
): Promise<Integration> {
  const place = { workspaceId, id: uuidv7() };
  const credentials = await sealCredentials(place, properties);
  return database().integration.create({
    data: { ...place, name: type, type, identifier: accountId, accountId, state: "active", credentials },
  });
}
async function instagram() {
  const accountId = digits();
  return {
    accountId,
    integration: await channel("INSTAGRAM", { accessToken: "IGAA", accountId, appSecret: SECRET }, accountId),
  };
}
async function page() {
  const pageId = digits();
  return { pageId, integration: await channel("FACEBOOK", { accessToken: "EAAG", pageId, appSecret: SECRET }, pageId) };
}

/** Delivers a call as Meta does. Its contents are not processed yet. */
async function bring({ id, type }: Pick<Integration, "id" | "type">, call: WebhookCall): Promise<number> {
  const params = { type: type.toLowerCase(), integrationId: id };
  const request = new Request(`https://desk.example/ext/v1/incoming/${params.type}/${id}`, { method: "POST", ...call });
  return (await POST(request, { params: Promise.resolve(params) })).status;
}
const call = (...entries: unknown[]) => webhookCall("whatsapp_business_account", entries, SECRET);
const wrote = (body: string, from = IDA, at = new Date()) => {
  const value = whatsappMessage(from, text(body), at);
  return { id: value.messages[0].id, entry: whatsappEntry(number, value) };
};
/** An entry about an earlier message. */
const told = (content: { type: string } & Record<string, unknown>, at = new Date(), from = IDA) =>
  whatsappEntry(number, whatsappMessage(from, content, at));
async function take(...entries: unknown[]): Promise<void> {
  expect(await bring(whatsapp, call(...entries))).toBe(200);
  await takeCalls();
}
const messages = () =>
  database().message.findMany({ where: { workspaceId }, orderBy: [{ convId: "asc" }, { seq: "asc" }] });
const contents = async () => (await messages()).map(({ content }) => content);
const calls = () => database().providerCall.findMany({ where: { workspaceId }, orderBy: { id: "asc" } });
const convs = () => database().conversation.findMany({ where: { workspaceId } });
const clients = () => database().client.findMany({ where: { workspaceId }, include: { identities: true } });
/** Each client's names on their channels, those that were replaced with a minus. */
const namesOfClients = async () =>
  (await clients()).map(({ identities }) =>
    identities.map(({ externalId, replacedAt }) => `${replacedAt ? "-" : ""}${externalId}`).toSorted(),
  );
const events = async () =>
  (await database().event.findMany({ where: { workspaceId }, orderBy: { seq: "asc" } })).map(({ name }) => name);
/** Makes calls that wait for their next attempt due now. */
const due = () =>
  database().providerCall.updateMany({ where: { workspaceId, doneAt: null }, data: { nextAttemptAt: new Date(0) } });

describe("the call", () => {
  test("is stored as it came before it is answered, and what is in it is stored by a worker, once", async () => {
    const given = call(wrote("Grüße 👋").entry);
    expect(await bring(whatsapp, given)).toBe(200);
    const [waiting] = await calls();
    expect(waiting).toMatchObject({ integrationId: whatsapp.id, doneAt: null, attemptNo: 0, error: null });
    expect(Buffer.from(waiting?.body ?? []).toString()).toBe(given.body);
    expect(await messages()).toEqual([]);
    await takeCalls();
    expect(await contents()).toEqual(["Grüße 👋"]);
    expect(await calls()).toMatchObject([{ attemptNo: 1, error: null, leaseToken: null }]);
    expect((await calls())[0]?.doneAt).not.toBeNull();
  });

  test("that cannot be stored is answered 503, so that the provider comes again", async () => {
    const { query } = pool();
    const away = (...given: unknown[]): unknown => {
      const { name } = given[0] as { name?: string };
      if (name !== "store-provider-calls") return (query as (...args: unknown[]) => unknown).apply(pool(), given);
      return Promise.reject(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" }));
    };
    pool().query = away as typeof query;
    const answer = await bring(whatsapp, call(wrote("Hi").entry));
    pool().query = query;
    expect(answer).toBe(503);
    expect(await calls()).toEqual([]);
  });

  test("costs one question for the channel in a second, and one insert", async () => {
    const began = Date.now();
    await bring(whatsapp, call(wrote("warm").entry));
    const { query } = pool();
    const asked: string[] = [];
    const watched = (...given: unknown[]): unknown => {
      asked.push(String((given[0] as { name?: string }).name));
      return (query as (...args: unknown[]) => unknown).apply(pool(), given);
    };
    pool().query = watched as typeof query;
    for (let n = 0; n < 3; n++) await bring(whatsapp, call(wrote("Hi").entry, whatsappEntry(number, { statuses: [] })));
    pool().query = query;
    const named = asked.filter((name) => name !== "undefined");
    expect(named.filter((name) => name === "store-provider-calls")).toHaveLength(3);
    // The channel's row is cached for 0.9 s. A slow machine reads it again.
    const isBelieved = Date.now() - began < 800;
    expect(named.filter((name) => name === "open-channel").length).toBeLessThanOrEqual(isBelieved ? 0 : 3);
  });

  test("waits for nobody's rate: only who proves nothing is slowed down", async () => {
    process.env.API_RATE_LIMIT = "1";
    const given = call(wrote("Hi").entry);
    const answers = await Promise.all(Array.from({ length: 20 }, () => bring(whatsapp, given)));
    expect(new Set(answers)).toEqual(new Set([200]));
    process.env.API_RATE_LIMIT = "0";
  });

  test("of a deleted channel is dropped; one that was switched off after it was taken in still counts", async () => {
    await bring(whatsapp, call(wrote("in time").entry));
    await database().integration.updateMany({ where: { id: whatsapp.id }, data: { state: "disabled" } });
    await takeCalls();
    expect(await contents()).toEqual(["in time"]);
    expect(await bring(whatsapp, call(wrote("too late").entry))).toBe(409);
    await database().integration.updateMany({ where: { id: whatsapp.id }, data: { state: "active" } });
    await bring(whatsapp, call(wrote("gone").entry));
    await database().integration.updateMany({ where: { id: whatsapp.id }, data: { deletedAt: new Date() } });
    await takeCalls();
    expect(await contents()).toEqual(["in time"]);
    expect(await calls()).toHaveLength(1);
  });

  test("of a deleted channel goes alone: what another channel of the workspace brought stays until it is stored", async () => {
    const other = await page();
    await bring(whatsapp, call(wrote("kept").entry));
    await bring(other.integration, webhookCall("page", [messagingEntry(other.pageId, [])], SECRET));
    await database().integration.updateMany({ where: { id: other.integration.id }, data: { deletedAt: new Date() } });
    const claimed = await claimProviderCalls([], 10);
    expect(claimed).toHaveLength(2);
    const deleted = claimed.find(({ integrationId }) => integrationId === other.integration.id);
    if (deleted) await takeProviderCalls(deleted, new AbortController().signal);
    expect(await calls()).toMatchObject([{ integrationId: whatsapp.id, doneAt: null }]);
  });

  test("is forgotten three days after it was stored, or a month after it was given up; one that waits is not", async () => {
    for (let n = 0; n < 5; n++) await storeProviderCall([whatsapp], Buffer.from("{}"));
    const [waits, fresh, old, failed, forgotten] = await calls();
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    const set = (row: typeof waits, data: Record<string, unknown>) =>
      database().providerCall.update({ where: { workspaceId_id: { workspaceId, id: row?.id ?? "" } }, data });
    await set(waits, { receivedAt: days(40) });
    await set(fresh, { receivedAt: days(2), doneAt: days(2) });
    await set(old, { receivedAt: days(4), doneAt: days(4) });
    await set(failed, { receivedAt: days(29), doneAt: days(28), error: "No" });
    await set(forgotten, { receivedAt: days(31), doneAt: days(30), error: "No" });
    expect(await pruneProviderCalls()).toBe(2);
    expect((await calls()).map(({ id }) => id)).toEqual([waits, fresh, failed].map((row) => row?.id));
  });
});

describe("the taking", () => {
  test("keeps each sender's order through many calls, and stores repetitions once", async () => {
    const senders = Array.from({ length: 8 }, (_, n) => ({ waId: `479000010${n}`, name: `Sender ${n}` }));
    const parts = Array.from({ length: 12 }, (_, n) => senders.map((sender) => wrote(`${n}`, sender).entry));
    for (const entries of parts) await bring(whatsapp, call(...entries));
    for (const entries of parts.slice(3, 6)) await bring(whatsapp, call(...entries));
    await takeCalls();
    const byConv = Map.groupBy(await messages(), ({ convId }) => convId);
    expect(byConv.size).toBe(8);
    for (const thread of byConv.values())
      expect(thread.map(({ content }) => content)).toEqual(Array.from({ length: 12 }, (_, n) => `${n}`));
  });

  test("gives one channel's calls to one worker at a time, and other channels' to others", async () => {
    const other = await page();
    await bring(whatsapp, call(wrote("one").entry));
    await bring(other.integration, webhookCall("page", [messagingEntry(other.pageId, [])], SECRET));
    // Calls of earlier tests may be due again.
    const own = (claims: Awaited<ReturnType<typeof claimProviderCalls>>) =>
      claims.filter((claim) => claim.workspaceId === workspaceId);
    const claims = own((await Promise.all(Array.from({ length: 6 }, () => claimProviderCalls([], 10)))).flat());
    expect(claims.map(({ integrationId }) => integrationId).toSorted()).toEqual(
      [whatsapp.id, other.integration.id].toSorted(),
    );
    await bring(whatsapp, call(wrote("two").entry));
    expect(own(await claimProviderCalls([], 10))).toEqual([]);
    // When the dead worker's lease has expired, its calls are claimed again first, together with newer ones.
    await database().providerCall.updateMany({
      where: { workspaceId },
      data: { leaseUntil: new Date(Date.now() - 1) },
    });
    const again = own(await claimProviderCalls([other.integration.id], 10)).flatMap((claim) => claim.calls);
    expect(again.map(({ attemptNo }) => attemptNo)).toEqual([2, 1]);
  });

  test("a late worker's end changes nothing of what another has taken over", async () => {
    await bring(whatsapp, call(wrote("one").entry));
    const [late] = await claimProviderCalls([], 1);
    await database().providerCall.updateMany({ where: { workspaceId }, data: { leaseUntil: new Date(0) } });
    const [now] = await claimProviderCalls([], 1);
    if (!late || !now) throw new Error("both were given the call");
    await takeProviderCalls(late, new AbortController().signal);
    expect(await calls()).toMatchObject([{ doneAt: null, leaseToken: now.leaseToken }]);
    await takeProviderCalls(now, new AbortController().signal);
    expect(await contents()).toEqual(["one"]);
    expect((await calls())[0]?.doneAt).not.toBeNull();
  });

  test("one element that cannot be stored fails its call and nothing else; it is tried again, and shown when it is given up", async () => {
    // An internal error: the database rejects this one text.
    await database().$executeRawUnsafe(
      `alter table "Message" add constraint "no_poison_${workspaceId}" check (content <> 'poison ${workspaceId}')`,
    );
    const bad = wrote(`poison ${workspaceId}`, { waId: "4790000002", name: "Per" });
    await bring(whatsapp, call(wrote("before").entry, bad.entry));
    await bring(whatsapp, call(wrote("after").entry));
    await takeCalls();
    expect((await contents()).toSorted()).toEqual(["after", "before"]);
    const [failing, fine] = await calls();
    expect(fine?.doneAt).not.toBeNull();
    expect(failing).toMatchObject({ doneAt: null, attemptNo: 1, leaseToken: null });
    expect(failing?.error).toContain("no_poison");
    expect(failing?.nextAttemptAt.getTime()).toBeGreaterThan(Date.now());
    // The pauses grow.
    await due();
    await takeCalls();
    const [second] = await calls();
    expect(second?.attemptNo).toBe(2);
    expect((second?.nextAttemptAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(1_000);
    // A day later.
    await database().providerCall.updateMany({ where: { workspaceId }, data: { receivedAt: minutesAgo(24 * 60) } });
    await due();
    await takeCalls();
    const [givenUp] = await calls();
    expect(givenUp?.doneAt).not.toBeNull();
    expect(Buffer.from(givenUp?.body ?? []).toString()).toContain("poison");
    const { state, lastError } = await database().integration.findFirstOrThrow({ where: { id: whatsapp.id } });
    expect({ state, lastError }).toEqual({
      state: "active",
      lastError: expect.stringContaining("Something that came in could not be stored") as string,
    });
    await database().$executeRawUnsafe(`alter table "Message" drop constraint "no_poison_${workspaceId}"`);
  });

  test("a body that nobody can read is kept, and stands in nobody's way", async () => {
    await storeProviderCall([whatsapp], Buffer.from("{"));
    await bring(whatsapp, call(wrote("Hi").entry));
    await takeCalls();
    expect(await contents()).toEqual(["Hi"]);
    expect((await calls())[0]).toMatchObject({ doneAt: null, attemptNo: 1 });
  });

  test("a provider that does not say who a sender is delays no other sender, and its message by seconds at most", async () => {
    const { pageId, integration } = await page();
    const [slow, known] = [digits(), digits()];
    const says = (sender: string, mid: string) => messagingEvent(sender, pageId, { message: { mid, text: mid } });
    const facebook = (...given: unknown[]) => webhookCall("page", [messagingEntry(pageId, given)], SECRET);
    await bring(integration, facebook(says(known, "m_1")));
    await takeCalls();
    answerProfile = () => new Promise(() => undefined);
    await bring(integration, facebook(says(slow, "m_2"), says(known, "m_3")));
    const taking = takeCalls();
    const startedAt = Date.now();
    await eventually(async () => (await contents()).includes("m_3"));
    expect(Date.now() - startedAt).toBeLessThan(2_900);
    expect(await contents()).not.toContain("m_2");
    await taking;
    expect(await contents()).toContain("m_2");
    expect(Date.now() - startedAt).toBeLessThan(12_000);
  });

  test("a new sender's profile is asked for once, and told again to whoever has to try again", async () => {
    const { integration } = await page();
    const asked: string[] = [];
    answerProfile = (path) => {
      asked.push(path);
      return Promise.resolve({ first_name: "Ida", last_name: "Lund" });
    };
    const sender = digits();
    const profileOf = await profileLookups(systemCtx(workspaceId, "test"), integration, [sender]);
    expect(await profileOf(sender)).toMatchObject({ name: "Ida", surname: "Lund" });
    expect(await profileOf(sender)).toMatchObject({ name: "Ida", surname: "Lund" });
    expect(asked).toHaveLength(1);
  });

  test("a worker is woken: from the call to the stored message it takes no poll", async () => {
    const worker = startTaking(60_000);
    for (let n = 0; n < 20; n++) {
      await bring(whatsapp, call(wrote(`${n}`).entry));
      await eventually(async () => (await contents()).length === n + 1, 5_000);
    }
    await worker.stop(1_000);
  });
});

describe("a reaction", () => {
  const reaction = (id: string, emoji: string | null, at = new Date()) =>
    told({ type: "reaction", reaction: { message_id: id, ...(emoji ? { emoji } : {}) } }, at);
  const reactions = () =>
    database().messageReaction.findMany({
      where: { workspaceId },
      select: { isAgent: true, emoji: true, messageId: true },
    });

  test("stands at its message, the latest however they come, and opens and answers nothing", async () => {
    const { id, entry } = wrote("Hi");
    await take(entry);
    const [message] = await messages();
    await database().conversation.updateMany({ where: { workspaceId }, data: { needsResponse: false } });
    const [before] = await convs();
    await take(reaction(id, "👍", minutesAgo(3)));
    expect(await reactions()).toEqual([{ isAgent: false, emoji: "👍", messageId: message?.id }]);
    expect((await events()).at(-1)).toBe("MESSAGE_CHANGED");
    await take(reaction(id, null, minutesAgo(1)));
    await take(reaction(id, "😡", minutesAgo(2)), reaction(id, "👍", minutesAgo(3)));
    expect(await reactions()).toMatchObject([{ emoji: null }]);
    expect(await convs()).toEqual([before]);
  });

  test("of the business, given in the phone's app, stands beside the client's", async () => {
    const { id, entry } = wrote("Hi");
    const reacts = (emoji: string) => ({ type: "reaction", reaction: { message_id: id, emoji } });
    await take(entry, reaction(id, "👍"));
    await take(whatsappEcho(number, IDA, reacts("❤️")));
    const both = await reactions();
    expect(both.toSorted((a, b) => Number(a.isAgent) - Number(b.isAgent))).toMatchObject([
      { isAgent: false, emoji: "👍" },
      { isAgent: true, emoji: "❤️" },
    ]);
    expect(await messages()).toHaveLength(1);
  });

  test("of a conversation that has ended opens none", async () => {
    const { id, entry } = wrote("Hi");
    await take(entry);
    await database().conversation.updateMany({ where: { workspaceId }, data: ENDED });
    await take(reaction(id, "👍"));
    expect(await reactions()).toMatchObject([{ emoji: "👍" }]);
    expect(await convs()).toHaveLength(1);
  });

  test("that comes with its message, or a moment before it, is kept; one to a message that never was is let go", async () => {
    const [one, two] = [wrote("one"), wrote("two")];
    await take(reaction(one.id, "1️⃣"), one.entry);
    await take(reaction(two.id, "2️⃣"));
    expect(await calls()).toMatchObject([{ error: null }, { doneAt: null, attemptNo: 1 }]);
    await take(two.entry);
    await due();
    await takeCalls();
    expect((await reactions()).map(({ emoji }) => emoji).toSorted()).toEqual(["1️⃣", "2️⃣"]);
    // Both wait for the worker, in the wrong order.
    const three = wrote("three");
    await bring(whatsapp, call(reaction(three.id, "3️⃣")));
    await take(three.entry);
    expect((await calls()).slice(-2)).toMatchObject([
      { attemptNo: 1, error: null },
      { attemptNo: 1, error: null },
    ]);
    expect((await calls()).at(-2)?.doneAt).not.toBeNull();
    await take(reaction("wamid.OLDER", "👍"));
    await database().providerCall.updateMany({ where: { workspaceId }, data: { receivedAt: minutesAgo(2) } });
    await due();
    await takeCalls();
    expect(await calls()).toSatisfy((rows: Awaited<ReturnType<typeof calls>>) =>
      rows.every((row) => row.doneAt && !row.error),
    );
    expect(await reactions()).toHaveLength(3);
  });
});

describe("an edit", () => {
  const edit = (id: string, body: string, at: Date) =>
    told({ type: "edit", edit: { original_message_id: id, message: text(body) } }, at);

  test("replaces what is shown and keeps what was; older and repeated ones change nothing", async () => {
    const [first, last] = [minutesAgo(3), minutesAgo(1)];
    const { id, entry } = wrote("One o'clock");
    await take(entry);
    await take(edit(id, "Two o'clock", first));
    await take(edit(id, "Three o'clock", last));
    const edits = (await events()).filter((name) => name === "CONV_CHANGED").length;
    expect(edits).toBe(2);
    await take(edit(id, "Late", minutesAgo(2)));
    await take(edit(id, "Three o'clock", last));
    expect(await messages()).toMatchObject([{ content: "Three o'clock", editedAt: last, seq: 1, raw: null }]);
    expect(
      await database().messageVersion.findMany({ where: { workspaceId }, orderBy: { versionNo: "asc" } }),
    ).toMatchObject([
      { versionNo: 1, content: "One o'clock", replacedAt: first },
      { versionNo: 2, content: "Two o'clock", replacedAt: last },
    ]);
    expect((await events()).filter((name) => name === "CONV_CHANGED")).toHaveLength(edits);
    expect((await events()).filter((name) => name === "INCOMING_MESSAGE")).toHaveLength(1);
  });

  test("of a file's caption leaves the file", async () => {
    const image = (caption: string) => ({ type: "image", image: { id: "900", mime_type: "image/jpeg", caption } });
    const value = whatsappMessage(IDA, image("Look"));
    await take(whatsappEntry(number, value));
    const [before] = await messages();
    expect(before).toMatchObject({ type: "image", caption: "Look" });
    const edit = { original_message_id: value.messages[0].id, message: image("Look here") };
    await take(told({ type: "edit", edit }));
    expect(await messages()).toMatchObject([{ type: "image", content: before?.content, caption: "Look here" }]);
    expect(await database().mediaCopy.count({ where: { workspaceId } })).toBe(1);
  });
});

describe("a message that was taken back", () => {
  const revoke = (id: string, at = new Date()) => told({ type: "revoke", revoke: { original_message_id: id } }, at);

  test("keeps its place and nothing of what it said, and no edit brings it back", async () => {
    const { id, entry } = wrote("My card is 4111");
    await take(entry);
    await take(told({ type: "edit", edit: { original_message_id: id, message: text("My card is 4242") } }));
    await take(revoke(id));
    await take(revoke(id), told({ type: "edit", edit: { original_message_id: id, message: text("Back") } }));
    expect(await messages()).toMatchObject([{ content: "", caption: null, raw: null, seq: 1 }]);
    expect((await messages())[0]?.removedAt).not.toBeNull();
    expect(await database().messageVersion.count({ where: { workspaceId } })).toBe(0);
    expect((await events()).slice(-2)).toEqual(["MESSAGE_CHANGED", "CONV_CHANGED"]);
    expect(await calls()).toSatisfy((rows: Awaited<ReturnType<typeof calls>>) =>
      rows.every(({ error }) => error === null),
    );
  });

  test("takes all its parts along", async () => {
    const { pageId, integration } = await page();
    const psid = digits();
    const says = (message: Record<string, unknown>) =>
      bring(
        integration,
        webhookCall("page", [messagingEntry(pageId, [messagingEvent(psid, pageId, { message })])], SECRET),
      );
    const file = (name: string) => ({ type: "image", payload: { url: `https://cdn.example/${name}` } });
    await says({ mid: "m_1", text: "My passport", attachments: [file("a.png"), file("b.png")] });
    await says({ mid: "m_2", text: "Another one" });
    await takeCalls();
    expect(await messages()).toHaveLength(4);
    await says({ mid: "m_1", is_deleted: true });
    await takeCalls();
    expect(await contents()).toEqual(["", "", "", "Another one"]);
    const uploads = await database().upload.findMany({ where: { workspaceId } });
    expect(uploads.map(({ purpose }) => purpose)).toEqual(["discarded", "discarded"]);
  });

  test("takes its file along", async () => {
    const value = whatsappMessage(IDA, { type: "image", image: { id: "900", mime_type: "image/jpeg", caption: "Me" } });
    await take(whatsappEntry(number, value));
    await take(revoke(value.messages[0].id));
    expect(await messages()).toMatchObject([{ content: "", caption: null }]);
    expect(await database().mediaCopy.count({ where: { workspaceId } })).toBe(0);
    expect(await database().upload.findMany({ where: { workspaceId } })).toMatchObject([{ purpose: "discarded" }]);
  });
});

describe("who came back by an ad", () => {
  const igsid = digits();
  const events = (accountId: string, ...contents: Record<string, unknown>[]) =>
    webhookCall(
      "instagram",
      [
        messagingEntry(
          accountId,
          contents.map((each) => messagingEvent(igsid, accountId, each)),
        ),
      ],
      SECRET,
    );
  const referral = {
    referral: {
      ...{ ref: "spring", source: "ADS", type: "OPEN_THREAD", referer_uri: "https://ad.example/1" },
      ...{ ad_id: 7, ads_context_data: { ad_title: "Boots" } },
    },
  };

  test("is noted in their open conversation, and their next message has it as its source, once", async () => {
    const { accountId, integration } = await instagram();
    await bring(integration, events(accountId, { message: { mid: "m1", text: "Hi" } }));
    const returned = events(accountId, referral);
    await bring(integration, returned);
    await bring(integration, returned);
    await takeCalls();
    expect(await contents()).toEqual(["Hi", "Came back by an ad: https://ad.example/1"]);
    await bring(integration, events(accountId, { message: { mid: "m2", text: "I want this" } }));
    await bring(integration, events(accountId, { message: { mid: "m3", text: "Soon" } }));
    await bring(integration, returned);
    await takeCalls();
    expect((await messages()).filter(({ type }) => type === "text")).toMatchObject([
      { content: "Hi", sourceType: null },
      {
        ...{ content: "I want this", sourceType: "ad", sourceUrl: "https://ad.example/1" },
        ad: { id: "7", headline: "Boots", text: null, clickId: null },
      },
      { content: "Soon", sourceType: null },
    ]);
    expect(await contents()).toHaveLength(4);
  });

  test("without an open conversation opens none; the one that they open says it", async () => {
    const { accountId, integration } = await instagram();
    await bring(integration, events(accountId, { message: { mid: "m1", text: "Hi" } }));
    await takeCalls();
    await database().conversation.updateMany({ where: { workspaceId }, data: ENDED });
    await bring(integration, events(accountId, referral));
    await takeCalls();
    expect(await convs()).toHaveLength(1);
    await bring(integration, events(accountId, { message: { mid: "m2", text: "Again" } }));
    await takeCalls();
    const opened = await database().event.findMany({
      where: { workspaceId, name: "NEW_CONV" },
      orderBy: { seq: "asc" },
    });
    expect(opened.map(({ payload }) => (payload as Record<string, unknown>).sourceType)).toEqual([undefined, "ad"]);
  });
});

describe("who goes by another name", () => {
  test("is the same client under a new id, and answers go there", async () => {
    await take(wrote("Hi", { userId: "NO.OLD1", username: "@ida" }).entry);
    await take(whatsappRotation(number, { userId: "NO.OLD1" }, "NO.NEW1"));
    await take(whatsappRotation(number, { userId: "NO.OLD1" }, "NO.NEW1"));
    await take(wrote("Me again", { userId: "NO.NEW1", username: "@ida" }).entry);
    expect(await namesOfClients()).toEqual([["-NO.OLD1", "NO.NEW1"]]);
    expect(await convs()).toMatchObject([{ clientAddress: "NO.NEW1" }]);
    // A call that was under way comes late, under the former id.
    await take(wrote("Me before", { userId: "NO.OLD1", username: "@ida" }, new Date(Date.now() - 60_000)).entry);
    expect(await contents()).toEqual(["Hi", "Me again", "Me before"]);
    expect(await clients()).toHaveLength(1);
    expect(await convs()).toMatchObject([{ clientAddress: "NO.NEW1" }]);
  });

  test("who was merged before keeps the mark of it under the new id, which goes where the client goes", async () => {
    await take(wrote("Hi", { userId: "NO.OLD1", username: "@ida" }).entry);
    const [client] = await clients();
    await database().clientIdentity.updateMany({ where: { workspaceId }, data: { broughtById: client?.id ?? null } });
    await take(whatsappRotation(number, { userId: "NO.OLD1" }, "NO.NEW1"));
    const marks = (await clients()).flatMap(({ identities }) => identities.map(({ broughtById }) => broughtById));
    expect(marks).toEqual([client?.id, client?.id]);
  });

  test("is the same client with a new number and a new id at once", async () => {
    await take(wrote("Hi", { waId: "4790000001", userId: "NO.OLD1" }).entry);
    const both = { type: "user_changed_number", wa_id: "4790000009", user_id: "NO.NEW1", previous_user_id: "NO.OLD1" };
    await take(told({ type: "system", system: both }, new Date(), { waId: "4790000001" }));
    await take(wrote("By the id", { userId: "NO.NEW1" }).entry, wrote("By the number", { waId: "4790000009" }).entry);
    expect(await clients()).toMatchObject([{ phone: "+4790000009" }]);
    expect(await namesOfClients()).toEqual([["-NO.OLD1", "4790000009", "NO.NEW1"]]);
    expect(await contents()).toEqual(["Hi", "By the id", "By the number"]);
    // A late call has the former number too. It may be somebody else's by now, so it is not the client's again.
    await take(wrote("Me before", { waId: "4790000001", userId: "NO.OLD1" }).entry);
    expect(await namesOfClients()).toEqual([["-NO.OLD1", "4790000009", "NO.NEW1"]]);
    expect(await convs()).toMatchObject([{ clientAddress: "4790000009" }]);
    expect(await contents()).toHaveLength(4);
  });

  test("may go back to an earlier id; a notice without a change, and one that is repeated later, change nothing", async () => {
    await take(wrote("Hi", { userId: "NO.A" }).entry);
    for (const [previous, current] of [
      ["NO.A", "NO.B"],
      ["NO.B", "NO.A"],
      ["NO.A", "NO.A"],
    ] as const) {
      await take(whatsappRotation(number, { userId: previous }, current));
      expect(await convs()).toMatchObject([{ clientAddress: current }]);
    }
    expect(await namesOfClients()).toEqual([["-NO.B", "NO.A"]]);
    await take(whatsappRotation(number, { userId: "NO.A" }, "NO.C"));
    await take(whatsappRotation(number, { userId: "NO.A" }, "NO.B"));
    expect(await namesOfClients()).toEqual([["-NO.A", "-NO.B", "NO.C"]]);
    expect(await convs()).toMatchObject([{ clientAddress: "NO.C" }]);
  });

  test("messages into a new conversation go to the new id, not to one that the whole company has", async () => {
    const value = whatsappMessage({ userId: "NO.A" }, text("Hi"), new Date());
    const [said] = value.messages;
    await take(whatsappEntry(number, { ...value, messages: [{ ...said, from_parent_user_id: "NO.ENT.P" }] }));
    await take(whatsappRotation(number, { userId: "NO.A" }, "NO.B"));
    const [client] = await clients();
    const ctx = systemCtx(workspaceId, "test");
    expect((await identitiesOf(ctx, [client?.id ?? ""])).get(client?.id ?? "")).toEqual({ bsuid: "NO.B" });
  });

  test("a new number and what was written under the old and the new one, in one call", async () => {
    const system = { type: "system", system: { type: "user_changed_number", wa_id: "4790000009", body: "changed" } };
    await take(
      wrote("from the old", { waId: "4790000001" }).entry,
      told(system, new Date(), { waId: "4790000001" }),
      wrote("from the new", { waId: "4790000009" }).entry,
    );
    expect(await clients()).toMatchObject([
      { phone: "+4790000009", identities: [{ scope: "phone", externalId: "4790000009" }] },
    ]);
    expect(await contents()).toEqual(["from the old", "from the new"]);
  });

  test("a name that is somebody else's already merges nobody; a note says so, once", async () => {
    await take(wrote("Hi", { userId: "NO.ONE", username: "@one", name: "Ida Lund" }).entry);
    await take(wrote("Hello", { userId: "NO.TWO", username: "@two", name: "Per Dahl" }).entry);
    for (let n = 0; n < 2; n++) await take(whatsappRotation(number, { userId: "NO.ONE" }, "NO.TWO"));
    expect(await clients()).toHaveLength(2);
    const notes = (await messages()).filter(({ type }) => type === "note");
    expect(notes).toHaveLength(1);
    expect(notes[0]?.content).toMatch(/Ida Lund.*Per Dahl/);
  });
});

describe("what the business wrote elsewhere", () => {
  test("stands in the client's conversation as sent, is not sent again, and counts as an answer", async () => {
    await take(wrote("Are you there?").entry);
    const echo = whatsappEcho(number, IDA, text("Yes, on my phone"));
    await take(echo);
    await take(echo);
    expect(await messages()).toMatchObject([
      { isAgent: false },
      { content: "Yes, on my phone", isAgent: true, sentElsewhere: true, status: "sent", createdBy: "SYSTEM" },
    ]);
    expect(await convs()).toMatchObject([{ needsResponse: false }]);
    expect(await database().sendQueue.count({ where: { workspaceId } })).toBe(0);
    expect((await events()).filter((name) => name === "OUTGOING_MESSAGE")).toHaveLength(1);
  });

  test("takes the conversation from its assistant, whose answer under way is dropped: it is nobody's here", async () => {
    await take(wrote("Are you there?").entry);
    const assistant = await database().assistant.create({
      data: { workspaceId, name: "Robo", type: "builtIn", properties: "" },
    });
    await database().conversation.updateMany({ where: { workspaceId }, data: { aiId: assistant.id } });
    await take(whatsappEcho(number, IDA, text("Yes")));
    expect(await convs()).toMatchObject([{ ownerVersion: 1, aiId: null, assigneeId: null, needsResponse: false }]);
    expect((await messages()).map(({ content }) => content)).toEqual([
      "Are you there?",
      "Answered outside of this service, taken over from Robo",
      "Yes",
    ]);
  });

  test("to somebody new makes the client and a conversation of nobody's, which an answer goes on with", async () => {
    await database().integration.updateMany({ where: { id: whatsapp.id }, data: { properties: { start: "AUTO" } } });
    await take(whatsappEcho(number, { waId: "4790000007" }, text("Hello from the shop")));
    expect(await events()).toEqual(["CLIENT_CHANGED", "NEW_CONV", "OUTGOING_MESSAGE"]);
    expect(await convs()).toMatchObject([{ assigneeId: null, aiId: null, needsResponse: false }]);
    await take(wrote("Hello", { waId: "4790000007", name: "Kari" }).entry);
    expect(await convs()).toMatchObject([{ needsResponse: true }]);
    expect(await clients()).toMatchObject([{ phone: "+4790000007" }]);
  });

  test("takes what was told of it before it came, and what is told later", async () => {
    await take(wrote("Hi").entry);
    const echo = whatsappEcho(number, IDA, text("Hei"));
    const wamid = JSON.stringify(echo).match(/wamid\.[^"]+/)?.[0] ?? "";
    const status = (word: string) => whatsappEntry(number, whatsappStatus({ wamid, body: { to: IDA.waId } }, word));
    await take(status("delivered"));
    await take(echo);
    expect((await messages()).at(-1)?.status).toBe("delivered");
    await take(status("read"));
    expect((await messages()).at(-1)?.status).toBe("read");
  });

  test("with an id of another system's is what that wrote; with one of ours it is proof that it went out", async () => {
    const { pageId, integration } = await page();
    const psid = digits();
    const brings = async (from: string, to: string, message: Record<string, unknown>) => {
      await bring(
        integration,
        webhookCall("page", [messagingEntry(pageId, [messagingEvent(from, to, { message })])], SECRET),
      );
      await takeCalls();
    };
    await brings(psid, pageId, { mid: "m_1", text: "Hi" });
    await brings(pageId, psid, { mid: "m_2", text: "From a shop's robot", is_echo: true, metadata: uuidv7() });
    const [theirs, other] = await messages();
    expect(other).toMatchObject({ content: "From a shop's robot", sentElsewhere: true, externalMessageId: "m_2" });
    if (!theirs) throw new Error("it was stored");
    const { convId, clientId, integrationId } = theirs;
    const place = { workspaceId, convId, clientId, integrationId, seq: 3, createdBy: "SYSTEM" };
    const ours = await database().message.create({
      data: { ...place, content: "Ours", type: "text", isAgent: true, status: "pending" },
    });
    await brings(pageId, psid, { mid: "m_3", text: "Ours", is_echo: true, metadata: ours.id });
    expect((await messages()).slice(2)).toMatchObject([
      { id: ours.id, status: "sent", externalMessageId: "m_3", sentElsewhere: false },
    ]);
  });

  describe("on Instagram, which keeps nothing of ours", () => {
    const igsid = digits();
    async function underWay(content: string, type: "text" | "image" = "text") {
      const { accountId, integration } = await instagram();
      const bringEvent = async (from: string, to: string, message: Record<string, unknown>) => {
        const event = messagingEvent(from, to, { message });
        await bring(integration, webhookCall("instagram", [messagingEntry(accountId, [event])], SECRET));
        await takeCalls();
      };
      await bringEvent(igsid, accountId, { mid: `m_${accountId}`, text: "Hi" });
      const conv = (await convs()).find(({ integrationId }) => integrationId === integration.id);
      if (!conv) throw new Error("it was opened");
      const { id: convId, clientId } = conv;
      const ours = await database().message.create({
        data: {
          workspaceId,
          convId,
          clientId,
          integrationId: integration.id,
          seq: 2,
          content,
          type,
          isAgent: true,
          createdBy: "SYSTEM",
          status: "pending",
        },
      });
      const attempt = await database().sendAttempt.create({ data: { workspaceId, messageId: ours.id, attemptNo: 1 } });
      await database().conversation.update({
        where: { workspaceId_id: { workspaceId, id: convId } },
        data: { lastSeq: 2 },
      });
      return {
        ours,
        attempt: { workspaceId_messageId_attemptNo: { workspaceId, messageId: ours.id, attemptNo: attempt.attemptNo } },
        echo: (mid: string, said: string) => bringEvent(accountId, igsid, { mid, text: said, is_echo: true }),
        echoLink: (mid: string, said: string) => {
          const attachments = [{ type: "share", payload: { title: "Shop", url: "https://l.example/shop" } }];
          return bringEvent(accountId, igsid, { mid, text: said, attachments, is_echo: true });
        },
        echoFile: (mid: string) => {
          const attachments = [{ type: "image", payload: { url: "https://cdn.example/ours.png" } }];
          return bringEvent(accountId, igsid, { mid, attachments, is_echo: true });
        },
        reads: async (mid: string) => {
          const event = messagingEvent(igsid, accountId, { read: { mid } });
          await bring(integration, webhookCall("instagram", [messagingEntry(accountId, [event])], SECRET));
          await takeCalls();
        },
        isAnswered: (externalMessageId: string) =>
          inTransaction(systemCtx(workspaceId, "test"), async (tx) => {
            await tx.db.message.updateMany({
              where: { workspaceId, id: ours.id },
              data: { externalMessageId, status: "sent" },
            });
            await applyParkedStatuses(tx, integration.id, [externalMessageId]);
          }),
      };
    }
    const outgoing = async () => (await messages()).filter(({ isAgent }) => isAgent);

    test("our own send never doubles: its echo waits for the answer", async () => {
      const { ours, attempt, echo } = await underWay("Hello!");
      await echo("aWdf_ours", "Hello!");
      expect(await outgoing()).toHaveLength(1);
      expect((await calls()).at(-1)).toMatchObject({ doneAt: null, attemptNo: 1 });
      await database().message.updateMany({
        where: { workspaceId, id: ours.id },
        data: { externalMessageId: "aWdf_ours", status: "sent" },
      });
      await database().sendAttempt.update({ where: attempt, data: { outcome: "accepted", endedAt: new Date() } });
      await due();
      await takeCalls();
      expect(await outgoing()).toMatchObject([{ id: ours.id, sentElsewhere: false }]);
      expect((await calls()).at(-1)).toMatchObject({ error: null });
    });

    test("an echo is the proof of a send whose answer was lost", async () => {
      const { ours, attempt, echo } = await underWay("Hello!");
      await database().sendAttempt.update({ where: attempt, data: { outcome: "unknown", endedAt: new Date() } });
      await echo("aWdf_lost", "Hello!");
      expect(await outgoing()).toMatchObject([{ id: ours.id, status: "sent", externalMessageId: "aWdf_lost" }]);
    });

    test("the preview that Meta adds to a link of ours is no message", async () => {
      const { ours, echoLink, isAnswered } = await underWay("See https://shop.example");
      await isAnswered("aWdf_link");
      await echoLink("aWdf_link", "See https://shop.example");
      expect(await outgoing()).toMatchObject([{ id: ours.id, content: "See https://shop.example" }]);
    });

    test("a file comes back under another address, and is known by its kind", async () => {
      const { ours, attempt, echoFile } = await underWay("https://files.example/ours.png", "image");
      await database().sendAttempt.update({ where: attempt, data: { outcome: "unknown", endedAt: new Date() } });
      await echoFile("aWdf_file");
      expect(await outgoing()).toMatchObject([{ id: ours.id, status: "sent", externalMessageId: "aWdf_file" }]);
    });

    test("one that was taken without a name gets it from its echo", async () => {
      const { ours, attempt, echo } = await underWay("Hello!");
      await database().sendAttempt.update({ where: attempt, data: { outcome: "accepted", endedAt: new Date() } });
      await database().message.updateMany({ where: { workspaceId, id: ours.id }, data: { status: "sent" } });
      await echo("aWdf_named", "Hello!");
      expect(await outgoing()).toMatchObject([{ id: ours.id, externalMessageId: "aWdf_named" }]);
    });

    test("read before the answer to the send is stored: it counts with the answer", async () => {
      const { ours, reads, isAnswered } = await underWay("Hello!");
      await reads("aWdf_fast");
      await isAnswered("aWdf_fast");
      expect(await outgoing()).toMatchObject([{ id: ours.id, status: "read" }]);
      await reads("aWdf_fast");
      expect(await database().parkedStatus.count({ where: { workspaceId } })).toBe(0);
    });

    test("something else that was written meanwhile is stored when the wait is over", async () => {
      const { ours, attempt, echo } = await underWay("Hello!");
      await echo("aWdf_other", "From the app");
      expect(await outgoing()).toHaveLength(1);
      await database().message.updateMany({
        where: { workspaceId, id: ours.id },
        data: { externalMessageId: "aWdf_ours", status: "sent" },
      });
      await database().sendAttempt.update({ where: attempt, data: { outcome: "accepted", endedAt: new Date() } });
      await due();
      await takeCalls();
      expect(await outgoing()).toMatchObject([{ id: ours.id }, { content: "From the app", sentElsewhere: true }]);
    });
  });
});

describe("one person makes one contact", () => {
  const inbound = (
    senderId: string,
    identities: InboundMessage["identities"],
    phone: string | null,
  ): InboundMessage => ({
    senderId,
    identities: identities ?? [],
    externalMessageId: `wamid.${randomInt(2 ** 40)}`,
    externalConversationId: null,
    type: "text",
    content: "Hi",
    profile: { name: "Ida", phone },
    replyTo: null,
    providerAt: null,
  });

  test("under two names at once", async () => {
    const ctx = systemCtx(workspaceId, "test");
    for (let round = 0; round < 10; round++) {
      const [phone, bsuid] = [`47900001${String(round).padStart(2, "0")}`, `NO.R${round}`];
      const byBoth = [
        { scope: "bsuid", externalId: bsuid },
        { scope: "phone", externalId: phone },
      ];
      await Promise.all([
        receiveMessage(ctx, whatsapp, inbound(phone, byBoth, `+${phone}`)),
        receiveMessage(ctx, whatsapp, inbound(bsuid, byBoth.slice(0, 1), null)),
        receiveMessage(ctx, whatsapp, inbound(phone, byBoth, `+${phone}`)),
        receiveMessage(ctx, whatsapp, inbound(bsuid, byBoth, null)),
      ]);
    }
    expect(await clients()).toHaveLength(10);
    expect(await convs()).toHaveLength(10);
  });

  test("who is written to by number while they write for the first time", async () => {
    const ctx = systemCtx(workspaceId, "test");
    const actor = { kind: "workspaceKey", keyId: "key", label: "Key" } as const;
    for (let round = 0; round < 15; round++) {
      const phone = `47900002${String(round).padStart(2, "0")}`;
      await Promise.all([
        inTransaction({ ...ctx, actor, plan: "PREMIUM" }, (tx) => clientOfPhone(tx, `+${phone}`)),
        receiveMessage(ctx, whatsapp, inbound(phone, [{ scope: "phone", externalId: phone }], `+${phone}`)),
        inTransaction({ ...ctx, actor, plan: "PREMIUM" }, (tx) => clientOfPhone(tx, `+${phone}`)),
      ]);
    }
    expect(await clients()).toHaveLength(15);
  });

  test("who is written to by number when the statement that stores their first message has begun", async () => {
    const ctx = systemCtx(workspaceId, "test");
    const write = (number: string) =>
      inTransaction(
        { ...ctx, actor: { kind: "workspaceKey", keyId: "key", label: "Key" } as const, plan: "PREMIUM" },
        (tx) => clientOfPhone(tx, `+${number}`),
      );
    // The locks of the statement's first message show that what it sees is fixed, and that it has not come to the second message yet.
    const hasBegun = async () => {
      const { rows } = await pool().query<{ pid: number }>(
        "select pid from pg_stat_activity join pg_locks using (pid) where datname = current_database() and query = $1 and locktype = 'advisory'",
        [RECEIVE_NEW.slice(0, 1023)],
      );
      return rows.length > 0;
    };
    // One statement at a time: the second stores the second and the third message. So many names keep it busy before it reaches the third.
    const many = Array.from({ length: 200_000 }, () => ({ scope: "phone", externalId: "4790000302" }));
    const received = ["4790000301", "4790000302", "4790000303"].map((number) =>
      receiveMessage(ctx, whatsapp, inbound(number, number === "4790000302" ? many : [], `+${number}`)),
    );
    let isOver = false;
    const all = Promise.allSettled(received).then(() => (isOver = true));
    await received[0];
    await write("4790000300");
    while (!isOver && !(await hasBegun()));
    const written = await write("4790000303");
    expect(isOver).toBe(false);
    expect(await received[2]).toMatchObject({ clientId: written.id });
    await all;
    expect(await clients()).toHaveLength(4);
  });
});

test("three thousand statuses of single calls are stored together, each of them once", async () => {
  const client = await createTestClient(workspaceId);
  const conv = await createTestConv(workspaceId, { integrationId: whatsapp.id, clientId: client.id });
  const COUNT = 1_500;
  const sent = Array.from({ length: COUNT }, (_, n) => ({ id: uuidv7(), wamid: `wamid.${n}` }));
  await database().message.createMany({
    data: sent.map(({ id, wamid }, n) => ({
      workspaceId,
      id,
      convId: conv.id,
      clientId: client.id,
      integrationId: whatsapp.id,
      seq: n + 1,
      content: "x",
      type: "text" as const,
      isAgent: true,
      createdBy: "SYSTEM",
      status: "sent" as const,
      externalMessageId: wamid,
    })),
  });
  const report = ({ id, wamid }: (typeof sent)[number], status: string) =>
    call(
      whatsappEntry(number, whatsappStatus({ wamid, body: { to: IDA.waId, biz_opaque_callback_data: id } }, status)),
    );
  const startedAt = Date.now();
  const given = sent.flatMap((message) => ["read", "delivered"].map((status) => report(message, status)));
  const rest = given.values();
  const connection = async () => {
    for (const each of rest) expect(await bring(whatsapp, each)).toBe(200);
  };
  await Promise.all(Array.from({ length: 64 }, connection));
  const storedAt = Date.now();
  await takeCalls();
  const perSecond = (ms: number) => Math.round(given.length / (ms / 1_000));
  console.info(
    `${given.length} calls: ${perSecond(storedAt - startedAt)}/s taken in, ${perSecond(Date.now() - storedAt)}/s applied`,
  );
  expect(await database().message.count({ where: { workspaceId, status: "read" } })).toBe(COUNT);
  expect((await events()).filter((name) => name === "MESSAGE_UPDATED").length).toBeGreaterThanOrEqual(COUNT);
}, 60_000);
