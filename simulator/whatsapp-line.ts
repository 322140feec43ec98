import type { GraphStandIn } from "./graph.ts";
import type { GraphPost } from "./graph-post.ts";
import {
  whatsappContacts,
  whatsappEntry,
  whatsappHandover,
  whatsappHistory,
  whatsappMessage,
  whatsappStandby,
  whatsappStatus,
} from "./graph-webhook.ts";
import { templateWords } from "./graph-templates.ts";
import { newWamid, type SentWhatsapp } from "./graph-whatsapp.ts";
import { contentOfKind } from "./kinds.ts";
import { cardOf, choiceOf, failed, outcomeOf, structured, type Line, type Outcome } from "./line.ts";
import { onWhatsapp } from "./people.ts";
import { sampleOf } from "./media.ts";
import type { PhoneMessage, WhatsappChannel } from "./talk.ts";

type Content = { type: string } & Record<string, unknown>;

/** The group that the simulator's customers share with every number. */
const GROUP_ID = "120363040000000001@g.us";

export function whatsappLine(graph: GraphStandIn, channel: WhatsappChannel, post: GraphPost, now: () => Date): Line {
  const { phoneNumberId, appSecret, displayPhoneNumber } = channel;

  const tell = (value: Record<string, unknown>, field = "messages") => bring(whatsappEntry(channel, value, field));

  async function bring(entry: Record<string, unknown>): Promise<Outcome> {
    const url = whatsappAddress(graph, channel);
    if (url === undefined) return failed("Nobody has asked WhatsApp for what happens at this number");
    return outcomeOf(await post({ url, object: "whatsapp_business_account", appSecret }, entry));
  }

  return {
    receipts: ["delivered", "read"],
    newId: newWamid,
    nameContacts: async (customers) => {
      const people = customers
        .map(onWhatsapp)
        .flatMap(({ waId, name }) => (waId && name ? [{ phone: waId, name }] : []));
      await bring(whatsappContacts(channel, people));
    },
    write(customer, message, quoted) {
      const who = onWhatsapp(customer);
      const isPast = message.type === "history";
      for (const name of [who.waId, who.userId]) if (name && !isPast) graph.openWindow(phoneNumberId, name);
      if (message.type === "call") {
        const call = {
          id: message.id,
          from: who.waId,
          event: "terminate",
          direction: "USER_INITIATED",
          status: "FAILED",
        };
        const { contacts } = whatsappMessage(who, { type: "call" }, now());
        const timestamp = String(Math.floor(now().getTime() / 1_000));
        return tell({ contacts, calls: [{ ...call, timestamp }] }, "calls");
      }
      if (isPast) {
        const days = (count: number) => new Date(now().getTime() - count * 86_400_000);
        const text = (body: string) => ({ id: newWamid(), type: "text", text: { body } });
        const phone = who.waId ?? who.userId ?? "";
        // Only such a number has a history.
        graph.addNumber({ ...channel, isInApp: true });
        return bring(
          whatsappHistory(channel, phone, [
            { ...text("Do you repair boots?"), at: days(30) },
            { ...text("We do, on Fridays."), at: days(29), isOurs: true },
            { ...text(message.content), at: days(2), id: message.id },
          ]),
        );
      }
      if (message.type === "group") {
        graph.openWindow(phoneNumberId, GROUP_ID);
        const text = { type: "text", text: { body: message.content }, id: message.id, group_id: GROUP_ID };
        return tell(whatsappMessage(who, text, now()));
      }
      if (message.type === "standby") {
        const text = { type: "text", text: { body: message.content }, id: message.id };
        return bring(whatsappStandby(channel, whatsappMessage(who, text, now())));
      }
      if (message.type === "marketing") {
        const { contacts } = whatsappMessage(who, { type: "text" }, now());
        const timestamp = Math.floor(now().getTime() / 1_000);
        const preference = { wa_id: who.waId, user_id: who.userId, category: "marketing_messages", timestamp };
        const detail = "User requested to change marketing messages";
        return tell(
          { contacts, user_preferences: [{ ...preference, detail, value: message.content }] },
          "user_preferences",
        );
      }
      if (message.type === "handover") return bring(whatsappHandover(channel, who, message.content, now()));
      const context = quoted
        ? {
            context: {
              from: quoted.from === "agent" ? displayPhoneNumber.replace(/\D/g, "") : who.waId,
              id: quoted.id,
            },
          }
        : {};
      const content = contentOf(message, quoted, (url) => graph.addMedia(phoneNumberId, ...sampleOf(url)));
      return tell(whatsappMessage(who, { ...content, ...context, id: message.id }, now()));
    },
    async act(customer, message, act) {
      const who = onWhatsapp(customer);
      switch (act.kind) {
        case "react": {
          const reaction = { message_id: message.id, ...(act.emoji === null ? {} : { emoji: act.emoji }) };
          return tell(whatsappMessage(who, { type: "reaction", reaction }, now()));
        }
        case "edit": {
          const text = { type: "text", text: { body: act.content } };
          return tell(
            whatsappMessage(who, { type: "edit", edit: { original_message_id: message.id, message: text } }, now()),
          );
        }
        case "delete":
          return tell(whatsappMessage(who, { type: "revoke", revoke: { original_message_id: message.id } }, now()));
        case "delivered":
        case "read": {
          const sent = graph.sent.find(({ wamid }) => wamid === message.id);
          if (!sent) return failed("WhatsApp knows no such message");
          return tell(whatsappStatus(sent, act.kind, { at: now(), userId: who.userId }));
        }
      }
    },
  };
}

