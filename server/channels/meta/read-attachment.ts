import { z } from "zod";
import type { InboundMedia, InboundMessage } from "../channel.ts";
import { maybeText } from "./webhook.ts";

const MEDIA: Record<string, { type: InboundMedia["type"]; words: string }> = {
  image: { type: "image", words: "Photo" },
  video: { type: "video", words: "Video" },
  audio: { type: "audio", words: "Audio" },
  file: { type: "document", words: "Document" },
  sticker: { type: "image", words: "Sticker" },
};

/** What clients pass on from elsewhere. */
const SHARED: Record<string, string> = {
  share: "Shared post",
  post: "Shared post",
  ig_post: "Shared post",
  reel: "Shared reel",
  ig_reel: "Shared reel",
  ig_story: "Shared story",
  story_mention: "Mentioned the account in a story",
  template: "Card",
  fallback: "Link",
  ephemeral: "A photo or video to look at once, which is shown in the app only",
  appointment_booking: "Appointment",
};

const payload = z.object({
  url: maybeText,
  title: maybeText,
  coordinates: z.object({ lat: z.number(), long: z.number() }).optional().catch(undefined),
});

type Attachment = { type: string; payload?: unknown } & Record<string, unknown>;

/** One attachment of a message as a message of its own. Links to files work for a while only, and without a token. */
export function readAttachment(attachment: Attachment): Pick<InboundMessage, "type" | "content" | "media" | "raw"> {
  const { type } = attachment;
  // Some have a text as payload, or none; title and address may stand beside it.
  const inside = payload.safeParse(attachment.payload).data;
  const beside = payload.parse(attachment);
  const url = inside?.url ?? beside.url;
  const title = inside?.title ?? beside.title;
  const coordinates = inside?.coordinates;
  if (type === "location" && coordinates) {
    const place = { latitude: coordinates.lat, longitude: coordinates.long, ...(title ? { name: title } : {}) };
    return { type: "location", content: JSON.stringify(place) };
  }
  const kind = Object.hasOwn(MEDIA, type) ? MEDIA[type] : undefined;
  if (kind) {
    const media = { type: kind.type, id: null, url: url ?? null, mimeType: null, fileName: null, caption: null };
    return { type: "text", content: `[${kind.words}]`, raw: attachment, ...(url === undefined ? {} : { media }) };
  }
  const words = Object.hasOwn(SHARED, type) ? SHARED[type] : "An attachment of a kind that cannot be shown";
  return { type: "text", content: [`[${words}]`, title, url].filter(Boolean).join(" "), raw: attachment };
}
