import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { askApp } from "../testing/ask-app.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { reserveUpload } from "./reserve-upload.ts";

const CREATE = `mutation ($input: UploadCreateInput!) { createUpload(input: $input) { fileName uploadUrl } }`;
const STORAGE = `query ($input: WorkspaceSettingsInput!) { workspaceSettings(input: $input) { storage { usedBytes quotaBytes } } }`;
const MB = 1_000_000;
const PICTURE = { contentType: "image/png", purpose: "media" };

afterEach(() => {
  env().STORAGE_QUOTA_MB = 0;
});

function stored(workspaceId: number, sizeBytes: number) {
  const fileName = `${randomUUID().replaceAll("-", "")}.txt`;
  const data = { workspaceId, fileName, contentType: "text/plain", createdBy: "test", storedAt: new Date(), sizeBytes };
  return database().upload.create({ data });
}

test("a workspace sees what its files take; a full one refuses uploads, and keeps what contacts send", async () => {
  const [workspace, other] = [await createTestWorkspace(), await createTestWorkspace()];
  const storage = async () =>
    (await workspace.api.ok<{ storage: { usedBytes: number; quotaBytes: number | null } }>(STORAGE)).storage;
  expect(await storage()).toEqual({ usedBytes: 0, quotaBytes: null });
  await stored(other.workspaceId, 50 * MB);
  await stored(workspace.workspaceId, 2 * MB - 1);
  await database().upload.create({
    data: {
      workspaceId: workspace.workspaceId,
      fileName: "waiting.txt",
      contentType: "text/plain",
      createdBy: "test",
      sizeBytes: MB,
    },
  });
  env().STORAGE_QUOTA_MB = 2;
  await expect.poll(storage).toEqual({ usedBytes: 2 * MB - 1, quotaBytes: 2 * MB });
  const { uploadUrl } = await workspace.api.ok<{ uploadUrl: string }>(CREATE, PICTURE);
  await stored(workspace.workspaceId, 1);

  await expect
    .poll(async () => (await workspace.api.call(CREATE, PICTURE)).errors[0], { timeout: 35_000, interval: 500 })
    .toMatchObject({
      message: "The storage of this workspace is full (2 of 2 MB). Ask the operator of this service for more.",
      extensions: { code: "CONFLICT" },
    });
  // An address that was asked for before.
  const late = await askApp(new Request(uploadUrl, { method: "PUT", body: "late" }));
  expect(late.status).toBe(409);
  const media = await reserveUpload(workspace.ctx, { mimeType: "image/png", fileName: "a.png", url: null });
  expect(media.url).toContain("/uploads/");
  await other.api.refusal(CREATE, PICTURE);
  env().STORAGE_QUOTA_MB = 100;
  await other.api.ok(CREATE, PICTURE);
});