/** The number's own address, else its account's, else the app's. */
export function whatsappAddress(
  graph: GraphStandIn,
  { phoneNumberId, wabaId, appId }: WhatsappChannel,
): string | undefined {
  const ids = [phoneNumberId, wabaId, `${appId}/whatsapp_business_account`];
  return ids.map((id) => graph.callbackOf(id)).find((callback) => callback !== null)?.url;
}

type AddMedia = (url: string) => { id: string; mime_type: string; sha256: string };

function contentOf({ type, content, caption }: PhoneMessage, quoted: PhoneMessage | null, addMedia: AddMedia): Content {
  switch (type) {
    case "image":
    case "video":
    case "audio":
    case "document": {
      const file = {
        ...addMedia(content),
        ...(caption ? { caption } : {}),
        ...(type === "document" ? { filename: content.split("/").at(-1) } : {}),
        ...(type === "audio" ? { voice: true } : {}),
      };
      return { type, [type]: file };
    }
    case "kind":
      return contentOfKind("whatsapp", content) as Content;
    case "location":
      return { type, location: structured(content) };
    case "contacts": {
      const { name, phone } = cardOf(content);
      return { type, contacts: [{ name: { formatted_name: name }, phones: [{ phone, type: "CELL" }] }] };
    }
    case "interactive": {
      const choice = choiceOf(content);
      if (quoted?.type === "template") return { type: "button", button: { payload: choice.id, text: choice.title } };
      const kind = quoted && "list" in structured(quoted.content) ? "list_reply" : "button_reply";
      return { type, interactive: { type: kind, [kind]: choice } };
    }
    default:
      return { type: "text", text: { body: content } };
  }
}

/** The business's message as the phone shows it. */
export function shownWhatsapp({ body }: SentWhatsapp): Pick<PhoneMessage, "type" | "content" | "caption"> {
  switch (body.type) {
    case "text":
      return { type: "text", content: body.text.body, caption: null };
    case "image":
    case "video":
    case "audio":
    case "document": {
      const file: { link?: string | undefined; id?: string | undefined; caption?: string | undefined } =
        body.type === "image"
          ? body.image
          : body.type === "video"
            ? body.video
            : body.type === "audio"
              ? body.audio
              : body.document;
      return { type: body.type, content: file.link ?? `File ${file.id ?? ""}`, caption: file.caption ?? null };
    }
    case "location":
      return { type: "location", content: JSON.stringify(body.location), caption: null };
    case "contacts":
      return {
        type: "contacts",
        content: JSON.stringify(
          body.contacts.map(({ name, phones = [] }) => ({
            name: name.formatted_name,
            phones: phones.map(({ phone }) => phone),
          })),
        ),
        caption: null,
      };
    case "interactive": {
      const { interactive } = body;
      const shown =
        interactive.type === "button"
          ? { body: interactive.body.text, buttons: interactive.action.buttons.map(({ reply }) => reply) }
          : { body: interactive.body.text, list: interactive.action };
      return { type: "interactive", content: JSON.stringify(shown), caption: null };
    }
    case "template":
      return { type: "template", content: templateWords(body.template), caption: null };
    case "reaction":
      return { type: "reaction", content: body.reaction.emoji, caption: null };
  }
}
