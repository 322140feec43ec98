import { say, type Said } from "../../say.ts";
import type { OutgoingMessage } from "../channel.ts";
import {
  contacts,
  fromContent,
  interactive,
  location,
  type Body,
  type Contacts,
  type Interactive,
} from "../structured-content.ts";
import { templateBody } from "../meta/template-body.ts";
import { isToGroup } from "./groups.ts";
import { isBusinessScopedId } from "./sender.ts";

/** The contact sees such audio as a voice message with a waveform. Other audio is a file to play. */
const VOICE = /\.(?:ogg|oga|opus)$/i;

/** The message as a Cloud API body. */
export function sendBody(message: OutgoingMessage): Body {
  const content = contentBody(message);
  if (content.error) return content;
  const replyId = message.replyTo?.externalId ?? null;
  const { externalClientId } = message;
  return {
    messaging_product: "whatsapp",
    ...(isToGroup(message)
      ? { recipient_type: "group", to: externalClientId }
      : { recipient_type: "individual", ...recipient(externalClientId) }),
    ...(replyId === null ? {} : { context: { message_id: replyId } }),
    ...content,
    // Comes back with every status, so a status that arrives before the response to this call still finds its message.
    biz_opaque_callback_data: message.messageId,
  };
}

/** A phone number, or the business-scoped id of a contact whose number the business may not see. */
export function recipient(externalClientId: string): { to: string } | { recipient: string } {
  if (isBusinessScopedId(externalClientId)) return { recipient: externalClientId };
  return { to: externalClientId.replace(/^\+/, "") };
}

function contentBody(message: OutgoingMessage): Body {
  const { type, content } = message;
  switch (type) {
    case "text":
      return { type, text: { body: content, preview_url: /https?:\/\//.test(content) } };
    case "image":
    case "video":
      return { type, [type]: { link: content, ...captionOf(message) } };
    case "audio":
      if (message.caption) return { error: say("provider.wa.noTextWithSound") };
      return { type, audio: { link: content, ...(VOICE.test(content) ? { voice: true } : {}) } };
    case "document":
      return {
        type,
        document: { link: content, filename: message.file?.name ?? fileName(content), ...captionOf(message) },
      };
    case "location":
      return fromContent(location, content, (place) => ({ type, location: place }));
    case "contacts":
      return fromContent(contacts, content, (cards) => ({ type, contacts: cards.map(contactBody) }));
    case "interactive":
      return fromContent(interactive, content, interactiveBody);
    case "template": {
      const body = templateBody(message.template);
      return body.error ? body : { type, ...body };
    }
    case "note":
      return { error: say("provider.cannotSend", { name: "WhatsApp", type }) };
  }
}

function captionOf({ caption }: OutgoingMessage): { caption?: string } {
  return caption ? { caption } : {};
}

/** WhatsApp shows a document under this name, or "Untitled" without one. */
function fileName(link: string): string {
  const last = URL.parse(link)?.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last) || "Document";
  } catch {
    return last;
  }
}

function contactBody({ name, phones, emails = [] }: Contacts[number]): Record<string, unknown> {
  return {
    // Meta requires one part of the name next to the full name.
    name: { formatted_name: name, first_name: name },
    phones: phones.map((phone) => ({ phone })),
    ...(emails.length > 0 ? { emails: emails.map((email) => ({ email })) } : {}),
  };
}

const LONGEST = {
  header: 60,
  body: 1024,
  footer: 60,
  button: 20,
  buttonTitle: 20,
  section: 24,
  row: 24,
  description: 72,
  id: 200,
};

function interactiveBody({ header, body, footer, buttons = [], list }: Interactive): Body {
  const rows = list?.sections.flatMap((section) => section.rows) ?? [];
  if (buttons.length > 0 && list) return { error: say("provider.wa.buttonsOrList") };
  if (buttons.length > 3) return { error: say("provider.wa.buttons", { count: buttons.length }) };
  if (rows.length > 10) return { error: say("provider.wa.rows", { count: rows.length }) };
  if (!list && buttons.length === 0) return { error: say("provider.noChoices") };
  const button = list?.button ?? "Choose";
  const several = (list?.sections.length ?? 0) > 1;
  const tooLong = [
    limit("header", header),
    limit("body", body),
    limit("footer", footer),
    ...buttons.flatMap(({ id, title }) => [limit("buttonTitle", title), limit("id", id)]),
    limit("button", button),
    ...(list?.sections ?? []).map(({ title }) => limit("section", title)),
    ...rows.flatMap(({ id, title, description }) => [
      limit("row", title),
      limit("description", description),
      limit("id", id),
    ]),
  ].find((problem) => problem !== null);
  if (tooLong) return { error: tooLong };
  if (several && list?.sections.some(({ title }) => title === "")) {
    return { error: say("provider.wa.sectionTitle") };
  }
  const frame = {
    ...(header ? { header: { type: "text", text: header } } : {}),
    body: { text: body },
    ...(footer ? { footer: { text: footer } } : {}),
  };
  if (!list) {
    const replies = buttons.map(({ id, title }) => ({ type: "reply", reply: { id, title } }));
    return { type: "interactive", interactive: { type: "button", ...frame, action: { buttons: replies } } };
  }
  const sections = list.sections.map((section) => ({
    ...(section.title ? { title: section.title } : {}),
    rows: section.rows.map(({ id, title, description }) => ({ id, title, ...(description ? { description } : {}) })),
  }));
  return { type: "interactive", interactive: { type: "list", ...frame, action: { button, sections } } };
}

function limit(part: keyof typeof LONGEST, text: string | undefined): Said | null {
  const count = text?.length ?? 0;
  const most = LONGEST[part];
  return text === undefined || count <= most
    ? null
    : say("provider.wa.partLong", { most, part, start: text.slice(0, 40).toWellFormed(), count });
}
