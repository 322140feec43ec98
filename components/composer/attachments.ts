import { fileSize } from "./file-words.ts";
import type { InboxWords } from "../inbox/inbox-words.ts";

type AttachmentKind = "image" | "audio" | "video" | "document";

/** A channel's rules for files. Part of its capabilities. */
type Rules = {
  name: string;
  maxCaptionLength: number | null;
  media: readonly { kind: string; contentTypes: readonly string[]; maxBytes: number; caption: boolean }[];
};
type FileFacts = { name: string; type: string; size: number };

/** The type of message that a file of this content type becomes. */
export function attachmentKind(contentType: string): AttachmentKind {
  const family = contentType.split("/")[0];
  return family === "image" || family === "audio" || family === "video" ? family : "document";
}

/** The reason, in words, why a channel does not accept a file. null: it does. Called before the upload. */
export function attachmentProblem(file: FileFacts, { name: channel, media }: Rules, t: InboxWords): string | null {
  const contentType = file.type.split(";")[0] ?? "";
  const kind = attachmentKind(contentType);
  const rule = media.find((known) => known.kind === kind);
  const named = { channel, kind: t(`files.kinds.${kind}`) };
  if (!rule) return t("files.notKind", named);
  if (!rule.contentTypes.includes(contentType)) {
    return t("files.notType", { ...named, types: rule.contentTypes.map(typeName).join(", ") });
  }
  if (file.size === 0) return t("files.empty");
  if (file.size <= rule.maxBytes) return null;
  return t("files.tooLarge", { ...named, most: fileSize(rule.maxBytes), size: fileSize(file.size) });
}

export const GIF = "image/gif";
/** As much as can be uploaded, in bytes. */
const MOST_GIF = 100_000_000;

/**
 * Whether GIFs are sent on a channel in another form (gif-in-other-form.ts): it accepts pictures and videos, but no GIFs.
 * @param canChange whether this browser can do it. Safari cannot read the frames.
 */
export function changesGifs(
  { media }: Pick<Rules, "media">,
  canChange = typeof ImageDecoder !== "undefined" && typeof VideoEncoder !== "undefined",
): boolean {
  const accepts = (type: string) => media.some(({ contentTypes }) => contentTypes.includes(type));
  return canChange && !accepts(GIF) && accepts("image/png") && accepts("video/mp4");
}

/** The reason, in words, why a GIF is not changed into another form. null: it is tried. */
export function gifProblem(file: FileFacts, { name: channel }: Pick<Rules, "name">, t: InboxWords): string | null {
  if (file.size === 0) return t("files.empty");
  if (file.size <= MOST_GIF) return null;
  const kind = t("files.kinds.image");
  return t("files.tooLarge", { channel, kind, most: fileSize(MOST_GIF), size: fileSize(file.size) });
}

/** Common names of content types whose ending is not the common name. */
const NAMES: Record<string, string> = {
  mpeg: "MP3",
  "3gpp": "3GP",
  plain: "TXT",
  msword: "DOC",
  "vnd.ms-excel": "XLS",
  "vnd.ms-powerpoint": "PPT",
  "vnd.openxmlformats-officedocument.wordprocessingml.document": "DOCX",
  "vnd.openxmlformats-officedocument.spreadsheetml.sheet": "XLSX",
  "vnd.openxmlformats-officedocument.presentationml.presentation": "PPTX",
};

function typeName(contentType: string): string {
  const type = contentType.split("/")[1] ?? contentType;
  return NAMES[type] ?? type.toUpperCase();
}

/** An uploaded file. */
export type Attached = { kind: AttachmentKind; url: string; name: string };
type Written = {
  type: "text" | AttachmentKind;
  content: string;
  caption: string | null;
  fileName: string | null;
};

/**
 * The messages for a text and its files. If the channel supports captions, the text is the first file's caption.
 * Otherwise, the text is a separate message before the files.
 */
export function messagesOf(text: string, files: readonly Attached[], channel: Rules): Written[] {
  const [first] = files;
  const takesCaption = first !== undefined && channel.media.some(({ kind, caption }) => kind === first.kind && caption);
  const isCaption = text !== "" && takesCaption && [...text].length <= (channel.maxCaptionLength ?? 0);
  const sent = files.map(({ kind, url, name }, index): Written => ({
    type: kind,
    content: url,
    caption: isCaption && index === 0 ? text : null,
    fileName: name,
  }));
  if (text === "" || isCaption) return sent;
  return [{ type: "text", content: text, caption: null, fileName: null }, ...sent];
}
