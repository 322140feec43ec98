import { randomInt } from "node:crypto";
import { mkdtempSync, readdirSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { startGraph, type GraphStandIn } from "../../simulator/graph.ts";
import { startTelegram, type TelegramStandIn } from "../../simulator/telegram.ts";
import { blobs } from "../blobs/blobs.ts";
import type { ClientProfile, InboundMedia } from "../channels/inbound.ts";
import { database, inTransaction } from "../db.ts";
import type { Integration } from "../generated/prisma/client.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { sealCredentials } from "../integrations/access.ts";
import { startCopying } from "../work/handlers/copy-media.ts";
import { createTestWorkspace, testCtx } from "../testing/factories.ts";
import { eventually, startReceiver } from "../testing/receiver.ts";
import { pruneUploads } from "../uploads/prune-uploads.ts";
import { fileOfUrl } from "../uploads/upload-link.ts";
import { forgetMedia } from "../messages/take-deletion.ts";
import { receiveMessage } from "../messages/receive-message.ts";
import { askApp } from "../testing/ask-app.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "omnichannel-copies-"));

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const PDF = Buffer.from("%PDF-1.7 the invoice");

let telegram: TelegramStandIn;
let graph: GraphStandIn;
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let copying: ReturnType<typeof startCopying> | null = null;
const open: (() => Promise<void>)[] = [];

beforeAll(async () => {
  [telegram, graph] = await Promise.all([startTelegram(), startGraph()]);
  process.env.TELEGRAM_API_URL = telegram.url;
  process.env.META_GRAPH_URL = graph.url;
});
afterAll(() => Promise.all([telegram.stop(), graph.stop()]));
beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
});
afterEach(async () => {
  await copying?.stop(0);
  copying = null;
  await Promise.all(open.splice(0).map((close) => close()));
  // The next test's worker must not copy what this test left waiting.
  await database().mediaCopy.deleteMany({});
});

async function channel(type: IntegrationType, properties: Record<string, string>): Promise<Integration> {
  const place = { workspaceId, id: uuidv7() };
  const credentials = await sealCredentials(place, properties);
  return database().integration.create({
    data: { ...place, name: type, type, identifier: type, state: "active", credentials },
  });
}
function bot(): Promise<Integration> {
  const { token } = telegram.addBot({ token: `${randomInt(1_000_000, 2 ** 40)}:AAH-media_secret`, firstName: "Shop" });
  return channel("TELEGRAM", { accessToken: token });
}
const page = () => channel("FACEBOOK", { accessToken: "EAAG", pageId: "1", appSecret: "s".repeat(32) });

const NO_MEDIA: InboundMedia = { type: "image", id: null, url: null, mimeType: null, fileName: null, caption: null };

/** Receives a message with a file in the form that `takeProviderCall` passes on. */
async function receive(integration: Integration, media: Partial<InboundMedia> | null, profile: ClientProfile = {}) {
  const { messageId } = await receiveMessage(testCtx(workspaceId), integration, {
    senderId: "42",
    externalMessageId: crypto.randomUUID(),
    externalConversationId: null,
    type: "text",
    content: "[File]",
    profile,
    replyTo: null,
    providerAt: null,
    ...(media ? { media: { ...NO_MEDIA, ...media } } : {}),
  });
  return database().message.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: messageId } } });
}

/** A host that serves files without a token, as Messenger does. */
async function serveFiles(answer: (path: string, response: ServerResponse) => void): Promise<string> {
  const host = await startReceiver((request, response) => answer(request.path, response));
  open.push(host.close);
  return new URL(host.url).origin;
}

type Media = { fileName: string | null; contentType: string; sizeBytes: number | null; state: string; error: string };
async function shown(messageId: string): Promise<Media | undefined> {
  const { nodes } = await workspace.api.ok<{ nodes: { messageId: string; media: Media }[] }>(
    "query ($input: MessagesInput!) { messages(input: $input) { nodes { messageId media { fileName contentType sizeBytes state error } } } }",
    {},
  );
  return nodes.find((node) => node.messageId === messageId)?.media;
}
function get(url: string): Promise<Response> {
  return askApp(new Request(url, { headers: { authorization: workspace.apiKey } }));
}
const copyOf = async (message: { id: string }) =>
  database().mediaCopy.findFirstOrThrow({ where: { workspaceId, messageId: message.id } });
const copies = () => database().mediaCopy.count({ where: { workspaceId } });
const work = () => (copying ??= startCopying(20));
const copied = () => eventually(async () => (await copies()) === 0);
const hurry = () => database().mediaCopy.updateMany({ where: { workspaceId }, data: { nextAttemptAt: new Date(0) } });
const events = async (name: string) => database().event.findMany({ where: { workspaceId, name } });

