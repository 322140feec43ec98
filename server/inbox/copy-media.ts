import { inEnglish } from "../say.ts";
import { rm } from "node:fs/promises";
import { z } from "zod";
import { systemCtx } from "../auth/system-ctx.ts";
import type { InboundMedia } from "../channels/channel.ts";
import { setAvatar } from "../clients/set-avatar.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Integration, Upload } from "../generated/prisma/client.ts";
import { credentialsOf } from "../integrations/access.ts";
import { noteChannelError } from "../integrations/note-channel-error.ts";
import { whileHeld } from "../work/lease.ts";
import { log } from "../log.ts";
import { dropBytes, fillUpload, keepBytes, type KeptBytes } from "../uploads/fill-upload.ts";
import { isShownInline } from "../uploads/media-types.ts";
import { uploadUrl } from "../uploads/upload-link.ts";
import type { ClaimedCopy } from "./claim-media-copies.ts";
import { fetchMedia, type FetchedMedia } from "./fetch-media.ts";
import { nextCopyAt } from "./media-retry.ts";

const text = z.string().nullable().catch(null);
const source = z.object({
  type: z.enum(["image", "audio", "video", "document"]),
  id: text,
  url: text,
  mimeType: text,
  fileName: text,
  caption: text,
}) satisfies z.ZodType<InboundMedia>;

/**
 * Copies a client's file from their provider into the storage, once: fetched whole, looked at, stored, and only then written down
 * and told. A worker that dies on the way leaves nothing that anybody can read, and another one begins anew when its lease has
 * lapsed. Never throws.
 */
export async function copyMedia(copy: ClaimedCopy, stopping: AbortSignal): Promise<void> {
  const ctx = systemCtx(copy.workspaceId, "copy-media");
  const { workspaceId, uploadId, leaseToken, attemptNo } = copy;
  await whileHeld({ kind: "mediaCopy", workspaceId, id: uploadId, leaseToken }, stopping, async (signal) => {
    try {
      await copyOnce(ctx, copy, signal);
    } catch (error) {
      log.error({ err: error, workspaceId, uploadId, attemptNo }, "a file could not be copied; it is tried again");
      await giveBack(ctx, copy, "Something went wrong on our side").catch(() => undefined);
    }
  });
}

async function copyOnce(ctx: Ctx, copy: ClaimedCopy, signal: AbortSignal): Promise<void> {
  const { workspaceId, uploadId, integrationId, attemptNo } = copy;
  const upload = await ctx.db.upload.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: uploadId } } });
  const integration = await ctx.db.integration.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: integrationId } },
  });
  if (integration.deletedAt) return giveUp(ctx, copy, upload, "The channel was deleted before the file was copied");
  const media = source.parse(copy.source);
  const got = await fetchMedia(integration.type, await credentialsOf(integration), media, attemptNo, signal);
  // It may have taken minutes.
  ctx = { ...ctx, now: new Date() };
  if (got.outcome !== "fetched") {
    // Another worker goes on with it, or nobody has to.
    if (signal.aborted) return void (await release(ctx, copy));
    if (got.outcome === "lost") return giveUp(ctx, copy, upload, got.error);
    return tryAgain(ctx, copy, { upload, integration }, got);
  }
  try {
    const kept = await keepBytes(upload, got, media.type);
    if (copy.clientId !== null && !isShownInline(kept.contentType)) {
      await dropBytes(upload);
      return await giveUp(ctx, copy, upload, "The profile picture is no picture");
    }
    await finish(ctx, copy, upload, kept, media);
  } finally {
    await rm(got.path, { force: true });
  }
}

async function finish(
  ctx: Ctx,
  copy: ClaimedCopy,
  upload: Upload,
  kept: KeptBytes,
  media: InboundMedia,
): Promise<void> {
  const isOurs = await inTransaction(ctx, async (tx) => {
    const { workspaceId, uploadId, leaseToken } = copy;
    const { count } = await tx.db.mediaCopy.deleteMany({ where: { workspaceId, uploadId, leaseToken } });
    if (count === 0) return false;
    await fillUpload(tx, upload, kept, copy.clientId === null ? media.type : "avatar");
    await tell(tx, copy);
    return true;
  });
  if (isOurs) return;
  const { workspaceId, id } = upload;
  const isWanted = await ctx.db.upload.count({ where: { workspaceId, id, purpose: "media" } });
  if (isWanted === 0) await dropBytes(upload);
}

async function tryAgain(
  ctx: Ctx,
  copy: ClaimedCopy,
  { upload, integration }: { upload: Upload; integration: Integration },
  got: Extract<FetchedMedia, { outcome: "retry" | "unauthorized" }>,
): Promise<void> {
  const isRefused = got.outcome === "unauthorized";
  if (isRefused) await inTransaction(ctx, (tx) => noteChannelError(tx, integration, got.error));
  const error = isRefused ? inEnglish(got.error) : got.error;
  const why = isRefused ? "token" : "fault";
  const next = nextCopyAt(copy.attemptNo, copy.createdAt, ctx.now, why);
  if (next) return release(ctx, copy, { error, nextAttemptAt: next });
  const words = `The file could not be copied from the channel's provider in time (${error}); ask the customer to send it again`;
  return giveUp(ctx, copy, upload, words);
}

/** After a fault of ours: with the pause of a failed attempt, for as long as it takes. */
async function giveBack(ctx: Ctx, copy: ClaimedCopy, error: string): Promise<void> {
  const nextAttemptAt = nextCopyAt(copy.attemptNo, ctx.now, ctx.now, "fault") ?? ctx.now;
  await release(ctx, copy, { error, nextAttemptAt });
}

async function release(
  ctx: Ctx,
  { workspaceId, uploadId, leaseToken }: ClaimedCopy,
  after: { error?: string; nextAttemptAt?: Date } = {},
): Promise<void> {
  await ctx.db.mediaCopy.updateMany({
    where: { workspaceId, uploadId, leaseToken },
    data: { leaseToken: null, leaseUntil: null, ...after },
  });
}

/** The row stays, to say why there is no file; a client without a picture has no address of one. */
async function giveUp(ctx: Ctx, copy: ClaimedCopy, upload: Upload, error: string): Promise<void> {
  const { workspaceId, uploadId, leaseToken, clientId } = copy;
  log.warn({ workspaceId, uploadId, integrationId: copy.integrationId, error }, "a client's file is lost");
  await inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.mediaCopy.updateMany({
      where: { workspaceId, uploadId, leaseToken },
      data: { leaseToken: null, leaseUntil: null, error, lostAt: tx.now },
    });
    if (count === 0) return;
    if (clientId !== null) await setAvatar(tx, clientId, { from: uploadUrl(workspaceId, upload.fileName), to: null });
    await tell(tx, copy);
  });
}

/** The portal reads again what shows the file. */
async function tell(tx: Ctx, { workspaceId, messageId, clientId }: ClaimedCopy): Promise<void> {
  if (clientId !== null) await emit(tx, { name: "CLIENT_CHANGED", clientId });
  if (messageId === null) return;
  const message = await tx.db.message.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: messageId } },
    select: { convId: true, clientId: true, conversation: { select: { assigneeId: true } } },
  });
  const { convId, conversation } = message;
  await emit(tx, {
    name: "MESSAGE_CHANGED",
    convId,
    clientId: message.clientId,
    messageId,
    assigneeId: conversation.assigneeId,
  });
}
