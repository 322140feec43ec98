import { mkdtempSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTelegram, type TelegramStandIn } from "../../simulator/telegram.ts";
import { database } from "../db.ts";
import { askApp } from "../testing/ask-app.ts";
import { createTestClient, createTestConv, createTestWorkspace } from "../testing/factories.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import { ownFile } from "./own-file.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "omnichannel-own-file-"));

const TOKEN = "700200:AAH-own_file";
const CHAT = 515151;
const CREATE = `mutation ($input: UploadCreateInput!) { createUpload(input: $input) { uploadUrl url } }`;
const CONNECT = `mutation ($input: IntegrationCreateInput!) { createIntegration(input: $input) { id } }`;
const SEND = `mutation ($input: MessageInput!) { addMessage(input: $input) { messageId content } }`;
const POLL = { timeout: 10_000 };

type Workspace = Awaited<ReturnType<typeof createTestWorkspace>>;

let telegram: TelegramStandIn;
beforeAll(async () => {
  telegram = await startTelegram();
  process.env.TELEGRAM_API_URL = telegram.url;
  telegram.addBot({ token: TOKEN, firstName: "Shop", username: "own_file_bot" });
  telegram.start(CHAT);
});
afterAll(() => telegram.stop());

async function upload({ api }: Workspace, name: string | null, text = "Open from 9 to 5"): Promise<string> {
  const input = { contentType: "text/plain", purpose: "media", name };
  const { uploadUrl, url } = await api.ok<{ uploadUrl: string; url: string }>(CREATE, input);
  const { status } = await askApp(new Request(uploadUrl, { method: "PUT", body: text }));
  expect(status).toBe(201);
  return url;
}

test("a document that Telegram would not fetch is uploaded, under its owner's name; nothing of it stays on disk", async () => {
  const workspace = await createTestWorkspace();
  const { workspaceId, api } = workspace;
  const { id: integrationId } = await api.ok<{ id: string }>(CONNECT, {
    name: "Telegram",
    type: "TELEGRAM",
    integrationProperties: { accessToken: TOKEN },
  });
  const { id: clientId } = await createTestClient(workspaceId);
  const identity = { workspaceId, clientId, scope: "telegram", externalId: String(CHAT) };
  await database().clientIdentity.create({ data: identity });
  const { id: convId } = await createTestConv(workspaceId, { integrationId, clientId });
  const content = await upload(workspace, "Hours – Größe.txt");
  await api.ok(SEND, { integrationId, convId, content, type: "document", caption: "7" });
  const sending = startSending(50);
  try {
    await expect.poll(() => telegram.calls.at(-1)?.method, POLL).toBe("sendDocument");
    await expect
      .poll(async () => (await database().message.findFirstOrThrow({ where: { workspaceId, convId } })).status, POLL)
      .toBe("sent");
  } finally {
    await sending.stop(5_000);
  }
  const { parameters, status } = telegram.calls.at(-1) ?? {};
  expect([status, parameters]).toMatchObject([200, { chat_id: CHAT, caption: "7" }]);
  const file = parameters?.document as File;
  expect([file.name, file.type, await file.text()]).toEqual(["Hours – Größe.txt", "text/plain", "Open from 9 to 5"]);
  expect(await readdir(join(String(process.env.DATA_DIR), "uploads", "incoming"))).toEqual([]);
});

test("is named for people, with an ending; what is no document of the workspace is none", async () => {
  const [own, foreign] = [await createTestWorkspace(), await createTestWorkspace()];
  const nameOf = async (content: string, type: "document" | "image" = "document") =>
    (await ownFile(own.workspaceId, { type, content }))?.name;
  expect(await nameOf(await upload(own, "Hours.TXT"))).toBe("Hours.TXT");
  expect(await nameOf(await upload(own, "Hours, v1.2"))).toBe("Hours, v1.2.txt");
  expect(await nameOf(await upload(own, null))).toMatch(/^[0-9a-f]{32}\.txt$/);
  expect(await nameOf(await upload(own, "Hours.txt"), "image")).toBeUndefined();
  expect(await nameOf(await upload(foreign, "Hours.txt"))).toBeUndefined();
  const waiting = await own.api.ok<{ url: string }>(CREATE, { contentType: "text/plain", purpose: "media" });
  expect(await nameOf(waiting.url)).toBeUndefined();
  expect(await nameOf("https://files.example/a.txt")).toBeUndefined();
});