test("a file has its final address from the start, and its bytes a moment later; the bot's token is nowhere", async () => {
  const integration = await bot();
  const { file_id } = telegram.addFile(PDF, "file_1.pdf");
  const media = { type: "document", id: file_id, mimeType: "application/pdf", fileName: "Fatura 7.pdf" } as const;
  const message = await receive(integration, { ...media, caption: "A fatura" });
  expect(message).toMatchObject({ type: "document", caption: "A fatura", status: "delivered" });
  expect(fileOfUrl(message.content)).toMatchObject({ workspaceId });
  const [incoming] = await events("INCOMING_MESSAGE");
  expect(incoming?.payload).toMatchObject({ type: "document", content: message.content });

  expect(await shown(message.id)).toMatchObject({ state: "copying", fileName: "Fatura 7.pdf", sizeBytes: null });
  const early = await get(message.content);
  expect([early.status, early.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await early.json()).toEqual({
    error: {
      code: "UNAVAILABLE",
      message: "The file is being copied from the channel's provider; ask again in a moment",
    },
  });

  work();
  await copied();
  expect(await shown(message.id)).toEqual({
    fileName: "Fatura 7.pdf",
    contentType: "application/pdf",
    sizeBytes: PDF.length,
    state: "ready",
    error: null,
  });
  const file = await get(message.content);
  expect([file.status, file.headers.get("content-type"), await file.text()]).toEqual([
    200,
    "application/pdf",
    PDF.toString(),
  ]);
  expect(await events("MESSAGE_CHANGED")).toMatchObject([{ messageId: message.id, convId: message.convId }]);
  const rows = JSON.stringify([await database().upload.findMany(), await database().message.findMany()]);
  expect(rows).not.toContain("media_secret");
  expect(telegram.downloads.length).toBeGreaterThan(0);
});

test("a file of WhatsApp's is asked for by its id, and fetched with the channel's token; dead ids are lost", async () => {
  const number = { phoneNumberId: "900100", wabaId: "500600", accessToken: "EAAG-media", appSecret: "s".repeat(32) };
  graph.addAccount(number.wabaId, number.accessToken, []);
  graph.addNumber({ ...number, displayPhoneNumber: "+47 900 00 100" });
  const integration = await channel("WHATSAPP", number);
  const { id, mime_type: mimeType } = graph.addMedia(number.phoneNumberId, PNG, "image/png");
  const [there, gone] = [
    await receive(integration, { id, mimeType, caption: "Se her" }),
    await receive(integration, { id: "1", mimeType }),
  ];
  work();
  await eventually(async () => (await shown(there.id))?.state === "ready" && (await copyOf(gone)).lostAt !== null);
  expect(Buffer.from(await (await get(there.content)).arrayBuffer())).toEqual(PNG);
  expect(there).toMatchObject({ type: "image", caption: "Se her" });
  expect((await shown(gone.id))?.error).toBeTruthy();
});

describe("a file is what its bytes say", () => {
  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const zip = Buffer.concat([Buffer.from("PK\x03\x04\x14\x00\x00\x00\x00\x00"), Buffer.alloc(40)]);
  const ogg = Buffer.concat([Buffer.from("OggS\0\x02"), Buffer.alloc(22), Buffer.from("OpusHead"), Buffer.alloc(20)]);
  const wav = Buffer.concat([Buffer.from("RIFF\x24\0\0\0WAVEfmt "), Buffer.alloc(40)]);
  test.each<[string, Partial<InboundMedia>, Buffer, Partial<Media>, RegExp]>([
    ["a picture without a word about it", {}, PNG, { contentType: "image/png", fileName: "image.png" }, /^inline/],
    [
      "a voice note of WhatsApp's",
      { type: "audio", mimeType: "audio/ogg; codecs=opus" },
      ogg,
      { contentType: "audio/ogg", fileName: "audio.ogg" },
      /^attachment/,
    ],
    [
      "a page that is called a picture",
      { mimeType: "image/png", fileName: "cat.png" },
      html,
      { contentType: "application/octet-stream", fileName: "cat.png" },
      /^attachment/,
    ],
    [
      "a page that is called a text",
      { type: "document", mimeType: "text/plain" },
      html,
      { contentType: "application/octet-stream", fileName: "document.bin" },
      /^attachment/,
    ],
    [
      "an archive, under its sender's name",
      { type: "document", mimeType: "application/zip", fileName: "../a/b/fotos.zip" },
      zip,
      { contentType: "application/octet-stream", fileName: "fotos.zip" },
      /^attachment/,
    ],
    [
      "a sound of a format that cannot be sent",
      { type: "audio" },
      wav,
      { contentType: "audio/wav", fileName: "audio.wav" },
      /^attachment/,
    ],
    [
      "a text",
      { type: "document", mimeType: "text/plain; charset=utf-8", fileName: "a.txt" },
      Buffer.from("Olá"),
      { contentType: "text/plain", fileName: "a.txt" },
      /^attachment/,
    ],
  ])("%s", async (_, media, bytes, expected, disposition) => {
    const host = await serveFiles((_path, response) => response.end(bytes));
    const message = await receive(await page(), { ...media, url: `${host}/v/1` });
    work();
    await copied();
    expect(await shown(message.id)).toMatchObject({ state: "ready", sizeBytes: bytes.length, ...expected });
    const file = await get(message.content);
    expect(file.headers.get("content-disposition")).toMatch(disposition);
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
  });
});

describe("what does not work at once", () => {
  test("is tried again later and later", async () => {
    let answers = 0;
    const host = await serveFiles((_, response) => {
      answers++;
      response.writeHead(answers < 3 ? 500 : 200).end(PNG);
    });
    const message = await receive(await page(), { url: `${host}/a.png` });
    work();
    const pauses: number[] = [];
    for (const attemptNo of [1, 2]) {
      await eventually(async () => {
        const copy = await copyOf(message);
        return copy.attemptNo === attemptNo && copy.leaseToken === null;
      });
      const copy = await copyOf(message);
      expect(copy).toMatchObject({ error: "The server answered 500", lostAt: null });
      pauses.push((copy.nextAttemptAt.getTime() - Date.now()) / 1000);
      await hurry();
    }
    const [first = 0, second = 0] = pauses;
    expect(first).toBeLessThanOrEqual(5);
    expect(second).toBeGreaterThan(5);
    expect(second).toBeLessThanOrEqual(15);
    await copied();
    expect((await get(message.content)).status).toBe(200);
  });

  test("is lost after a day, in words for whoever looks", async () => {
    const host = await serveFiles((_, response) => void response.writeHead(502).end());
    const message = await receive(await page(), { url: `${host}/a.png` });
    await database().mediaCopy.updateMany({ data: { createdAt: new Date(Date.now() - 24 * 60 * 60 * 1000) } });
    work();
    await eventually(async () => (await copyOf(message)).lostAt !== null);
    const error =
      "The file could not be copied from the channel's provider in time (The server answered 502); ask the contact to send it again";
    expect(await shown(message.id)).toMatchObject({ state: "lost", error });
    const file = await get(message.content);
    expect([file.status, await file.json()]).toEqual([410, { error: { code: "GONE", message: error } }]);
    expect(await events("MESSAGE_CHANGED")).toMatchObject([{ messageId: message.id }]);
  });

  test.each<[string, (host: string) => string, string]>([
    ["that is too large", (host) => `${host}/large`, "The file has more than 100 MiB and was not copied"],
    ["at a private address", () => "http://10.0.0.1/a.png", "The file lies at an address that may not be reached"],
  ])("a file %s is lost at once", async (_, at, words) => {
    const host = await serveFiles((_path, response) => {
      response.writeHead(200, { "content-length": String(200 * 1024 * 1024) }).write("x");
    });
    const message = await receive(await page(), { url: at(host) });
    work();
    await eventually(async () => (await copyOf(message)).lostAt !== null);
    expect((await shown(message.id))?.error).toContain(words);
  });

  test("an address without a token that is refused three times has ended", async () => {
    const host = await serveFiles((_, response) => void response.writeHead(403).end());
    const message = await receive(await page(), { url: `${host}/a.png` });
    work();
    await eventually(async () => {
      await hurry();
      return (await copyOf(message)).lostAt !== null;
    });
    expect(await copyOf(message)).toMatchObject({
      attemptNo: 3,
      error: "The file is no longer at the provider; ask the contact to send it again",
    });
  });

  test("a token that is refused puts the channel into error; the file waits for a new one", async () => {
    const integration = await bot();
    const { accessToken } = { accessToken: `${randomInt(2 ** 40)}:revoked` };
    const credentials = await sealCredentials(integration, { accessToken });
    await database().integration.updateMany({ where: { id: integration.id }, data: { credentials } });
    const message = await receive(integration, { id: telegram.addFile(PNG, "a.png").file_id });
    work();
    await eventually(async () => (await copyOf(message)).error !== null);
    expect(await copyOf(message)).toMatchObject({ lostAt: null, error: expect.stringContaining("@BotFather") });
    const row = await database().integration.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id: integration.id } },
    });
    expect(row).toMatchObject({ state: "error", lastError: expect.stringContaining("@BotFather") });
    telegram.addBot({ token: accessToken, firstName: "Shop" });
    await hurry();
    await copied();
    expect((await shown(message.id))?.state).toBe("ready");
  });
});

