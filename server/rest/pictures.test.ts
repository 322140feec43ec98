import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { blobs } from "../blobs/blobs.ts";
import { database, inTransaction } from "../db.ts";
import { forgetMedia } from "../messages/take-deletion.ts";
import { receiveMessage } from "../messages/receive-message.ts";
import { integrationOr404 } from "../integrations/access.ts";
import { newId } from "../new-id.ts";
import { openDoors, type Doors } from "../testing/doors.ts";
import { pngOf } from "../testing/bombs.ts";
import {
  createTestAgentKey,
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { eventually, startReceiver, type Receiver } from "../testing/receiver.ts";
import { pruneUploads } from "../uploads/prune-uploads.ts";
import { copyNames } from "../uploads/remote-picture.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "omnichannel-pictures-"));

let doors: Doors;
let origin: string;
let host: Receiver;
/** The other host's responses by path. */
const answers = new Map<string, (response: ServerResponse) => void>();
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let owner: Awaited<ReturnType<typeof createTestMember>>;

beforeAll(async () => {
  doors = await openDoors();
  origin = doors.base;
  host = await startReceiver(({ path }, response) => {
    const answer = answers.get(path);
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
});
afterAll(() => Promise.all([host.close(), doors.close()]));
beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  owner = await createTestMember(workspaceId, "ADMIN");
});

/** Serves a new URL at the other host. */
function serve(answer: Buffer | string | ((response: ServerResponse) => void), contentType = "image/png"): string {
  const path = `/${randomUUID()}`;
  answers.set(
    path,
    typeof answer === "function"
      ? answer
      : (response) => {
          response.setHeader("content-type", contentType);
          response.end(answer);
        },
  );
  return new URL(path, host.url).href;
}
const asked = (url: string) => host.received.filter(({ path }) => path === new URL(url).pathname);

function drawn(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: "teal" } });
}

type Of = "messages" | "clients" | "broadcasts";
const cookie = (token: string) => ({ cookie: `next-auth.session-token=${token}`, "sec-fetch-site": "same-origin" });
function ask(of: Of, id: string, url: string, headers: Record<string, string> = cookie(owner.token), at = workspaceId) {
  return fetch(`${origin}/pictures/${at}/${of}/${id}?url=${encodeURIComponent(url)}`, { headers });
}
const wordsOf = async (response: Response) => ((await response.json()) as { error: { message: string } }).error.message;

/** A picture that a contact sent as a URL. */
async function imageMessage(content: string): Promise<{ messageId: string; convId: string }> {
  const { id } = await createTestIntegration(workspaceId);
  const ctx = testCtx(workspaceId);
  const { messageId } = await receiveMessage(ctx, await integrationOr404(ctx, id), {
    senderId: randomUUID(),
    externalMessageId: randomUUID(),
    externalConversationId: null,
    type: "image",
    content,
    profile: {},
    replyTo: null,
    providerAt: null,
  });
  const { convId } = await database().message.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: messageId } },
  });
  return { messageId, convId: convId ?? "" };
}
const copiesOf = (of: number) =>
  database().upload.findMany({ where: { workspaceId: of, purpose: "picture" }, orderBy: { id: "asc" } });

