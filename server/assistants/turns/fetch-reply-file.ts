import { rm } from "node:fs/promises";
import { spool } from "../../blobs/spool.ts";
import { channelOf } from "../../channels/registry.ts";
import type { Ctx } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import type { Integration } from "../../generated/prisma/client.ts";
import { download } from "../../http-download.ts";
import { guardedAgent } from "../../safe-fetch.ts";
import { say, type Said } from "../../say.ts";
import { discardUploads } from "../../uploads/discard-uploads.ts";
import { fillUpload, keepBytes } from "../../uploads/fill-upload.ts";
import { reserveUpload } from "../../uploads/reserve-upload.ts";
import type { Reply } from "../engine.ts";

/** The file to send as a message, or why it is not sent: a clause for people. */
export type ReplyFile = { type: "audio" | "document"; url: string } | { type: null; refusal: Said };

/** The largest document limit of any channel. */
const LIMIT_BYTES = 100 * 1024 * 1024;

/**
 * Downloads the file of an assistant's answer through the guarded fetch and stores it as our own upload. The contact gets the file as it
 * was when the assistant answered, and no channel is sent to a foreign address.
 * @param withinMs from the DNS lookup to the last byte.
 */
export async function fetchReplyFile(
  ctx: Ctx,
  { type: channelType }: Pick<Integration, "type">,
  file: NonNullable<Reply["file"]>,
  withinMs: number,
  signal: AbortSignal,
): Promise<ReplyFile> {
  const { name, media } = channelOf(channelType);
  const rule = media[file.type];
  if (!rule) return refused(`${name} takes no files of type ${file.type}`);
  const limitBytes = Math.min(rule.maxBytes, LIMIT_BYTES);
  const request = { url: file.url, headers: {}, limitBytes, deadlineMs: withinMs, signal };
  const got = await download(guardedAgent, request, spool);
  signal.throwIfAborted();
  if (got.kind !== "taken") return refused(got.kind === "status" ? `its server answered ${got.status}` : got.error);
  const { path, sizeBytes } = got.value;
  try {
    if (sizeBytes === 0) return refused("it is empty");
    const url = await keep(ctx, file, { path, sizeBytes });
    return { type: file.type, url };
  } finally {
    await rm(path, { force: true });
  }
}

async function keep(ctx: Ctx, file: NonNullable<Reply["file"]>, spooled: { path: string; sizeBytes: number }) {
  const fileName = URL.parse(file.url)?.pathname.split("/").at(-1) ?? null;
  const { uploadId, url } = await reserveUpload(ctx, { mimeType: null, fileName, url: file.url });
  const upload = await ctx.db.upload.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: uploadId } },
  });
  await fillUpload(ctx, upload, await keepBytes(upload, spooled, file.type), file.type);
  return url;
}

/** For a file that was not sent after all: its bytes are deleted within the hour. */
export async function discardReplyFile(ctx: Ctx, file: ReplyFile | null): Promise<void> {
  if (file === null || file.type === null) return;
  await inTransaction(ctx, (tx) => discardUploads(tx, [file.url]));
}

function refused(why: string): ReplyFile {
  return { type: null, refusal: say("reason.fileNotSent", { why }) };
}
