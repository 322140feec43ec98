import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import { createTestMember } from "../testing/factories.ts";
import { webchatScene } from "../testing/webchat-scene.ts";

const SEND = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId status } }`;

const scene = webchatScene();
const { base, browser, convOf, reply, endConv, statusOf, counts } = scene;
let workspace: ReturnType<typeof scene.place>["workspace"];
let integrationId: string;
beforeEach(() => void ({ workspace, integrationId } = scene.place()));

describe("messages", () => {
  test("are stored once however often they are posted, and all answers are the same message", async () => {
    const visitor = browser();
    await visitor.session();
    const clientMessageId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => visitor.send({ clientMessageId, content: "Once" })),
    );
    const again = await visitor.send({ clientMessageId, content: "Once" });
    const ids = new Set([...answers, again].map(({ body }) => body.message?.id));
    expect([...answers, again].map(({ status }) => status)).toEqual(Array.from({ length: 51 }, () => 200));
    expect(ids.size).toBe(1);
    expect(await counts()).toEqual([1, 1, 1]);
    expect(again.body.message).toMatchObject({ clientMessageId, from: "visitor", content: "Once", status: "sent" });
  });

  test("of another visitor stay theirs: read, answered, marked, or named by their clientMessageId", async () => {
    const [mine, theirs] = [browser(), browser()];
    await mine.session();
    await theirs.session();
    const secret = await theirs.text("My secret");
    const answer = await reply("Their answer");
    await mine.text("Hello");
    expect((await mine.messages()).messages.map(({ content }) => content)).toEqual(["Hello"]);
    const taken = await mine.send({ clientMessageId: secret.clientMessageId, content: "Guess" });
    expect([taken.status, JSON.stringify(taken.body).includes("secret")]).toEqual([409, false]);
    expect((await mine.send({ content: "Re", replyToId: secret.id })).status).toBe(422);
    await mine.post("read", { upToId: answer });
    expect(await statusOf(answer)).not.toBe("read");
    const cursor = (await theirs.messages()).cursor;
    expect((await mine.messages(`?before=${cursor}`)).messages).toEqual([]);
    expect((await mine.messages(`?after=${cursor}`)).messages).toEqual([]);
  });

  test("come in pages, oldest first, over all conversations; notes never, nor an agent's address", async () => {
    const member = await createTestMember(workspace.workspaceId, "ADMIN");
    const visitor = browser();
    await visitor.session();
    for (const content of ["1", "2", "3"]) await visitor.text(content);
    const convId = (await convOf()).id;
    await workspace.api.ok(SEND, { integrationId, convId, type: "note", noteType: "internal", content: "do not tell" });
    await member.api.ok(SEND, { integrationId, convId, type: "text", content: "4" });
    await endConv();
    await visitor.text("5");
    expect(await database().conversation.count({ where: { workspaceId: workspace.workspaceId } })).toBe(2);
    const latest = await visitor.messages("?limit=3");
    expect(latest.messages.map(({ content }) => content)).toEqual(["3", "4", "5"]);
    expect(latest.hasMore).toBe(true);
    const older = await visitor.messages(`?limit=3&before=${latest.messages[0]!.cursor}`);
    expect(older).toMatchObject({ hasMore: false });
    expect(older.messages.map(({ content }) => content)).toEqual(["1", "2"]);
    const newer = await visitor.messages(`?after=${older.messages[1]!.cursor}&limit=2`);
    expect(newer.messages.map(({ content, conversationEnded }) => [content, conversationEnded])).toEqual([
      ["3", true],
      ["4", true],
    ]);
    expect(newer.hasMore).toBe(true);
    expect(latest.messages[1]).toMatchObject({ from: "agent", name: "Mia", avatarUrl: null, clientMessageId: null });
    const everything = JSON.stringify([latest, older, newer]);
    for (const word of ["do not tell", "@example.com", member.agentId, member.userId, convId])
      expect(everything.includes(word), word).toBe(false);
    for (const query of ["?after=x", "?limit=0", "?limit=101", `?after=${latest.cursor}&before=${latest.cursor}`])
      expect((await visitor.get(`messages${query}`)).status, query).toBe(422);
  });

  test("of ours are sent by the worker under our own id while nobody listens, and delivered when the browser fetches them", async () => {
    const visitor = browser();
    await visitor.session();
    await visitor.text("Hello");
    const id = await reply("Later");
    const sending = startSending(50);
    await expect.poll(() => statusOf(id), { timeout: 10_000 }).toBe("sent");
    await sending.stop(5_000);
    const where = { workspaceId: workspace.workspaceId, id };
    expect((await database().message.findFirstOrThrow({ where })).externalMessageId).toBe(id);
    expect(await database().sendQueue.count({ where: { workspaceId: workspace.workspaceId } })).toBe(0);
    expect((await visitor.messages()).messages.at(-1)).toMatchObject({ id, status: "delivered" });
    expect(await statusOf(id)).toBe("delivered");
    // A failed message was never shown to the visitor.
    const failed = await reply("Never sent");
    await database().message.updateMany({ where: { ...where, id: failed }, data: { status: "failed" } });
    expect((await visitor.messages()).messages.map(({ content }) => content)).toEqual(["Hello", "Later"]);
  });

  test("say the page on which a conversation began, with its first message only", async () => {
    const visitor = browser();
    await visitor.session();
    const page = { url: "https://shop.example/cart?x=1", referrer: "https://search.example/" };
    await visitor.text("Hello", { page });
    await visitor.text("Still here", { page: { url: "https://shop.example/pay" } });
    const rows = await database().message.findMany({
      where: { workspaceId: workspace.workspaceId },
      orderBy: { seq: "asc" },
    });
    expect(rows.map(({ sourceType, sourceUrl }) => [sourceType, sourceUrl])).toEqual([
      ["page", "https://shop.example/cart?x=1"],
      [null, null],
    ]);
    const other = browser();
    await other.session();
    await other.text("Hi", { page: { url: "javascript:alert(1)" } });
    const last = await database().message.findFirstOrThrow({
      where: { workspaceId: workspace.workspaceId, content: "Hi" },
    });
    expect(last.sourceUrl).toBeNull();
  });

  test("stay the text that they are, and what does not fit is refused", async () => {
    const visitor = browser();
    await visitor.session();
    const script = "<script>alert(1)</script><img src=x onerror=alert(2)>";
    expect((await visitor.text(script)).content).toBe(script);
    expect((await visitor.text("half \ud83d")).content).toBe("half \ufffd");
    const place = JSON.stringify({ latitude: 37.98, longitude: 23.72 });
    expect((await visitor.send({ type: "location", content: place })).body.message).toMatchObject({ content: place });
    const choice = JSON.stringify({ reply: { id: "yes", title: "Yes" } });
    expect((await visitor.send({ type: "interactive", content: choice })).status).toBe(200);
    const wrong: [Record<string, unknown>, number][] = [
      [{ content: "  " }, 422],
      [{ content: "x".repeat(4_097) }, 422],
      [{ content: "nul \0" }, 422],
      [{ type: "note", content: "x" }, 422],
      [{ type: "template", content: "x" }, 422],
      [{ clientMessageId: "not-a-uuid", content: "x" }, 422],
      [{ type: "location", content: '{"latitude":91,"longitude":0}' }, 422],
      [{ type: "location", content: "here" }, 422],
      [{ type: "interactive", content: "{}" }, 422],
      [{ type: "image", content: "https://evil.example/a.png" }, 422],
      [{ type: "image", content: "javascript:alert(1)" }, 422],
      [{ content: "x", caption: "no file" }, 422],
      [{ content: "x".repeat(70_000) }, 413],
    ];
    for (const [body, status] of wrong)
      expect((await visitor.send(body)).status, JSON.stringify(body).slice(0, 80)).toBe(status);
    const path = `/ext/v1/incoming/webchat/${integrationId}`;
    expect((await visitor.call("POST", path, "{", {})).status).toBe(400);
    expect((await visitor.call("POST", path, "x", { "content-type": "text/plain" })).status).toBe(415);
    expect((await visitor.call("POST", path, "[".repeat(20_000), {})).status).toBe(400);
  });

  test("of an archived contact are taken, and bring them back only where the workspace says so", async () => {
    const visitor = browser();
    await visitor.session();
    await visitor.text("Hello");
    const { clientId } = await convOf();
    const find = () =>
      database().client.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId, id: clientId } });
    const ARCHIVE = `mutation ($input: ClientArchiveInput!) { archiveClient(input: $input) { id } }`;
    await database().workspaceSettings.update({
      where: { workspaceId: workspace.workspaceId },
      data: { autoUnarchiveOnMessage: false },
    });
    await workspace.api.ok(ARCHIVE, { id: clientId });
    await visitor.text("Anybody?");
    expect((await find()).deletedAt).not.toBeNull();
    expect((await visitor.messages()).messages).toHaveLength(2);
    await database().workspaceSettings.update({
      where: { workspaceId: workspace.workspaceId },
      data: { autoUnarchiveOnMessage: true },
    });
    await visitor.text("Anybody now?");
    expect((await find()).deletedAt).toBeNull();
  });
});

describe("a visitor's files", () => {
  const PNG = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const put = async (uploadUrl: string, bytes: Buffer) => {
    const url = new URL(uploadUrl);
    return fetch(base() + url.pathname + url.search, { method: "PUT", body: new Uint8Array(bytes) });
  };
  const bring = async (visitor: ReturnType<typeof browser>, sizeBytes = PNG.length) => {
    const { status, body } = await visitor.post("uploads", { contentType: "image/png", name: "cat.png", sizeBytes });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { uploadUrl: body.uploadUrl ?? "", content: body.content ?? "" };
  };

  test("are brought to a signed address from any page, and shown by a link that ends", async () => {
    const visitor = browser();
    await visitor.session();
    const { uploadUrl, content } = await bring(visitor);
    const early = await visitor.send({ type: "image", content });
    expect([early.status, early.body.error?.fields?.[0]?.path]).toEqual([422, "input.content"]);
    const stored = await put(uploadUrl, PNG);
    expect([stored.status, stored.headers.get("access-control-allow-origin")]).toEqual([201, "*"]);
    const asked = await fetch(base() + new URL(uploadUrl).pathname, { method: "OPTIONS" });
    expect([asked.status, asked.headers.get("access-control-allow-methods")]).toEqual([
      204,
      expect.stringContaining("PUT"),
    ]);
    const { body } = await visitor.send({ type: "image", content, caption: "My cat" });
    expect(body.message).toMatchObject({ type: "image", caption: "My cat", fileName: "cat.png" });
    const link = new URL(body.message?.content ?? "");
    const shown = await fetch(base() + link.pathname + link.search);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
    await shown.body?.cancel();
    const hours = (Number(link.searchParams.get("expires")) * 1000 - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(10);
    expect(hours).toBeLessThan(13);
    // The inbox stores the unsigned address.
    const row = await database().message.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId } });
    expect([row.content, row.caption]).toEqual([content, "My cat"]);
    expect((await visitor.send({ type: "document", content })).status).toBe(422);
    // The same address in a text stays unchanged. Otherwise a visitor could get a signed link for any file they name.
    expect((await visitor.text(content)).content).toBe(content);
  });

  test("are for their own visitor's messages only, and no larger than announced", async () => {
    const [mine, theirs] = [browser(), browser()];
    await mine.session();
    await theirs.session();
    const { uploadUrl, content } = await bring(theirs);
    expect((await put(uploadUrl, PNG)).status).toBe(201);
    expect((await mine.send({ type: "image", content })).status).toBe(422);
    const agents = await workspace.api.ok<{ url: string; uploadUrl: string }>(
      `mutation ($input: UploadCreateInput!) { createUpload(input: $input) { url uploadUrl } }`,
      { contentType: "image/png", purpose: "media" },
    );
    expect((await put(agents.uploadUrl, PNG)).status).toBe(201);
    expect((await mine.send({ type: "image", content: agents.url })).status).toBe(422);
    const small = await bring(mine, PNG.length - 1);
    expect((await put(small.uploadUrl, PNG)).status).toBe(413);
    for (const body of [
      { contentType: "image/png", sizeBytes: 17 * 1024 * 1024 },
      { contentType: "text/html", sizeBytes: 10 },
      { contentType: "image/svg+xml", sizeBytes: 10 },
      { contentType: "image/png", sizeBytes: 0 },
      { contentType: "image/png", sizeBytes: 1.5 },
    ]) {
      expect((await mine.post("uploads", body)).status, JSON.stringify(body)).toBe(422);
    }
  });
});
