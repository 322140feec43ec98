import { ApiError, ask } from "./api.ts";
import { backoffMs } from "./backoff.ts";
import type { Host } from "./host.ts";
import { keepLive, type Live } from "./live.ts";
import { countUnread, mergeMessages, newestForVisitor, stillPending } from "./messages.ts";
import { newId } from "./new-id.ts";
import { createOutbox } from "./outbox.ts";
import type { Config, Message, Pending } from "./protocol.ts";
import { createSession } from "./session.ts";
import type { StreamEvent } from "./sse.ts";
import { createStore } from "./store.ts";
import { choiceContent } from "./structured.ts";
import { createTyping } from "./typing.ts";
import { createUploads } from "./uploads.ts";
import type { Words } from "./words.ts";
import { type Chat, type ChatState, EMPTY } from "./chat-state.ts";

const PAGE = 30;
/** Consecutive failures before the visitor sees a warning. Short interruptions are not shown. */
const TELL_AFTER = 2;
/** When the chat opens after this time, it asks again whether a team member is online, in milliseconds. */
const CONFIG_AGE_MS = 60_000;

type Place = { channelId: string; origin: string; config: Config | null; words: Words; locale: string };
type PageOfMessages = { messages: Message[]; hasMore: boolean; cursor: string | null };

/** One visitor's conversation on one channel: the frame's state and actions. */
export function createChat(host: Host, { channelId, origin, config, words, locale }: Place): Chat {
  const base = `${origin}/ext/v1/webchat/${channelId}`;
  const store = createStore<ChatState>({ ...EMPTY, config, pending: host.start.pending, isOpen: host.start.isOpen });
  const { get, set } = store;
  const session = createSession(base, host, () => forget());
  const typing = createTyping({
    send: (isTyping) => session.call("/typing", { method: "POST", body: { isTyping } }),
    onTheirs: (theirs) => set({ typing: theirs }),
  });
  let live: Live | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let configAt = 0;
  /** The last message that the visitor has read, if the server does not know it yet. */
  let readToTell: string | null = null;
  /** The cursor of the change stream up to which everything is known. */
  let cursor: string | null = null;

  const outbox = createOutbox({
    initial: host.start.pending,
    send,
    keep: (pending) => host.notify({ type: "keep", pending }),
    drop: (clientMessageId) => host.notify({ type: "drop", clientMessageId }),
    onChange: (items) => set({ pending: stillPending(items, get().messages) }),
  });
  const uploads = createUploads({
    session,
    words,
    locale,
    onChange: (items) => set({ uploads: items }),
    onProblem: (problem) => set({ problem }),
    onDone: outbox.add,
  });

  async function send({ clientMessageId, type, content, replyToId }: Pending): Promise<void> {
    const page = await host.page();
    const body = {
      clientMessageId,
      type,
      content,
      ...(replyToId ? { replyToId } : {}),
      ...(page ? { page } : {}),
    };
    const { message } = (await session.call(`/ext/v1/incoming/webchat/${channelId}`, { method: "POST", body })) as {
      message: Message;
    };
    take([message]);
    // The first message creates the visitor, so from now on the stream can have events.
    listen();
  }

  /** Adds messages from the server, known or new: shows and counts them and notifies the host page. */
  function take(arrived: Message[], isNews = false): void {
    const { messages, pending } = get();
    const known = new Set(messages.map(({ id }) => id));
    const merged = mergeMessages(messages, arrived);
    set({ messages: merged, pending: stillPending(pending, merged) });
    for (const message of arrived) {
      if (!isNews || known.has(message.id) || message.from === "visitor") continue;
      typing.theirs(null);
      host.notify({ type: "message", message });
    }
    notifyUnread();
  }

  function notifyUnread(): void {
    host.notify({ type: "unread", count: countUnread(get().messages) });
  }

  /** If this fails, the next stream connection repeats it. */
  function notifyRead(): void {
    const upToId = readToTell;
    if (!upToId) return;
    const told = () => {
      if (readToTell === upToId) readToTell = null;
    };
    session.call("/read", { method: "POST", body: { upToId } }).then(told, () => undefined);
  }

  async function page(query: string): Promise<PageOfMessages> {
    return (await session.call(`/messages?limit=${PAGE}&${query}`)) as PageOfMessages;
  }

  /** Loads what is new since the cursor, or the newest page. */
  async function catchUp(): Promise<void> {
    // Test the cursor, not the visible messages: after the visitor's first message, that message is visible but its history is
    // not.
    if (cursor === null) {
      const { messages, hasMore, cursor: reached } = await page("");
      cursor = reached;
      take(messages);
      set({ hasEarlier: hasMore });
      return;
    }
    // The stream starts at the same cursor, so that nothing sent between these responses and the stream is lost.
    for (let after = cursor; ;) {
      const { messages, hasMore, cursor: reached } = await page(`after=${encodeURIComponent(after)}`);
      take(messages, true);
      if (!hasMore || !reached || reached === after) return;
      after = reached;
    }
  }

  async function openStream(signal: AbortSignal): Promise<Response> {
    await catchUp();
    set({ phase: "ready" });
    const { ticket } = (await session.call("/ticket", { method: "POST" })) as { ticket: string };
    const query = new URLSearchParams({ ticket, ...(cursor ? { after: cursor } : {}) });
    return ask(`${base}/events?${query}`, { signal });
  }

  function onEvent({ event, data, id }: StreamEvent): void {
    if (id) cursor = id;
    const value: unknown = JSON.parse(data);
    if (event === "ready") cursor = (value as { cursor?: string }).cursor ?? cursor;
    else if (event === "message") take([value as Message], true);
    else if (event === "typing") {
      const { isTyping, name } = value as { isTyping: boolean; name: string | null };
      typing.theirs(isTyping ? { name } : null);
    } else if (event === "ended") {
      set({ messages: get().messages.map((message) => ({ ...message, conversationEnded: true })) });
    }
  }

  function listen(): void {
    live ??= keepLive({
      open: openStream,
      onEvent,
      onState: (failures) => {
        const connection = failures === 0 ? "live" : failures < TELL_AFTER ? get().connection : "connecting";
        set({ connection: navigator.onLine ? connection : "offline" });
        if (failures === 0) {
          outbox.wake();
          notifyRead();
        } else if (get().phase === "loading" && failures >= TELL_AFTER) set({ phase: "unreachable" });
      },
      onRefused,
    });
  }

  function onRefused(error: ApiError): void {
    const isGone = error.status === 404 || error.status === 409 || error.status === 403;
    set({ phase: isGone ? "gone" : "refused" });
    host.notify({ type: "refused", reason: error.message });
    live?.stop();
    live = null;
  }

  /** Clears everything of the previous visitor, when the visitor changes or signs out. */
  function forget(): void {
    live?.stop();
    live = null;
    cursor = readToTell = null;
    for (const { id } of get().uploads) uploads.cancel(id);
    set({ messages: [], hasEarlier: false, typing: null, connection: "connecting" });
    notifyUnread();
    if (session.isKnown()) listen();
  }

  async function loadConfig(): Promise<void> {
    if (Date.now() - configAt > CONFIG_AGE_MS) {
      const next = (await (await ask(`${base}/config`)).json()) as Config;
      configAt = Date.now();
      set({ config: next });
    }
    const { config: present } = get();
    if (present) host.notify({ type: "look", config: present });
  }

  /** Loads the appearance and, for a known or verified visitor, the session with its history. */
  async function start(failures = 0): Promise<void> {
    clearTimeout(again);
    try {
      const isKnown = session.isKnown();
      await Promise.all([loadConfig(), isKnown ? beginAs() : null]);
      if (!isKnown) set({ phase: "ready" });
      host.notify({ type: "ready" });
    } catch (error) {
      if (error instanceof ApiError && !error.isPassing) return onRefused(error);
      if (get().phase === "loading") set({ phase: "unreachable" });
      again = setTimeout(() => void start(failures + 1), backoffMs(failures + 1));
    }
  }

  async function beginAs(): Promise<void> {
    await session.begin();
    listen();
  }

  function post(type: string, content: string, replyToId: string | null): void {
    const createdAt = new Date().toISOString();
    const clientMessageId = newId();
    outbox.add({ clientMessageId, type, content, fileName: null, replyToId, createdAt, failure: null });
    typing.sent();
  }

  host.hear((message) => {
    if (message.type === "open") {
      set({ isOpen: message.isOpen });
      if (message.isOpen) void loadConfig().catch(() => undefined);
    } else if (message.type === "user") {
      session.setUser(message.user);
      set({ phase: "ready" });
      if (session.isKnown())
        beginAs().catch((error: unknown) => {
          if (error instanceof ApiError && !error.isPassing) onRefused(error);
        });
    } else if (message.type === "reset" || (message.type === "token" && message.token === null)) {
      // Signed out, here or in another tab.
      session.adopt(null);
      outbox.clear();
      forget();
      set({ phase: "ready" });
    } else if (message.type === "token") {
      if (session.adopt(message.token)) forget();
    }
  });
  const wake = () => {
    if (!navigator.onLine) return set({ connection: "offline" });
    if (get().connection === "offline") set({ connection: "connecting" });
    live?.wake();
    outbox.wake();
  };
  for (const event of ["online", "offline", "focus"]) window.addEventListener(event, wake);
  void start();

  return {
    store,
    retryStart: () => {
      set({ phase: "loading" });
      if (live) live.wake();
      else void start();
    },
    write: (text) => post("text", text, null),
    choose: (question, option) => post("interactive", choiceContent(option), question.id),
    attach: (files) => uploads.add(files, get().config?.media ?? {}),
    cancelUpload: uploads.cancel,
    retry: outbox.retry,
    discard: outbox.remove,
    loadEarlier: async () => {
      const first = get().messages[0];
      if (!first || get().isLoadingEarlier || !get().hasEarlier) return;
      set({ isLoadingEarlier: true });
      try {
        const { messages, hasMore } = await page(`before=${encodeURIComponent(first.cursor)}`);
        take(messages);
        set({ hasEarlier: hasMore });
      } catch {
        // Retried when the visitor reaches the top again.
      } finally {
        set({ isLoadingEarlier: false });
      }
    },
    noteTyping: (isTyping) => {
      if (session.isKnown()) typing.ours(isTyping);
    },
    noteRead: () => {
      const { messages } = get();
      if (countUnread(messages) === 0) return;
      readToTell = newestForVisitor(messages)?.id ?? null;
      set({ messages: messages.map((one) => (one.from === "visitor" ? one : { ...one, status: "read" })) });
      notifyUnread();
      notifyRead();
    },
    closeProblem: () => set({ problem: null }),
    close: () => host.notify({ type: "close" }),
  };
}
