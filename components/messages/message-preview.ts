import type { InboxWords } from "../inbox/inbox-words.ts";
import { parseContacts, parseInteractive, parseLocation } from "./structured-content.ts";

/** Icon names for previews. The view maps them to icons. */
export type PreviewIcon =
  | "image"
  | "audio"
  | "video"
  | "document"
  | "location"
  | "contacts"
  | "template"
  | "note"
  | null;

type Previewable = {
  type: string;
  content: string;
  /** The text that goes with a file. */
  caption?: string | null;
  removedAt?: string | null;
  isUnsupported?: boolean;
  /** The text of a template, if known. */
  templateText?: string | null;
  isAgent: boolean;
  agentId: string | null;
  aiId: string | null;
  senderName: string | null;
};

export type PreviewParts = Pick<
  Previewable,
  "type" | "content" | "caption" | "removedAt" | "isUnsupported" | "templateText"
>;

/** A message in one line for a list row or a quote: an icon and text. */
export function previewOf(message: PreviewParts, t: InboxWords): { icon: PreviewIcon; text: string } {
  if (message.removedAt) return { icon: null, text: t("preview.deleted") };
  if (message.isUnsupported) return { icon: null, text: unsupportedWords(message.content) };
  const caption = message.caption ? oneLine(message.caption) : null;
  switch (message.type) {
    case "image":
      return { icon: "image", text: caption ?? t("preview.image") };
    case "audio":
      return { icon: "audio", text: caption ?? t("preview.audio") };
    case "video":
      return { icon: "video", text: caption ?? t("preview.video") };
    case "document":
      return { icon: "document", text: caption ?? fileName(message.content) ?? t("preview.document") };
    case "location": {
      const place = parseLocation(message.content);
      return { icon: "location", text: place?.name ?? place?.address ?? t("preview.location") };
    }
    case "contacts":
      return {
        icon: "contacts",
        text:
          parseContacts(message.content)
            ?.map((contact) => contact.name)
            .join(", ") ?? t("preview.contact"),
      };
    case "interactive":
      return { icon: null, text: interactiveText(message.content) };
    case "template":
      return { icon: "template", text: oneLine(message.templateText ?? message.content) };
    case "note":
      return { icon: "note", text: oneLine(message.content) };
    default:
      return { icon: null, text: oneLine(message.content) };
  }
}

/** The sender in a preview: "You", "AI", or a colleague's first name. Empty for the contact. */
export function previewPrefix(message: Previewable, viewerAgentId: string | null, t: InboxWords): string {
  if (!message.isAgent) return "";
  if (message.aiId) return `${t("preview.ai")} `;
  if (message.agentId !== null && message.agentId === viewerAgentId) return `${t("preview.you")} `;
  const first = message.senderName?.trim().split(/\s+/)[0];
  return first ? `${first}: ` : "";
}

/** File names in our own storage are random and not worth showing. */
const STORED_NAME = /^[0-9a-f]{32}\./;

/** The last part of a media URL's path, if it looks like a file name. */
export function fileName(url: string): string | null {
  const last = URL.canParse(url) ? new URL(url).pathname.split("/").at(-1) : undefined;
  if (!last || !last.includes(".") || STORED_NAME.test(last)) return null;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The kind of a message that cannot be shown. The service puts it into square brackets. */
export function unsupportedWords(content: string): string {
  return content.replace(/^\[|\]$/g, "");
}

function interactiveText(content: string): string {
  const parsed = parseInteractive(content);
  if (!parsed) return oneLine(content);
  return "reply" in parsed ? parsed.reply.title : oneLine(parsed.body);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