describe("a picture that lies elsewhere", () => {
  test("is fetched by us once, drawn again, and shown from our copy", async () => {
    const photo = await drawn(2_400, 1_200)
      .withExif({ IFD0: { Copyright: "Ana Silva" } })
      .jpeg()
      .toBuffer();
    expect(photo.includes("Ana Silva")).toBe(true);
    const url = serve(photo, "image/jpeg");
    const { messageId } = await imageMessage(url);

    const shown = await ask("messages", messageId, url);
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": expect.stringMatching(/^inline; filename="picture-/),
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-cache",
    });
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 1_600, height: 800 });
    expect(bytes.includes("Ana Silva")).toBe(false);
    // The other host learns nothing about the viewer.
    const [request] = asked(url);
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);

    const again = await ask("messages", messageId, url);
    expect(Buffer.from(await again.arrayBuffer())).toEqual(bytes);
    const etag = again.headers.get("etag") ?? "";
    expect(etag).toBe(shown.headers.get("etag"));
    expect((await ask("messages", messageId, url, { ...cookie(owner.token), "if-none-match": etag })).status).toBe(304);
    expect(asked(url)).toHaveLength(1);
    expect(readdirSync(join(process.env.DATA_DIR ?? "", "uploads", "incoming"))).toEqual([]);
  });

  test("is asked for once when many look at the same time", async () => {
    const bytes = await drawn(10, 10).png().toBuffer();
    const url = serve((response) => void setTimeout(() => response.end(bytes), 300));
    const { messageId } = await imageMessage(url);
    const all = await Promise.all(Array.from({ length: 12 }, () => ask("messages", messageId, url)));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    const shown = await Promise.all(all.map(async (response) => Buffer.from(await response.arrayBuffer())));
    expect(new Set(shown.map((each) => each.toString("base64"))).size).toBe(1);
    expect(asked(url)).toHaveLength(1);
  });

  test.each([
    ["png", () => drawn(30, 20).png().toBuffer()],
    ["gif", () => drawn(30, 20).gif().toBuffer()],
    ["webp", () => drawn(30, 20).webp().toBuffer()],
  ])("as %s is shown in its own size", async (_, make) => {
    const url = serve(await make());
    const { messageId } = await imageMessage(url);
    const shown = await ask("messages", messageId, url);
    const { format, width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect([format, width, height]).toEqual(["webp", 30, 20]);
  });

  test("that moves goes on moving", async () => {
    const frames = await Promise.all(
      ["red", "green", "blue"].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const url = serve(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    );
    const { messageId } = await imageMessage(url);
    const shown = await ask("messages", messageId, url);
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).pages).toBe(3);
  });

  test("of a contact is a face, and one of a template or a broadcast is found in its parts", async () => {
    const bytes = await drawn(600, 400).png().toBuffer();
    const [face, card, header] = [serve(bytes), serve(bytes), serve(bytes)];
    const { id } = await createTestClient(workspaceId);
    await database().client.update({ where: { workspaceId_id: { workspaceId, id } }, data: { avatarUrl: face } });
    const shown = await ask("clients", id, face);
    const { width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect([width, height]).toEqual([128, 85]);

    const { messageId } = await imageMessage("");
    const components = [{ type: "carousel", cards: [{ components: [{ image: { link: ` ${card}` } }] }] }];
    await database().message.update({
      where: { workspaceId_id: { workspaceId, id: messageId } },
      data: { type: "template", content: "Sale", template: { name: "sale", components } },
    });
    expect((await ask("messages", messageId, card)).status).toBe(200);

    const integration = await createTestIntegration(workspaceId);
    const broadcast = await database().broadcast.create({
      data: {
        workspaceId,
        name: "Sale",
        integrationId: integration.id,
        state: "draft",
        templateName: "sale",
        templateComponents: [{ type: "header", parameters: [{ type: "image", image: { link: header } }] }],
        createdBy: "test",
      },
    });
    expect((await ask("broadcasts", broadcast.id, header)).status).toBe(200);
    const agent = await createTestMember(workspaceId, "AGENT");
    expect((await ask("broadcasts", broadcast.id, header, cookie(agent.token))).status).toBe(403);
  });
});

