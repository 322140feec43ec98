import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createChat } from "./chat.ts";
import type { Host } from "./host.ts";
import type { Message, Pending, ToFrame, ToLoader } from "./protocol.ts";
import { chooseWords } from "./words.ts";

const TOKEN = `h.${btoa(JSON.stringify({ sub: "anon-1" }))}.s`;

function message(id: string, second: number, more: Partial<Message> = {}): Message {
  return {
    id,
    cursor: `after-${id}`,
    clientMessageId: null,
    from: "agent",
    name: "Mia",
    avatarUrl: null,
    type: "text",
    content: id,
    caption: null,
    fileName: null,
    createdAt: new Date(Date.UTC(2026, 2, 2, 9, 0, second)).toISOString(),
    status: "delivered",
    editedAt: null,
    removedAt: null,
    replyToId: null,
    conversationEnded: false,
    ...more,
  };
}

const written: Pending = {
  clientMessageId: "p-1",
  type: "text",
  content: "Mine",
  fileName: null,
  replyToId: null,
  createdAt: "2026-03-02T09:00:02Z",
  failure: null,
};

type Answer = (url: URL, body: unknown) => Response | undefined;

let asked: string[];
const ends: (() => void)[] = [];
const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
beforeEach(() => {
  asked = [];
  vi.stubGlobal("window", { addEventListener: () => undefined });
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  // Otherwise it would reconnect to the next test's server.
  for (const end of ends.splice(0)) end();
  for (const stream of streams.splice(0)) stream.error(new Error("the test is over"));
  vi.unstubAllGlobals();
});

const json = (value: unknown, status = 200) => Response.json(value, { status });

/** A chat on a page with a session. The server answers as `answer` says, otherwise with empty responses. */
function setUp(answer: Answer, pending: Pending[] = []) {
  vi.stubGlobal("fetch", (text: string, { body }: { body?: string }) => {
    const url = new URL(text);
    asked.push(url.pathname.split("/").at(-1) + url.search);
    return Promise.resolve(answer(url, JSON.parse(body ?? "null")) ?? usual(url));
  });
  const told: ToLoader[] = [];
  const hearers: ((message: ToFrame) => void)[] = [];
  const host: Host = {
    isEmbedded: true,
    start: { token: TOKEN, user: null, pending, isOpen: false },
    notify: (word) => told.push(word),
    hear: (hear) => void hearers.push(hear),
    page: () => Promise.resolve(null),
  };
  const { words } = chooseWords(["en"]);
  const place = { channelId: "c", origin: "https://chat.example", config: null, words, locale: "en" };
  const chat = createChat(host, place);
  const say = (word: ToFrame) => hearers.forEach((hear) => hear(word));
  ends.push(() => say({ type: "reset" }));
  return {
    chat,
    told,
    say,
    ids: () => chat.store.get().messages.map(({ id }) => id),
  };
}

function usual(url: URL): Response {
  if (url.pathname.endsWith("/session")) return json({ token: TOKEN, visitorId: "anon-1" });
  if (url.pathname.endsWith("/messages")) return json({ messages: [], hasMore: false, cursor: "start" });
  if (url.pathname.endsWith("/ticket")) return json({ ticket: "t" });
  if (url.pathname.endsWith("/read")) return new Response(null, { status: 204 });
  if (!url.pathname.endsWith("/events")) return json({});
  const ready = new TextEncoder().encode(`event: ready\ndata: {"cursor":"live"}\n\n`);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      streams.push(controller);
      controller.enqueue(ready);
    },
  });
  return new Response(body);
}

describe("the chat", () => {
  test("shows what was said before, also where the visitor's new message arrived first", async () => {
    const own = message("own", 2, { from: "visitor", clientMessageId: "p-1" });
    let refusals = 1;
    const { ids, chat } = setUp(
      (url) => {
        if (url.pathname.includes("/incoming/")) return json({ message: own });
        if (!url.pathname.endsWith("/messages")) return undefined;
        if (refusals-- > 0) return json({}, 503);
        const isWhole = !url.searchParams.has("after");
        return json({ messages: isWhole ? [message("before", 1), own] : [], hasMore: false, cursor: "after-own" });
      },
      [written],
    );
    await vi.waitFor(() => expect(ids()).toEqual(["own"]));
    await vi.waitFor(() => expect(ids()).toEqual(["before", "own"]), 3_000);
    await vi.waitFor(() => expect(chat.store.get()).toMatchObject({ connection: "live", pending: [] }));
    expect(asked.filter((path) => path.startsWith("events"))).toEqual(["events?ticket=t&after=after-own"]);
  });

  test("forgets everything when its visitor signs out, what is unsent too", async () => {
    const { say, ids, chat, told } = setUp(
      (url) => {
        if (url.pathname.includes("/incoming/")) return json({}, 503);
        if (!url.pathname.endsWith("/messages")) return undefined;
        return json({ messages: [message("secret", 1)], hasMore: false, cursor: "after-secret" });
      },
      [written],
    );
    await vi.waitFor(() => expect(ids()).toEqual(["secret"]));
    say({ type: "reset" });
    expect([ids(), chat.store.get().pending]).toEqual([[], []]);
    expect(told).toContainEqual({ type: "drop", clientMessageId: "p-1" });
    const calls = asked.length;
    await new Promise((wait) => setTimeout(wait, 700));
    expect(asked.slice(calls)).toEqual([]);
  });

  test("a token that another tab renewed changes nothing; another visitor's begins anew", async () => {
    const { say, ids } = setUp((url) =>
      url.pathname.endsWith("/messages")
        ? json({ messages: [message("one", 1)], hasMore: false, cursor: "after-one" })
        : undefined,
    );
    await vi.waitFor(() => expect(ids()).toEqual(["one"]));
    say({ type: "token", token: TOKEN.replace(/s$/, "s2") });
    expect(ids()).toEqual(["one"]);
    say({ type: "token", token: `h.${btoa(JSON.stringify({ sub: "u-1" }))}.s` });
    expect(ids()).toEqual([]);
  });

  test("tells what was read again where that did not arrive", async () => {
    let isAway = true;
    const { chat, ids } = setUp((url) => {
      if (url.pathname.endsWith("/read") && isAway) return json({}, 503);
      if (!url.pathname.endsWith("/messages")) return undefined;
      return json({ messages: [message("one", 1)], hasMore: false, cursor: "after-one" });
    });
    await vi.waitFor(() => expect([ids(), chat.store.get().connection]).toEqual([["one"], "live"]));
    chat.noteRead();
    const told = () => asked.filter((path) => path === "read").length;
    await vi.waitFor(() => expect(told()).toBe(1));
    isAway = false;
    streams.at(-1)?.close();
    streams.pop();
    await vi.waitFor(() => expect(told()).toBe(2), 3_000);
  });
});
