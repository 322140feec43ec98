import { inEnglish, type Said } from "../say.ts";
import { rm } from "node:fs/promises";
import { z } from "zod";
import { systemCtx } from "../auth/system-ctx.ts";
import type { InboundMedia } from "../channels/inbound.ts";
import { setAvatar } from "../clients/set-avatar.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Integration, Upload } from "../generated/prisma/client.ts";
import { credentialsOf } from "../integrations/access.ts";
import { noteChannelError } from "../integrations/note-channel-error.ts";
import { giveBack, whileHeld, type Lease } from "../work/lease.ts";
import { retryPause } from "../work/retry.ts";
import { log } from "../log.ts";
import { dropBytes, fillUpload, keepBytes, type KeptBytes } from "../uploads/fill-upload.ts";
import { isShownInline } from "../uploads/media-types.ts";
import { uploadUrl } from "../uploads/upload-link.ts";
import type { ClaimedCopy } from "./claim-media-copies.ts";
import { spool } from "../blobs/spool.ts";
import { channelOf } from "../channels/registry.ts";
import { download, type Downloaded } from "../http-download.ts";
import { agentTo } from "../provider-fetch.ts";
import { guardedAgent } from "../safe-fetch.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";

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
 * Copies a contact's file from its provider into the storage, once. It is downloaded completely, checked, and stored. Only then is it
 * recorded and announced. A worker that dies before leaves nothing readable, and another one starts over when the lease has expired.
 * Never throws.
 */
export async function copyMedia(copy: ClaimedCopy, stopping: AbortSignal): Promise<void> {
  const ctx = systemCtx(copy.workspaceId, "copy-media");
  const { workspaceId, uploadId, attemptNo } = copy;
  await whileHeld(leaseOf(copy), stopping, async (signal) => {
    try {
      await copyOnce(ctx, copy, signal);
    } catch (error) {
      log.error({ err: error, workspaceId, uploadId, attemptNo }, "a file could not be copied; it is tried again");
      const pause = retryPause("mediaCopy", attemptNo) ?? 0;
      await giveBack(leaseOf(copy), pause, "Something went wrong on our side").catch(() => undefined);
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
  // The download may have taken minutes.
  ctx = { ...ctx, now: new Date() };
  if (got.outcome !== "fetched") {
    // Another worker continues, or the file is no longer needed.
    if (signal.aborted) return giveBack(leaseOf(copy), 0);
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
    await notify(tx, copy);
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
  const age = (ctx.now.getTime() - copy.createdAt.getTime()) / 1_000;
  const pause = retryPause(isRefused ? "mediaCopyRefused" : "mediaCopy", copy.attemptNo, { age });
  if (pause !== null) return giveBack(leaseOf(copy), pause, error);
  const words = `The file could not be copied from the channel's provider in time (${error}); ask the contact to send it again`;
  return giveUp(ctx, copy, upload, words);
}

const leaseOf = ({ workspaceId, uploadId, leaseToken }: ClaimedCopy): Lease => ({
  kind: "mediaCopy",
  workspaceId,
  id: uploadId,
  leaseToken,
});

/** Keeps the row, which says why there is no file. For an avatar, the contact's avatar URL is removed. */
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
    await notify(tx, copy);
  });
}

/** Makes the portal reload what shows the file. */
async function notify(tx: Ctx, { workspaceId, messageId, clientId }: ClaimedCopy): Promise<void> {
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

/** The file on this machine, or why it is missing; `lost` is permanent, `unauthorized` means that the channel's token was refused. */
type FetchedMedia =
  | { outcome: "fetched"; path: string; sizeBytes: number }
  | { outcome: "lost"; error: string }
  | { outcome: "retry"; error: string }
  /** `error` becomes the channel's error. */
  | { outcome: "unauthorized"; error: Said };

/** The largest file limit of any provider: WhatsApp's documents. */
const LIMIT_BYTES = 100 * 1024 * 1024;
/** Enough for the largest file on a slow connection. */
const DEADLINE_MS = 10 * 60 * 1000;
const LOCATE_MS = 20_000;
/** A URL that needs no token counts as gone after this many refusals. The provider has no other URL for it. */
const ENOUGH_REFUSALS = 3;

const AGAIN = "ask the contact to send it again";
const LIMIT_WORDS = `The file has more than ${LIMIT_BYTES / 1024 / 1024} MiB and was not copied; ask the contact for a smaller one`;

/**
 * Downloads a contact's file from its provider into a local file. A URL inside a call may come from anyone who has the channel's
 * secret, so it is fetched through the guard. A URL that the provider itself returns for an id may be on the host that the operator set.
 */
export async function fetchMedia(
  type: IntegrationType,
  credentials: unknown,
  media: InboundMedia,
  attemptNo: number,
  signal: AbortSignal,
): Promise<FetchedMedia> {
  const { locateMedia } = channelOf(type).adapter ?? {};
  if (media.id !== null && locateMedia) {
    const place = await locateMedia(media, credentials, AbortSignal.any([signal, AbortSignal.timeout(LOCATE_MS)]));
    if (place.outcome !== "found") {
      if (place.outcome === "unauthorized") return { outcome: "unauthorized", error: place.error };
      return { outcome: place.outcome, error: inEnglish(place.error) };
    }
    if ((place.sizeBytes ?? 0) > LIMIT_BYTES) return { outcome: "lost", error: LIMIT_WORDS };
    const { url, headers, sizeBytes } = place;
    const request = { url, headers, limitBytes: LIMIT_BYTES, deadlineMs: DEADLINE_MS, signal };
    return verdict(await download(agentTo, request, spool), { isLast: false, sizeBytes });
  }
  if (media.url === null) return { outcome: "lost", error: `The provider did not say where the file is; ${AGAIN}` };
  const request = { url: media.url, headers: {}, limitBytes: LIMIT_BYTES, deadlineMs: DEADLINE_MS, signal };
  const isLast = attemptNo >= ENOUGH_REFUSALS;
  return verdict(await download(guardedAgent, request, spool), { isLast, sizeBytes: null });
}

async function verdict(
  got: Downloaded<{ path: string; sizeBytes: number }>,
  { isLast, sizeBytes }: { isLast: boolean; sizeBytes: number | null },
): Promise<FetchedMedia> {
  switch (got.kind) {
    case "taken": {
      const { path, sizeBytes: size } = got.value;
      if (size > 0 && (sizeBytes === null || sizeBytes === size)) return { outcome: "fetched", path, sizeBytes: size };
      await rm(path, { force: true });
      return {
        outcome: "retry",
        error: size === 0 ? "The file is empty" : "The file came with another size than announced",
      };
    }
    case "status": {
      const isGone = got.status >= 400 && got.status < 500 && ![408, 425, 429].includes(got.status);
      if (isGone && isLast) return { outcome: "lost", error: `The file is no longer at the provider; ${AGAIN}` };
      return { outcome: "retry", error: got.error };
    }
    case "broken":
      return { outcome: "retry", error: got.error };
    case "too-large":
      return { outcome: "lost", error: LIMIT_WORDS };
    case "refused-address":
      return { outcome: "lost", error: `The file lies at an address that may not be reached; ${AGAIN}` };
  }
}