describe("what is taken back", () => {
  const forget = (message: Awaited<ReturnType<typeof receive>>) =>
    inTransaction(testCtx(workspaceId), (tx) => forgetMedia(tx, message));
  const stored = async (url: string) => {
    const file = fileOfUrl(url);
    return (await blobs()).stat(`${file?.workspaceId}/${file?.fileName}`);
  };

  test("is not to be read any more, and its bytes go", async () => {
    const host = await serveFiles((_, response) => response.end(PNG));
    const message = await receive(await page(), { url: `${host}/a.png` });
    work();
    await copied();
    expect((await get(message.content)).status).toBe(200);
    await forget(message);
    expect((await get(message.content)).status).toBe(404);
    expect(await stored(message.content)).not.toBeNull();
    await pruneUploads();
    expect(await stored(message.content)).toBeNull();
    expect(await database().upload.count({ where: { workspaceId } })).toBe(0);
  });

  test("while it comes leaves nothing behind", async () => {
    let release = (): void => undefined;
    const host = await serveFiles((_, response) => {
      response.write(PNG.subarray(0, 20));
      release = () => response.end(PNG.subarray(20));
    });
    const message = await receive(await page(), { url: `${host}/a.png` });
    work();
    await eventually(() => readdirSync(join(process.env.DATA_DIR ?? "", "uploads", "incoming")).length === 1);
    await forget(message);
    release();
    await copying?.stop(5_000);
    copying = null;
    expect(await stored(message.content)).toBeNull();
    expect(readdirSync(join(process.env.DATA_DIR ?? "", "uploads", "incoming"))).toEqual([]);
  });
});