describe("the door", () => {
  let bytes: Buffer;
  let url: string;
  beforeEach(async () => {
    bytes = await drawn(10, 10).png().toBuffer();
    url = serve(bytes);
  });
  // The other host gets no request for anything refused here.
  const unasked = () => expect(asked(url)).toEqual([]);

  test("fetches nothing that the record does not show", async () => {
    const { messageId } = await imageMessage(serve(bytes));
    const client = await createTestClient(workspaceId);
    for (const [of, id] of [
      ["messages", messageId],
      ["clients", client.id],
      ["messages", client.id],
      ["messages", "x"],
    ] as const)
      expect((await ask(of, id, url)).status).toBe(404);
    expect((await ask("notes" as Of, messageId, url)).status).toBe(404);
    expect((await ask("messages", messageId, "")).status).toBe(404);
    unasked();
  });

  test("answers nobody without a session or key of the workspace, and no other site", async () => {
    const { messageId } = await imageMessage(url);
    const stranger = await createTestMember((await createTestWorkspace()).workspaceId, "ADMIN");
    expect((await ask("messages", messageId, url, {})).status).toBe(401);
    for (const at of [workspaceId, 0, 2_000_000_000])
      expect((await ask("messages", messageId, url, cookie(stranger.token), at)).status).toBe(404);
    for (const site of ["cross-site", "same-site"])
      expect((await ask("messages", messageId, url, { ...cookie(owner.token), "sec-fetch-site": site })).status).toBe(
        403,
      );
    unasked();
    expect((await ask("messages", messageId, url, { authorization: workspace.apiKey })).status).toBe(200);
  });

  test("shows an agent what of their conversations they may see", async () => {
    const { messageId, convId } = await imageMessage(url);
    const [other, agent] = [await createTestAgentKey(workspaceId), await createTestMember(workspaceId, "AGENT")];
    const conv = { workspaceId_id: { workspaceId, id: convId } };
    await database().conversation.update({ where: conv, data: { assigneeId: other.agentId } });
    expect((await ask("messages", messageId, url, cookie(agent.token))).status).toBe(404);
    unasked();
    await database().conversation.update({ where: conv, data: { assigneeId: agent.agentId } });
    expect((await ask("messages", messageId, url, cookie(agent.token))).status).toBe(200);
  });

  test("shows the picture of the ad that led to a message, and no other", async () => {
    const { messageId } = await imageMessage(serve(bytes));
    const id = { workspaceId_id: { workspaceId, id: messageId } };
    const ad = { id: "7", headline: "Boots", text: null, clickId: null, pictureUrl: url };
    await database().message.update({ where: id, data: { type: "text", content: "Is it still there?", ad } });
    expect((await ask("messages", messageId, `${url}?other`)).status).toBe(404);
    unasked();
    expect((await ask("messages", messageId, url)).status).toBe(200);
  });

  test("keeps the contact's details from an agent who sees them masked", async () => {
    const path = "/card-of-48600100200";
    answers.set(path, (response) => response.end(bytes));
    const detailed = new URL(path, host.url).href;
    const integration = await createTestIntegration(workspaceId);
    const client = await createTestClient(workspaceId, { phone: "+48600100200" });
    const conv = await createTestConv(workspaceId, { integrationId: integration.id, clientId: client.id });
    const message = await database().message.create({
      data: {
        workspaceId,
        convId: conv.id,
        clientId: client.id,
        integrationId: integration.id,
        seq: 1,
        type: "template",
        content: "Sale",
        isAgent: true,
        status: "sent",
        createdBy: "test",
        template: { name: "sale", components: [{ image: { link: detailed } }] },
      },
    });
    const agent = await createTestMember(workspaceId, "AGENT");
    expect((await ask("messages", message.id, detailed, cookie(agent.token))).status).toBe(404);
    expect(asked(detailed)).toEqual([]);
    expect((await ask("messages", message.id, detailed)).status).toBe(200);
  });

  test.each<[string, () => string, RegExp]>([
    ["a page", () => serve("<html><script>alert(1)</script></html>", "text/html"), /no JPEG, PNG, GIF or WebP/],
    [
      "an SVG",
      () => serve('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', "image/svg+xml"),
      /no JPEG/,
    ],
    [
      "an SVG under another name",
      () => serve('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      /no JPEG/,
    ],
    ["nothing", () => serve(""), /no JPEG/],
    ["ten thousand million pixels", () => serve(pngOf(100_000, 100_000)), /more than 50 million pixels/],
    ["half of a picture", () => serve(Buffer.from("89504e470d0a1a0a0000000d4948", "hex")), /no JPEG/],
    ["an error", () => serve((response) => response.writeHead(500).end()), /answered 500/],
    [
      "a redirect into nothing",
      () => serve((response) => response.writeHead(302, { location: "file:///etc/passwd" }).end()),
      /./,
    ],
    [
      "more than 20 MiB",
      () => serve((response) => response.writeHead(200, { "content-length": 21 * 1024 * 1024 }).write("x")),
      /more than 20 MiB/,
    ],
    ["a connection that breaks", () => serve((response) => response.destroy()), /could not be fetched/],
  ])("says what %s is, and does not ask for it again at once", async (_, make, words) => {
    const broken = make();
    const { messageId } = await imageMessage(broken);
    const first = await ask("messages", messageId, broken);
    expect(first.status).toBe(404);
    expect(first.headers.get("content-type")).toContain("application/json");
    const said = await wordsOf(first);
    expect(said).toMatch(words);
    expect(said).not.toContain(host.url);
    expect(await wordsOf(await ask("messages", messageId, broken))).toBe(said);
    expect(asked(broken).length).toBeLessThanOrEqual(1);
    expect(await copiesOf(workspaceId)).toEqual([]);
  });
});

describe("a workspace's copies", () => {
  /** Adds rows of existing copies. The newest comes last. */
  async function fill(of: number, count: number, sizeBytes: number): Promise<void> {
    // Not with newId: another test file in this process may have moved its clock ahead.
    const began = Date.now() - count;
    const data = Array.from({ length: count }, (_, index) => ({
      id: v7({ msecs: began + index }),
      workspaceId: of,
      fileName: `${randomUUID().replaceAll("-", "")}.webp`,
      contentType: "image/webp",
      purpose: "picture",
      sizeBytes,
      storedAt: new Date(),
      createdBy: "test",
    }));
    await database().upload.createMany({ data });
  }
  async function look(): Promise<string> {
    const url = serve(await drawn(10, 10).png().toBuffer());
    const { messageId } = await imageMessage(url);
    expect((await ask("messages", messageId, url)).status).toBe(200);
    return url;
  }

  test.each([
    ["2,000 pictures", 2_040, 1],
    ["64 MiB", 20, 4 * 1024 * 1024],
  ])("are at most %s: the oldest make room, and those of another stay", async (_, count, sizeBytes) => {
    const neighbour = await createTestWorkspace();
    await fill(neighbour.workspaceId, 10, sizeBytes);
    await fill(workspaceId, count, sizeBytes);
    const [oldest] = await copiesOf(workspaceId);
    const url = await look();
    const left = await copiesOf(workspaceId);
    expect(left.length).toBeLessThanOrEqual(2_000);
    expect(left.reduce((sum, copy) => sum + (copy.sizeBytes ?? 0), 0)).toBeLessThanOrEqual(64 * 1024 * 1024);
    expect(left.map(({ fileName }) => fileName)).toContain(copyNames(url)[0]);
    expect(left.map(({ id }) => id)).not.toContain(oldest?.id);
    expect(await copiesOf(neighbour.workspaceId)).toHaveLength(10);
  });

  test("go after a week, and with the message that they are of", async () => {
    const [old, taken] = [await look(), await look()];
    const [oldName = "", takenName = ""] = [copyNames(old)[0], copyNames(taken)[0]];
    const store = await blobs();
    await database().upload.updateMany({
      where: { workspaceId, fileName: oldName },
      data: { createdAt: new Date(Date.now() - 8 * 24 * 60 * 60 * 1000) },
    });
    await inTransaction(testCtx(workspaceId), (tx) => forgetMedia(tx, { id: newId(), content: taken }));
    expect(await store.stat(`${workspaceId}/${oldName}`)).not.toBeNull();
    await pruneUploads();
    expect(await store.stat(`${workspaceId}/${oldName}`)).toBeNull();
    expect(await store.stat(`${workspaceId}/${takenName}`)).toBeNull();
    expect(await database().upload.count({ where: { workspaceId } })).toBe(0);
  });

  test("are no uploads: nobody reads them by another door", async () => {
    const [name = ""] = copyNames(await look());
    const response = await fetch(`${origin}/uploads/${workspaceId}/${name}`, { headers: cookie(owner.token) });
    expect(response.status).toBe(404);
  });

  test("are not held up by a host that hangs for another workspace", async () => {
    const held: ServerResponse[] = [];
    const hanging = Array.from({ length: 6 }, () => serve((response) => void held.push(response)));
    const messages = await Promise.all(hanging.map(async (url) => ({ url, ...(await imageMessage(url)) })));
    const waiting = messages.map(({ messageId, url }) => ask("messages", messageId, url));
    await eventually(() => held.length === 4);
    workspace = await createTestWorkspace();
    ({ workspaceId } = workspace);
    owner = await createTestMember(workspaceId, "ADMIN");
    const began = performance.now();
    await look();
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(held).toHaveLength(4);
    while (held.length < 6) {
      for (const response of held) response.destroy();
      await eventually(() => held.some(({ destroyed }) => !destroyed));
    }
    for (const response of held) response.destroy();
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([404]));
  });
});
