import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { choicesMade, countUnread, logItems, mergeMessages, newestForVisitor, stillPending } from "./messages.ts";
import type { Message, Pending } from "./protocol.ts";

const START = Date.parse("2026-03-02T09:00:00Z");
const minute = (minutes: number) => new Date(START + minutes * 60_000).toISOString();

function message(id: string, fields: Partial<Message> = {}): Message {
  return {
    id,
    cursor: id,
    clientMessageId: null,
    from: "agent",
    name: "Ana",
    avatarUrl: null,
    type: "text",
    content: id,
    caption: null,
    fileName: null,
    createdAt: minute(0),
    status: "delivered",
    editedAt: null,
    removedAt: null,
    replyToId: null,
    conversationEnded: false,
    ...fields,
  };
}

function pending(clientMessageId: string, fields: Partial<Pending> = {}): Pending {
  const rest = { type: "text", content: clientMessageId, fileName: null, replyToId: null, createdAt: minute(0) };
  return { clientMessageId, ...rest, failure: null, ...fields };
}

const ids = (messages: Message[]) => messages.map(({ id }) => id);

describe("mergeMessages", () => {
  const a = message("a", { createdAt: minute(1) });
  const b = message("b", { createdAt: minute(2) });
  const c = message("c", { createdAt: minute(3) });

  test("an earlier page goes above, what is new below, a gap is filled where it was", () => {
    expect(ids(mergeMessages([b], [a]))).toEqual(["a", "b"]);
    expect(ids(mergeMessages([a], [b, c]))).toEqual(["a", "b", "c"]);
    expect(ids(mergeMessages([a, c], [b]))).toEqual(["a", "b", "c"]);
  });

  test("a changed message takes the place of the old one", () => {
    const merged = mergeMessages([a, b], [{ ...a, status: "read" }]);
    expect(merged.map(({ id, status }) => [id, status])).toEqual([
      ["a", "read"],
      ["b", "delivered"],
    ]);
  });

  test("of one moment, the one that came first stands first", () => {
    const twin = message("twin", { createdAt: a.createdAt });
    expect(ids(mergeMessages([a], [twin]))).toEqual(["a", "twin"]);
  });

  test("in whatever pieces and however often they arrive, each stands once and in order", () => {
    const all = Array.from({ length: 12 }, (_, at) => message(`m${at}`, { createdAt: minute(at) }));
    fc.assert(
      fc.property(fc.array(fc.subarray(all), { maxLength: 8 }), (deliveries) => {
        const merged = [...deliveries, all].reduce<Message[]>((known, delivery) => mergeMessages(known, delivery), []);
        expect(ids(merged)).toEqual(ids(all));
      }),
    );
  });
});

test("a pending message is over once the server's copy is there", () => {
  const waiting = [pending("one"), pending("two")];
  expect(stillPending(waiting, [message("x", { clientMessageId: "one", from: "visitor" })])).toEqual([waiting[1]]);
});

test("unread is what was written to the visitor, was not read and is still there", () => {
  const messages = [
    message("old", { status: "read" }),
    message("own", { from: "visitor", status: "sent" }),
    message("gone", { removedAt: minute(1) }),
    message("new"),
    message("robot", { from: "assistant" }),
  ];
  expect(countUnread(messages)).toBe(2);
  expect(newestForVisitor(messages)?.id).toBe("robot");
  expect(newestForVisitor([message("own", { from: "visitor" })])).toBeNull();
});

test("a choice belongs to the question it answers", () => {
  const content = JSON.stringify({ reply: { id: 'the "second"', title: "Second" } });
  const made = choicesMade([
    message("q"),
    message("r", { from: "visitor", type: "interactive", replyToId: "q", content }),
    pending("p", { type: "interactive", replyToId: "q2", content: JSON.stringify({ reply: { id: "x", title: "X" } }) }),
    message("t", { from: "visitor", replyToId: "q3", content: '{"id":"no"}' }),
  ]);
  expect([...made]).toEqual([
    ["q", 'the "second"'],
    ["q2", "x"],
  ]);
});

describe("logItems", () => {
  const kinds = (messages: Message[], waiting: Pending[] = []) => logItems(messages, waiting).map(({ kind }) => kind);

  test("messages of one sender stand together for three minutes", () => {
    const items = logItems(
      [
        message("a", { createdAt: minute(0) }),
        message("b", { createdAt: minute(1) }),
        message("c", { createdAt: minute(9) }),
        message("d", { createdAt: minute(9), from: "visitor" }),
      ],
      [],
    );
    const ends = items.flatMap((item) =>
      item.kind === "message" ? [[item.message.id, item.isFirst, item.isLast]] : [],
    );
    expect(ends).toEqual([
      ["a", true, false],
      ["b", false, true],
      ["c", true, true],
      ["d", true, true],
    ]);
  });

  test("each day has its line, and so has the end of a conversation", () => {
    const ended = message("a", { conversationEnded: true });
    expect(kinds([ended, message("b", { createdAt: minute(60 * 24) })])).toEqual([
      "day",
      "message",
      "ended",
      "day",
      "message",
    ]);
    expect(kinds([ended])).toEqual(["day", "message", "ended"]);
    expect(kinds([message("a")], [pending("p")])).toEqual(["day", "message", "pending"]);
    expect(kinds([], [pending("p")])).toEqual(["day", "pending"]);
  });

  test("a message keeps its key when the server's copy comes, so that its bubble stays", () => {
    const before = logItems([], [pending("p")]).at(-1)?.key;
    const after = logItems([message("m", { clientMessageId: "p", from: "visitor" })], []).at(-1)?.key;
    expect(after).toBe(before);
  });
});
