import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { database } from "../db.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import { createTestClient, createTestConv, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { startReceiver } from "../testing/receiver.ts";
import { withFetchableMedia } from "./fetchable-media.ts";
import { askApp } from "../testing/ask-app.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "omnichannel-media-"));

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

const CREATE = `mutation ($input: UploadCreateInput!) { createUpload(input: $input) { fileName uploadUrl url } }`;
const SEND = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId content status } }`;
type Workspace = Awaited<ReturnType<typeof createTestWorkspace>>;

async function storedPdf({ api }: Workspace, text = "%PDF-1.7 invoice"): Promise<string> {
  const input = { contentType: "application/pdf", purpose: "media", name: "Invoice 7.pdf" };
  const { uploadUrl, url } = await api.ok<{ uploadUrl: string; url: string }>(CREATE, input);
  const response = await askApp(new Request(uploadUrl, { method: "PUT", body: text }));
  if (response.status !== 201) throw new Error(await response.text());
  return url;
}

test("an agent's file reaches the customer's endpoint as a link that it can fetch; the message keeps the plain address", async () => {
  const workspace = await createTestWorkspace();
  const { workspaceId, api } = workspace;
  const endpoint = await startReceiver((_, response) => response.end('{"externalMessageId":"x-1"}'));
  open.push(endpoint.close);
  const { id: integrationId } = await createTestIntegration(workspaceId, { endpoint: endpoint.url });
  const client = await createTestClient(workspaceId);
  const conv = await createTestConv(workspaceId, { integrationId, clientId: client.id });
  const url = await storedPdf(workspace);
  const sent = await api.ok(SEND, { integrationId, convId: conv.id, content: url, type: "document" });
  expect(sent).toMatchObject({ content: url, status: "pending" });

  const sending = startSending(50);
  open.push(() => sending.stop(5_000));
  const [request] = await endpoint.arrived(1);
  const { content } = JSON.parse(request?.body ?? "") as { content: string };
  expect(content.startsWith(`${url}?expires=`)).toBe(true);
  const fetched = await askApp(new Request(content));
  expect([fetched.status, await fetched.text()]).toEqual([200, "%PDF-1.7 invoice"]);
  expect(fetched.headers.get("content-disposition")).toContain('filename="Invoice 7.pdf"');
  const hours = (Number(new URL(content).searchParams.get("expires")) * 1000 - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(24);
  const stored = await database().message.findFirstOrThrow({ where: { workspaceId, convId: conv.id } });
  expect(stored.content).toBe(url);
});

test("a message with an upload that nobody could open is refused", async () => {
  const [own, foreign] = [await createTestWorkspace(), await createTestWorkspace()];
  const { id: integrationId } = await createTestIntegration(own.workspaceId);
  const client = await createTestClient(own.workspaceId);
  const conv = await createTestConv(own.workspaceId, { integrationId, clientId: client.id });
  const place = { integrationId, convId: conv.id, type: "document" };
  const waiting = await own.api.ok<{ url: string }>(CREATE, { contentType: "application/pdf", purpose: "media" });
  for (const content of [await storedPdf(foreign), waiting.url, waiting.url.replace(/[0-9a-f]{32}/, "0".repeat(32))]) {
    expect(await own.api.refusal(SEND, { ...place, content })).toEqual({
      code: "BAD_INPUT",
      message: "content names an upload that is not there; PUT the file to its uploadUrl first",
      paths: ["input.content"],
    });
  }
  expect(await own.api.ok(SEND, { ...place, content: await storedPdf(own) })).toMatchObject({ status: "pending" });
  expect(await own.api.ok(SEND, { ...place, content: "https://files.example/a.pdf" })).toMatchObject({
    status: "pending",
  });
});

test("only a media message's own upload is signed, and the same on every attempt", () => {
  const createdAt = new Date("2026-11-21T10:00:00Z");
  const url = `http://localhost:3000/uploads/7/${"a".repeat(32)}.png`;
  const signed = (more: object) =>
    withFetchableMedia(7, { type: "image" as const, content: url, createdAt, ...more }).content;
  expect(signed({})).toContain(`${url}?expires=${Date.parse("2026-11-28T10:00:00Z") / 1000}&signature=`);
  expect(signed({})).toBe(signed({}));
  for (const content of [
    "https://elsewhere.example/uploads/7/x.png",
    url.replace("/7/", "/8/"),
    `${url}/more`,
    "http://localhost:3000/uploads/7/../secret",
  ])
    expect(signed({ content })).toBe(content);
  expect(signed({ type: "text" })).toBe(url);
});
