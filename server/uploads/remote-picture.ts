import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ByteRange } from "../blobs/blob-store.ts";
import { blobs } from "../blobs/blobs.ts";
import { spool } from "../blobs/spool.ts";
import { SYSTEM, type Ctx } from "../ctx.ts";
import { AppError, notFound } from "../errors.ts";
import { FairLines } from "../fair-lines.ts";
import { download } from "../http-download.ts";
import { log } from "../log.ts";
import { redrawPicture } from "../readers/read.ts";
import { Unreadable } from "../readers/unreadable.ts";
import { guardedAgent } from "../safe-fetch.ts";
import { quote, say, type Said } from "../say.ts";
import { blobKey, findUpload } from "./access.ts";
import { MAX_PIXELS } from "./check-content.ts";
import type { OpenUpload } from "./open-upload.ts";

/** A photo in a message, or an avatar in a list. */
type PictureSize = "photo" | "face";

/** Maximum of the longer side, in pixels. */
const BOX_PIXELS: Record<PictureSize, number> = { photo: 1_600, face: 128 };
const LIMIT_BYTES = 20 * 1024 * 1024;
const DEADLINE_MS = 10_000;
const HEADERS = { "user-agent": "Omnichannel-Pictures/1.0", accept: "image/webp, image/png, image/jpeg, image/gif" };
const CONTENT_TYPE = "image/webp";

/** The upload purpose of copied pictures. */
const PURPOSE = "picture";
/** Limit per workspace: the oldest copies are deleted first. All copies are deleted after `PICTURE_DAYS` (prune-uploads.ts). */
const MOST_COPIES = 2_000;
/** Extra copies read beyond the limit. One new copy needs room for one, but a few processes may store copies at once. */
const ROOM = 50;
const MOST_BYTES = 64 * 1024 * 1024;
export const PICTURE_DAYS = 7;

/** After a host refused a picture, it is not requested again for a minute. */
const REFUSED_MS = 60_000;
const MOST_REFUSED = 5_000;

const busy = () => new AppError("UNAVAILABLE", say("clients.upload.picturesBusy"), { retryAfterSeconds: 5 });
/** A host that hangs uses up the places of one workspace only. */
const lines = new FairLines({ places: 16, placesEach: 4, longest: 200, patienceMs: 20_000, refusal: busy });
const underWay = new Map<string, Promise<OpenUpload>>();
const refused = new Map<string, { until: number; why: Said }>();

/**
 * Returns the address if it is one of `shown`, the pictures of one record that the caller may see.
 * @throws AppError NOT_FOUND
 */
export function addressAmong(shown: readonly string[], url: string): string {
  const wanted = URL.parse(url)?.href;
  const isShown = wanted !== undefined && shown.some((text) => URL.parse(text.trim())?.href === wanted);
  if (!isShown) throw notFound("picture");
  return wanted;
}

/**
 * Fetches an external picture through the guarded HTTP client, redraws it in a reader process and stores it for the workspace
 * for a limited time.
 * @param url what `addressAmong` returned.
 * @throws AppError NOT_FOUND (it cannot be fetched, or is not a picture: the message says why), UNAVAILABLE (too many at once)
 */
export async function openPicture(ctx: Ctx, url: string, size: PictureSize): Promise<OpenUpload> {
  const fileName = copyName(url, size);
  const copy = await openCopy(ctx, fileName);
  if (copy) return copy;
  const key = `${ctx.workspaceId}/${fileName}`;
  const before = refused.get(key);
  if (before && before.until > Date.now()) throw new AppError("NOT_FOUND", before.why);
  const running = underWay.get(key);
  if (running) return running;
  const fetching = inLine(ctx, () => fetchPicture(ctx, url, size)).finally(() => underWay.delete(key));
  underWay.set(key, fetching);
  return fetching;
}

/** The names of a picture's copies, to discard them. */
export function copyNames(url: string): string[] {
  const { href } = URL.parse(url.trim()) ?? {};
  return href === undefined ? [] : (["photo", "face"] as const).map((size) => copyName(href, size));
}

function copyName(url: string, size: PictureSize): string {
  return `${createHash("sha256").update(`${size} ${url}`).digest("hex").slice(0, 32)}.webp`;
}

