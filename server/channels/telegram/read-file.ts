import { z } from "zod";
import type { InboundMedia } from "../inbound.ts";
import { maybeText } from "./shapes.ts";

/** A file of a message, and the words shown if it cannot be displayed. */
export type ReadFile = { media: InboundMedia; words: string };

const file = z.object({
  file_id: z.string().min(1),
  mime_type: maybeText,
  file_name: maybeText,
  performer: maybeText,
  title: maybeText,
});
type File = z.infer<typeof file>;

const size = z.object({ file_id: z.string().min(1), width: z.number().catch(0), height: z.number().catch(0) });
const sizes = z.array(z.unknown());
const sticker = z.object({
  file_id: z.string().min(1),
  is_animated: z.boolean().catch(false),
  is_video: z.boolean().catch(false),
  thumbnail: size.optional().catch(undefined),
});

type Kind = { type: InboundMedia["type"]; words: string; read: (value: unknown) => Partial<InboundMedia> | null };

const plain =
  (more: (given: File) => Partial<InboundMedia> = () => ({})) =>
  (value: unknown) => {
    const given = file.safeParse(value).data;
    if (!given) return null;
    return { id: given.file_id, mimeType: given.mime_type ?? null, fileName: given.file_name ?? null, ...more(given) };
  };

/** Kinds in the order of lookup. For older bots, an animation also carries a document and a live photo also a photo. */
const KINDS: Record<string, Kind> = {
  animation: { type: "video", words: "Animation", read: plain() },
  live_photo: { type: "video", words: "Live photo", read: plain() },
  photo: { type: "image", words: "Photo", read: largest },
  video: { type: "video", words: "Video", read: plain() },
  video_note: { type: "video", words: "Video message", read: plain(() => ({ mimeType: "video/mp4" })) },
  voice: { type: "audio", words: "Voice message", read: plain() },
  audio: { type: "audio", words: "Audio", read: plain((given) => ({ fileName: soundName(given) })) },
  document: { type: "document", words: "Document", read: plain() },
  sticker: { type: "image", words: "Sticker", read: readSticker },
};

/** The file of a message of any kind; null if there is none or it cannot be read. */
export function readFile(message: Record<string, unknown>): ReadFile | null {
  for (const [key, { type, words, read }] of Object.entries(KINDS)) {
    const found = key in message ? read(message[key]) : null;
    if (!found) continue;
    const caption = typeof message.caption === "string" && message.caption !== "" ? message.caption : null;
    return { media: { type, id: null, url: null, mimeType: null, fileName: null, caption, ...found }, words };
  }
  return null;
}

/** The words for the kind of file in a message, readable or not. */
export function fileWords(message: Record<string, unknown>): string | null {
  return Object.entries(KINDS).find(([key]) => key in message)?.[1].words ?? null;
}

/** The file id of the size with the most pixels. */
function largest(value: unknown): Partial<InboundMedia> | null {
  const [best] = photoSizes(value).toSorted((a, b) => b.width * b.height - a.width * a.height);
  return best ? { id: best.file_id, mimeType: "image/jpeg" } : null;
}

export function photoSizes(value: unknown): z.infer<typeof size>[] {
  return (sizes.safeParse(value).data ?? []).flatMap((each) => size.safeParse(each).data ?? []);
}

/** A still sticker is an image, a moving one a video. A vector sticker (.tgs) is represented by its thumbnail if it has one. */
function readSticker(value: unknown): Partial<InboundMedia> | null {
  const given = sticker.safeParse(value).data;
  if (!given) return null;
  if (given.is_video) return { type: "video", id: given.file_id, mimeType: "video/webm" };
  if (!given.is_animated) return { id: given.file_id, mimeType: "image/webp" };
  return given.thumbnail
    ? { id: given.thumbnail.file_id, mimeType: "image/webp" }
    : { type: "document", id: given.file_id, fileName: "sticker.tgs" };
}

function soundName({ file_name, performer, title }: File): string | null {
  return file_name ?? ([performer, title].filter(Boolean).join(" – ") || null);
}
