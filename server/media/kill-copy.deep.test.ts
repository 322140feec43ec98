import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { database } from "../db.ts";
import { sealCredentials } from "../integrations/access.ts";
import { startCopying } from "../work/handlers/copy-media.ts";
import { createTestWorkspace, testCtx } from "../testing/factories.ts";
import { eventually, startReceiver } from "../testing/receiver.ts";
import { receiveMessage } from "../messages/receive-message.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "omnichannel-kill-copy-"));
process.env.DATA_DIR = DATA_DIR;
const ENTRY = resolve(import.meta.dirname, "../cli/worker.ts");
/** Time for a process to start on a machine that runs other tests at the same time. */
const PATIENCE_MS = 60_000;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test("a worker that is killed in the middle of a file leaves none, and another one copies it whole", async () => {
  const bytes = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(3_000_000, "the invoice ")]);
  let requests = 0;
  const host = await startReceiver((_, response) => {
    requests++;
    response.writeHead(200, { "content-length": bytes.length });
    // The first response stops in the middle and never continues.
    if (requests === 1) response.write(bytes.subarray(0, 1_000_000));
    else response.end(bytes);
  });
  cleanups.push(host.close);
  const { workspaceId } = await createTestWorkspace();
  const place = { workspaceId, id: uuidv7() };
  const credentials = await sealCredentials(place, { accessToken: "EAAG", pageId: "1", appSecret: "s".repeat(32) });
  const integration = await database().integration.create({
    data: { ...place, name: "Page", type: "FACEBOOK", identifier: "Page", state: "active", credentials },
  });
  const url = `${host.url}/invoice.pdf`;
  const { messageId } = await receiveMessage(testCtx(workspaceId), integration, {
    senderId: "42",
    externalMessageId: "m-1",
    externalConversationId: null,
    type: "text",
    content: "[Document]",
    profile: {},
    replyTo: null,
    providerAt: null,
    media: { type: "document", id: null, url, mimeType: null, fileName: null, caption: null },
  });

  const worker = spawn(process.execPath, [ENTRY], { env: process.env, stdio: ["ignore", "inherit", "inherit"] });
  cleanups.push(() => worker.kill("SIGKILL"));
  await host.arrived(1, PATIENCE_MS);
  const incoming = join(DATA_DIR, "uploads", "incoming");
  await eventually(() => existsSync(incoming) && readdirSync(incoming).length === 1, PATIENCE_MS);
  worker.kill("SIGKILL");
  await once(worker, "exit");

  const upload = () => database().upload.findFirstOrThrow({ where: { workspaceId } });
  expect(await upload()).toMatchObject({ storedAt: null });
  const held = await database().mediaCopy.findFirstOrThrow({ where: { workspaceId, messageId } });
  expect(held).toMatchObject({ attemptNo: 1, leaseToken: expect.any(String) });
  const copying = startCopying(20);
  cleanups.push(() => copying.stop(0));
  // While the dead worker may still be alive, no other worker takes its file.
  await new Promise((wait) => setTimeout(wait, 200));
  expect(requests).toBe(1);
  await database().mediaCopy.updateMany({ where: { workspaceId }, data: { leaseUntil: new Date(0) } });
  await eventually(async () => (await database().mediaCopy.count({ where: { workspaceId } })) === 0, PATIENCE_MS);
  const { fileName, sizeBytes, contentType, name } = await upload();
  expect({ sizeBytes, contentType, name }).toEqual({
    sizeBytes: bytes.length,
    contentType: "application/pdf",
    name: "document.pdf",
  });
  expect(readFileSync(join(DATA_DIR, "uploads", "files", String(workspaceId), fileName)).equals(bytes)).toBe(true);
  expect(requests).toBe(2);
});