async function openCopy(ctx: Ctx, fileName: string): Promise<OpenUpload | null> {
  const upload = await findUpload(ctx, fileName);
  if (upload?.purpose !== PURPOSE || upload.storedAt === null) return null;
  const store = await blobs();
  const key = blobKey(upload);
  const blob = await store.stat(key);
  if (!blob) return null;
  const read = (range: ByteRange | null) => store.read(key, { version: blob.version, ...(range ? { range } : {}) });
  return opened(upload.id, blob.sizeBytes, read);
}

/** `version` identifies these bytes, because the picture at the same address can change. */
function opened(version: string, sizeBytes: number, read: OpenUpload["read"]): OpenUpload {
  const fileName = `picture-${version}.webp`;
  return { fileName, name: null, contentType: CONTENT_TYPE, sizeBytes, isInline: true, read };
}

async function inLine<T>({ workspaceId }: Ctx, run: () => Promise<T>): Promise<T> {
  const leave = await lines.enter(workspaceId);
  try {
    return await run();
  } finally {
    leave();
  }
}

async function fetchPicture(ctx: Ctx, url: string, size: PictureSize): Promise<OpenUpload> {
  const fileName = copyName(url, size);
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const request = { url, headers: HEADERS, limitBytes: LIMIT_BYTES, deadlineMs: DEADLINE_MS, signal };
  const got = await download(guardedAgent, request, spool);
  if (got.kind !== "taken") throw refusal(ctx, fileName, say("clients.upload.notFetched", { why: quote(got.error) }));
  let bytes: Buffer;
  try {
    const task = { path: got.value.path, boxPixels: BOX_PIXELS[size], maxPixels: MAX_PIXELS };
    bytes = Buffer.from(await redrawPicture(ctx.workspaceId, task));
  } catch (error) {
    if (error instanceof Unreadable)
      throw refusal(ctx, fileName, say("clients.upload.noPicture", { why: quote(error.message) }));
    throw error;
  } finally {
    await rm(got.value.path, { force: true });
  }
  const version = await keepCopy(ctx, fileName, bytes).catch((error: unknown) => {
    log.warn({ err: error, workspaceId: ctx.workspaceId }, "a picture was not kept");
    return null;
  });
  return opened(version ?? fileName, bytes.length, (range) =>
    Promise.resolve(Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes])),
  );
}

function refusal({ workspaceId }: Ctx, fileName: string, why: Said): AppError {
  if (refused.size >= MOST_REFUSED) refused.clear();
  refused.set(`${workspaceId}/${fileName}`, { until: Date.now() + REFUSED_MS, why });
  return new AppError("NOT_FOUND", why);
}

/** @returns the copy's id; null if its message was just erased. Then nothing is stored. */
async function keepCopy(ctx: Ctx, fileName: string, bytes: Buffer): Promise<string | null> {
  const { workspaceId } = ctx;
  const place = { workspaceId_fileName: { workspaceId, fileName } };
  const row = { workspaceId, fileName, contentType: CONTENT_TYPE, purpose: PURPOSE, createdBy: SYSTEM };
  const upload = await ctx.db.upload.upsert({
    where: place,
    create: { ...row, sizeBytes: bytes.length },
    update: {},
  });
  if (upload.purpose !== PURPOSE) return null;
  const { path } = await spool(Readable.from([bytes]));
  try {
    await (await blobs()).keep(blobKey(upload), path, CONTENT_TYPE);
  } finally {
    await rm(path, { force: true });
  }
  await ctx.db.upload.update({ where: place, data: { storedAt: new Date() } });
  await makeRoom(ctx);
  return upload.id;
}

/** Deletes the workspace's oldest copies beyond its limit. */
async function makeRoom(ctx: Ctx): Promise<void> {
  const { workspaceId } = ctx;
  const tooMany = await ctx.db.$queryRaw<{ id: string; fileName: string }[]>`
    select id, "fileName" from (
      select id, "fileName", row_number() over newest as place, sum("sizeBytes") over newest as bytes
      from (select u.id, u."fileName", u."sizeBytes" from "Upload" u
        where u."workspaceId" = ${workspaceId} and u.purpose = 'picture' order by u.id desc limit ${MOST_COPIES + ROOM}) latest
      window newest as (order by id desc)) copies
    where place > ${MOST_COPIES} or bytes > ${MOST_BYTES}`;
  const store = await blobs();
  for (const { id, fileName } of tooMany) {
    // Delete the bytes first: a row without bytes is found again, but bytes without a row are not.
    await store.delete(blobKey({ workspaceId, fileName }));
    await ctx.db.upload.deleteMany({ where: { workspaceId, id } });
  }
}
