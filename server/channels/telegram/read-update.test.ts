import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readUpdate } from "./read-update.ts";

const MESSAGE = {
  message_id: 7,
  date: 1_790_000_000,
  chat: { id: 42, type: "private" },
  from: { id: 42, is_bot: false, first_name: "Maria" },
};

test("whatever an update is, it is read without throwing, and a message always has a sender, an id and a content", () => {
  const part = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(MESSAGE)));
  const message = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        message_id: fc.oneof(fc.constant(7), part),
        date: fc.oneof(fc.constant(1_790_000_000), fc.double(), part),
        chat: fc.oneof(fc.constant(MESSAGE.chat), part),
        from: fc.oneof(fc.constant(MESSAGE.from), part),
        text: part,
        caption: part,
        location: part,
        venue: part,
        contact: part,
        photo: part,
        reply_to_message: part,
      },
      { requiredKeys: ["message_id", "date", "chat", "from"] },
    ),
  );
  const update = fc.oneof(fc.jsonValue(), fc.record({ message }), fc.record({ callback_query: part }));
  let read = 0;
  fc.assert(
    fc.property(update, (body) => {
      const { message: inbound } = readUpdate(body, "shop_bot");
      if (!inbound) return;
      read++;
      expect(inbound.senderId).toBe("42");
      expect(inbound.externalMessageId).toMatch(/^42:./);
      expect(typeof inbound.content).toBe("string");
      expect(inbound.providerAt === null || Number.isFinite(inbound.providerAt.getTime())).toBe(true);
    }),
    { numRuns: 1_000 },
  );
  expect(read).toBeGreaterThan(0);
});

test.each([
  ["a time that is none", { date: 1e300 }, { providerAt: null }],
  ["no time", { date: 0 }, { providerAt: null }],
  ["a reply to something unreadable", { reply_to_message: { message_id: 5 } }, { replyTo: null }],
  [
    "a reply to a photo",
    { reply_to_message: { message_id: 5, chat: { id: 42 }, photo: [], caption: "Look" } },
    { replyTo: { id: "42:5", content: "Look", type: null } },
  ],
  ["ids as texts", { message_id: "7" }, { externalMessageId: "42:7" }],
])("%s", (_, changes, expected) => {
  const { message } = readUpdate({ update_id: 1, message: { ...MESSAGE, text: "Hi", ...changes } }, null);
  expect(message).toMatchObject({ senderId: "42", content: "Hi", ...expected });
});

test("a deep link on a bot whose name is not known has no address", () => {
  const { message } = readUpdate({ message: { ...MESSAGE, text: "/start abc" } }, null);
  expect(message).toMatchObject({ sourceType: "link", sourceUrl: null });
  for (const text of ["/start", "/start a b", "start abc", "/start ä"]) {
    expect(readUpdate({ message: { ...MESSAGE, text } }, "shop_bot").message?.sourceType, text).toBeUndefined();
  }
});

test("a tapped button without its message, or that is unknown to it, has its own id as title", () => {
  const query = { id: "cb", from: MESSAGE.from, data: "y" };
  for (const message of [undefined, { message_id: 5, date: 0, chat: MESSAGE.chat }, { ...MESSAGE, reply_markup: 7 }]) {
    expect(readUpdate({ callback_query: { ...query, message } }, null)).toMatchObject({
      callbackQueryId: "cb",
      message: { type: "interactive", content: '{"reply":{"id":"y","title":"y"}}', externalMessageId: "callback:cb" },
    });
  }
  // A game's button, and one in a group: nothing of a client's, and answered all the same.
  const group = { message_id: 5, chat: { id: -1, type: "group" } };
  for (const changes of [{ data: undefined, game_short_name: "g" }, { message: group }]) {
    expect(readUpdate({ callback_query: { ...query, ...changes } }, null)).toEqual({
      callbackQueryId: "cb",
      message: null,
    });
  }
});
