import { expect, test } from "vitest";
import { contentOfKind, kindsOf } from "../../simulator/kinds.ts";
import { messagingEntry, messagingEvent, whatsappEntry, whatsappMessage } from "../../simulator/graph-webhook.ts";
import { readMessaging } from "./meta/read-messaging.ts";
import { readUpdate } from "./telegram/read-update.ts";
import { readCall } from "./whatsapp/read-call.ts";

const NUMBER = { wabaId: "500", phoneNumberId: "900", displayPhoneNumber: "+47 900 00 100" };
const AT = new Date("2026-11-29T12:00:00Z");

const READERS = {
  whatsapp(content: Record<string, unknown>) {
    const value = whatsappMessage({ waId: "4790000001" }, { type: "text", ...content }, AT);
    return readCall(
      { object: "whatsapp_business_account", entry: [whatsappEntry(NUMBER, value)] },
      { ...NUMBER, displayNumber: null },
    ).messages;
  },
  messenger: (content: Record<string, unknown>) => readMeta("page", content),
  instagram: (content: Record<string, unknown>) => readMeta("instagram", content),
  telegram(content: Record<string, unknown>) {
    const from = { id: 42, first_name: "Ida" };
    const message = { message_id: 1, date: 1, chat: { id: 42, type: "private" }, from, ...content };
    const { message: read } = readUpdate({ message }, null);
    return read ? [read] : [];
  },
};

function readMeta(object: "page" | "instagram", content: Record<string, unknown>) {
  const event = messagingEvent("7", "1010", { message: { mid: "m_1", ...content } }, AT);
  const body = { object, entry: [messagingEntry("1010", [event], AT)] };
  return readMessaging(body, { object, accountId: "1010", linkPrefix: null }).messages;
}

const CASES = (Object.keys(READERS) as (keyof typeof READERS)[]).flatMap((channel) =>
  kindsOf(channel).map((kind) => [channel, kind] as const),
);

test.each(CASES)("%s: what is in “%s” can be read in the message", (channel, kind) => {
  const content = contentOfKind(channel, kind);
  const read = READERS[channel](content);
  expect(read.length).toBeGreaterThan(0);
  const shown = read.map((message) => message.content).join("\n");
  expect(shown).not.toMatch(/cannot be shown/);
  // Not only the name of the kind in brackets.
  expect(shown.replace(/^\[[^\]:,]*\]/, "").trim()).not.toBe("");
});
