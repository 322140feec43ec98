import { z } from "zod";
import { env } from "../../env.ts";
import { say } from "../../say.ts";
import type { ClientProfile, InboundMedia, MediaLocation } from "../channel.ts";
import { callBot } from "./bot-api.ts";
import { isPassing, isTokenRefused, failureOf } from "./errors.ts";
import { photoSizes } from "./read-file.ts";

const file = z.object({ file_path: z.string().min(1), file_size: z.number().optional().catch(undefined) });
const photos = z.object({ photos: z.array(z.unknown()) });

/** A picture beside a name is no larger than this anywhere, in pixels. */
const AVATAR_WIDTH = 320;

/**
 * Where a file can be had for an hour. The address has the bot's token in it: whoever holds it is the bot, so that it is used here and
 * given to nobody.
 */
export async function locateFile(
  accessToken: string,
  { id }: InboundMedia,
  signal: AbortSignal,
): Promise<MediaLocation> {
  if (id === null) return { outcome: "lost", error: say("provider.tg.fileNoId") };
  const reply = await callBot(accessToken, "getFile", { file_id: id }, signal);
  if (reply.kind === "error") {
    if (isTokenRefused(reply.status)) return { outcome: "unauthorized", error: failureOf(reply) };
    const isLater = isPassing(reply.status) || /temporarily unavailable/i.test(reply.error);
    return isLater ? { outcome: "retry", error: reply.said } : { outcome: "lost", error: failureOf(reply) };
  }
  if (reply.kind !== "ok") return { outcome: "retry", error: reply.error };
  const found = file.safeParse(reply.result);
  if (!found.success) return { outcome: "retry", error: say("provider.tg.fileUnreadable") };
  const { file_path, file_size } = found.data;
  const path = file_path.split("/").map(encodeURIComponent).join("/");
  const url = `${env().TELEGRAM_API_URL}/file/bot${accessToken}/${path}`;
  return { outcome: "found", url, headers: {}, mimeType: null, sizeBytes: file_size ?? null };
}

/** What messages do not say of their sender: the picture, where the user shows theirs to everybody. */
export async function readProfile(
  accessToken: string,
  senderId: string,
  signal: AbortSignal,
): Promise<ClientProfile | null> {
  const user = Number(senderId);
  if (!Number.isSafeInteger(user)) return null;
  const reply = await callBot(accessToken, "getUserProfilePhotos", { user_id: user, limit: 1 }, signal);
  if (reply.kind !== "ok") return null;
  const [newest] = photos.safeParse(reply.result).data?.photos ?? [];
  const sizes = photoSizes(newest).toSorted((a, b) => a.width - b.width);
  const best = sizes.find(({ width }) => width >= AVATAR_WIDTH) ?? sizes.at(-1);
  return best ? { avatar: { id: best.file_id } } : {};
}
