import { randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Ctx } from "../ctx.ts";
import { database } from "../db.ts";
import type { IntegrationType, MessageType } from "../generated/prisma/enums.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { mediaMustFit } from "./media-must-fit.ts";
import { uploadUrl } from "./upload-link.ts";

let ctx: Ctx;
beforeAll(async () => {
  ({ ctx } = await createTestWorkspace());
});

const OFFICE = "application/vnd.openxmlformats-officedocument.";
const DOCX = `${OFFICE}wordprocessingml.document`;

/** The address of a stored upload with this size. */
async function upload(contentType: string, sizeBytes: number, workspaceId = ctx.workspaceId): Promise<string> {
  const fileName = `${randomBytes(16).toString("hex")}.bin`;
  await database().upload.create({
    data: { workspaceId, fileName, contentType, sizeBytes, storedAt: new Date(), createdBy: "test" },
  });
  return uploadUrl(workspaceId, fileName);
}

type File = [contentType: string, sizeBytes: number];

test.each<[IntegrationType, MessageType, File]>([
  ["WHATSAPP", "image", ["image/jpeg", 5_000_000]],
  ["WHATSAPP", "document", [DOCX, 90_000_000]],
  ["FACEBOOK", "video", ["video/mp4", 25_000_000]],
  ["INSTAGRAM", "document", ["application/pdf", 3_000_000]],
  ["TELEGRAM", "audio", ["audio/ogg", 300_000]],
  ["TELEGRAM", "image", ["image/gif", 1]],
  ["TELEGRAM", "document", [DOCX, 20_000_000]],
  ["CUSTOM", "document", [DOCX, 100_000_000]],
])("%s takes as %s %j", async (channel, type, file) => {
  await expect(mediaMustFit(ctx, channel, { type, content: await upload(...file) })).resolves.toBeUndefined();
});

test.each<[IntegrationType, MessageType, File, string]>([
  [
    "INSTAGRAM",
    "document",
    [DOCX, 3_000_000],
    "Instagram takes documents of type PDF up to 25 MB; this file is DOCX, 3 MB",
  ],
  [
    "WHATSAPP",
    "image",
    ["image/webp", 40_000],
    "WhatsApp takes images of type PNG or JPG up to 5 MB; this file is WEBP, 40 kB",
  ],
  [
    "TELEGRAM",
    "image",
    ["image/png", 5_000_001],
    "Telegram takes images of type PNG, JPG, GIF or WEBP up to 5 MB; this file is PNG, 5.1 MB",
  ],
  [
    "TELEGRAM",
    "video",
    ["video/webm", 12_340_000],
    "Telegram takes videos of type MP4 up to 20 MB; this file is WEBM, 12.4 MB",
  ],
  [
    "TELEGRAM",
    "document",
    [DOCX, 20_000_001],
    "Telegram takes documents of type PDF, DOCX, XLSX, PPTX, DOC, XLS, PPT, TXT or CSV up to 20 MB; this file is DOCX, 20.1 MB",
  ],
])("%s refuses as %s %j, with what it takes", async (channel, type, file, message) => {
  await expect(mediaMustFit(ctx, channel, { type, content: await upload(...file) })).rejects.toMatchObject({
    code: "BAD_INPUT",
    message,
    fields: [{ path: "input.content" }],
  });
});

test("of what is no upload of the workspace nothing is known, and texts have no file", async () => {
  const { workspaceId } = await createTestWorkspace();
  const foreign = await upload(DOCX, 3_000_000, workspaceId);
  for (const content of ["https://cdn.example/a.docx", foreign]) {
    await expect(mediaMustFit(ctx, "INSTAGRAM", { type: "document", content })).resolves.toBeUndefined();
  }
  const content = await upload(DOCX, 3_000_000);
  await expect(mediaMustFit(ctx, "INSTAGRAM", { type: "text", content })).resolves.toBeUndefined();
});