test("pruning leaves the address of a file that is still waited for, and of one that was lost", async () => {
  const message = await receive(await page(), { url: "http://127.0.0.1:9/a.png" });
  const old = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);
  await database().upload.updateMany({ where: { workspaceId }, data: { createdAt: old } });
  await pruneUploads();
  expect((await get(message.content)).status).toBe(503);
  await database().mediaCopy.updateMany({ where: { workspaceId }, data: { lostAt: old, error: "Gone" } });
  await pruneUploads();
  expect((await get(message.content)).status).toBe(410);
});

describe("profile pictures", () => {
  const client = () => database().client.findFirstOrThrow({ where: { workspaceId } });

  test("are copied as files are: NEW_CLIENT has the final address", async () => {
    const integration = await bot();
    await receive(integration, null, { name: "Maria", avatar: { id: telegram.addFile(PNG, "p.jpg").file_id } });
    const { avatarUrl } = await client();
    expect(fileOfUrl(avatarUrl ?? "")).toMatchObject({ workspaceId });
    expect((await events("NEW_CLIENT"))[0]?.payload).toMatchObject({ name: "Maria", avatarUrl });
    work();
    await copied();
    const file = await get(avatarUrl ?? "");
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/png"]);
    // The avatar is set once. A known contact keeps theirs.
    await receive(integration, null, { avatar: { id: telegram.addFile(PNG, "other.jpg").file_id } });
    expect((await client()).avatarUrl).toBe(avatarUrl);
    expect(await copies()).toBe(0);
  });

  test.each([
    ["cannot be had", 404, PNG],
    ["is no picture", 200, PDF],
  ])("one that %s is none, wherever the client went meanwhile", async (_, status, body) => {
    const host = await serveFiles((_path, response) => void response.writeHead(status).end(body));
    const integration = await page();
    await receive(integration, null, { avatar: { url: `${host}/p` } });
    const { id, avatarUrl } = await client();
    const target = await database().client.create({ data: { workspaceId, externalClientId: "other", avatarUrl } });
    await database().client.updateMany({ where: { workspaceId, id }, data: { mergedIntoId: target.id } });
    work();
    await eventually(async () => {
      await hurry();
      return (await database().mediaCopy.count({ where: { workspaceId, NOT: { lostAt: null } } })) === 1;
    });
    const clients = await database().client.findMany({ where: { workspaceId } });
    expect(clients.map((each) => each.avatarUrl)).toEqual([null, null]);
  });
});
