import { Readable } from "node:stream";
import { beforeAll, describe, expect, test } from "vitest";
import { extract } from "tar-stream";
import { blobs } from "../blobs/blobs.ts";
import { spool } from "../blobs/spool.ts";
import { database, inTransaction } from "../db.ts";
import { createTestMember, createTestWorkspace, testCtx } from "../testing/factories.ts";
import { createWorld, type World } from "../testing/isolation/world.ts";
import { pruneUploads } from "../uploads/prune-uploads.ts";
import { reserveUpload } from "../uploads/reserve-upload.ts";
import { runErasure } from "./run-erasure.ts";
import { runExport } from "./run-export.ts";
import { askApp } from "../testing/ask-app.ts";

const EXPORT = `mutation ($input: ClientDataExportInput!) { exportClientData(input: $input) { id state url } }`;
const ERASE = "mutation ($input: ClientEraseInput!) { eraseClient(input: $input) { id state url } }";
const REQUESTS = `query ($input: ClientDataRequestsInput!) { clientDataRequests(input: $input) {
  nodes { id kind state totalCount doneCount url expiresAt } } }`;
type DataRequest = {
  id: string;
  state: string;
  totalCount: number;
  doneCount: number;
  url: string | null;
  expiresAt: string | null;
};

let world: World;
let workspaceId: number;

beforeAll(async () => {
  world = await createWorld("export");
  ({ workspaceId } = world);
});

const requestsOf = async (clientId: string) =>
  (await world.api.ok<{ nodes: DataRequest[] }>(REQUESTS, { clientId })).nodes;
const download = (url: string, authorization = world.apiKey) =>
  askApp(new Request(url, { headers: { authorization } }));

async function unpack(response: Response): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("content-length")).toBe(String(bytes.byteLength));
  const tar = extract();
  Readable.from([bytes]).pipe(tar);
  for await (const entry of tar) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
    files.set(entry.header.name, Buffer.concat(chunks));
  }
  return files;
}

/** A file that the person sent, with its bytes. */
async function giveFile(conv: { id: string; clientId: string; integrationId: string }, words: string): Promise<string> {
  const { id: convId, clientId, integrationId } = conv;
  const { url } = await inTransaction(testCtx(workspaceId), async (tx) => {
    const file = await reserveUpload(tx, { mimeType: "text/plain", fileName: "letter.txt", url: null });
    const message = { workspaceId, convId, clientId, integrationId, seq: 900, content: file.url, createdBy: clientId };
    await tx.db.message.create({ data: { ...message, type: "document", isAgent: false, status: "delivered" } });
    return file;
  });
  const fileName = url.split("/").at(-1) ?? "";
  const { path } = await spool(Readable.from([Buffer.from(words)]));
  await (await blobs()).keep(`${workspaceId}/${fileName}`, path, "text/plain");
  await database().upload.updateMany({ where: { workspaceId, fileName }, data: { storedAt: new Date() } });
  return fileName;
}

describe("exportClientData", () => {
  test("everything of a contact and of nobody else, in one archive, for as long as it is kept", async () => {
    const conv = await world.newConv();
    const other = await world.newConv();
    const { clientId } = conv;
    const note = await world.newMessage(conv, {
      type: "note",
      noteType: "internal",
      content: "wants it in blue",
      status: "delivered",
    });
    await database().sendAttempt.create({
      data: { workspaceId, messageId: note.id, attemptNo: 1, outcome: "accepted" },
    });
    const fileName = await giveFile(conv, "a letter");
    const asked = await world.api.ok<DataRequest>(EXPORT, { id: clientId });
    expect(asked).toMatchObject({ state: "queued", url: null });
    await runExport(workspaceId, asked.id);

    const [done] = await requestsOf(clientId);
    expect(done).toMatchObject({ id: asked.id, state: "completed", totalCount: 4, doneCount: 4 });
    const files = await unpack(await download(done?.url ?? ""));
    expect([...files.keys()]).toEqual(["contact.json", `files/${fileName}`]);
    expect(files.get(`files/${fileName}`)?.toString()).toBe("a letter");
    const text = files.get("contact.json")?.toString() ?? "";
    const record = JSON.parse(text) as Record<string, { id: string; content?: string }[]>;
    expect(record.contacts?.map(({ id }) => id)).toEqual([clientId]);
    expect(record.conversations?.map(({ id }) => id)).toEqual([conv.id]);
    expect(record.messages?.map(({ content }) => content)).toContain("wants it in blue");
    expect(record.messages).toHaveLength(3);
    expect(record.identities).toHaveLength(1);
    expect(record.sendAttempts).toMatchObject([{ outcome: "accepted" }]);
    expect(text).not.toContain(other.clientId);

    await database().upload.updateMany({
      where: { workspaceId, purpose: "export" },
      data: { createdAt: new Date(Date.now() - 8 * 86_400_000) },
    });
    await pruneUploads();
    expect((await download(done?.url ?? "")).status).toBe(404);
    const past = new Date(Date.now() - 8 * 86_400_000);
    await database().clientDataRequest.updateMany({
      where: { workspaceId, id: asked.id },
      data: { completedAt: past },
    });
    expect(await requestsOf(clientId)).toMatchObject([{ state: "completed", url: null }]);
  });

  test("of a contact that is erased meanwhile nothing is kept, nor of an earlier export", async () => {
    const { clientId } = await world.newConv();
    const { id: first } = await world.api.ok<DataRequest>(EXPORT, { id: clientId });
    await runExport(workspaceId, first);
    const { id: second } = await world.api.ok<DataRequest>(EXPORT, { id: clientId });
    const { id: erasure } = await world.api.ok<DataRequest>(ERASE, { id: clientId });
    await runErasure(workspaceId, erasure);
    await runExport(workspaceId, second);
    const [erased, ...exports] = await requestsOf(clientId);
    expect(erased).toMatchObject({ kind: "erasure", state: "completed" });
    expect(exports).toMatchObject([
      { state: "failed", url: null },
      { state: "completed", url: null },
    ]);
    const { id: other } = await world.newClient();
    await world.api.ok(ERASE, { id: other });
    expect(await world.api.refusal(EXPORT, { id: other })).toMatchObject({ code: "CONFLICT" });
  });

  test("is fetched by nobody without the right, and by no address of uploads", async () => {
    const { clientId } = await world.newConv();
    const { id } = await world.api.ok<DataRequest>(EXPORT, { id: clientId });
    await runExport(workspaceId, id);
    const url = (await requestsOf(clientId))[0]?.url ?? "";
    const member = await createTestMember(workspaceId, "AGENT_PLUS");
    expect((await download(url, `Bearer ${member.token}`)).status).toBe(403);
    expect((await download(url, "")).status).toBe(401);
    const stranger = await createTestWorkspace();
    expect((await download(url, stranger.apiKey)).status).toBe(403);
    expect(await member.api.refusal(EXPORT, { id: clientId })).toMatchObject({ code: "FORBIDDEN_ROLE" });
    const { fileName } = await database().clientDataRequest.findFirstOrThrow({ where: { workspaceId, id } });
    const address = `http://localhost:3000/uploads/${workspaceId}/${fileName}`;
    const given = await askApp(new Request(address, { headers: { authorization: world.apiKey } }));
    expect(given.status).toBe(404);
  });
});
