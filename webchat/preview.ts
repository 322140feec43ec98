import { EMPTY, type Chat, type ChatState } from "./chat-state.ts";
import { PREVIEW, type Config, type Message } from "./protocol.ts";
import { createStore } from "./store.ts";
import type { Words } from "./words.ts";

const NOTHING = () => undefined;

/**
 * The chat in the portal's preview: the real views with sample messages, updated as the form changes. Sends no requests. Accepts
 * settings only from a page of our own origin.
 */
export function createPreview(config: Config | null, words: Words): Chat {
  const store = createStore<ChatState>({
    ...EMPTY,
    phase: "ready",
    connection: "live",
    config: config && { ...config, isOnline: true },
    messages: [sample("1", "visitor", "👋"), sample("2", "agent", words.greeting)],
  });
  window.addEventListener("message", (event: MessageEvent<{ type?: unknown; settings?: Partial<Config> } | null>) => {
    if (event.source !== window.parent || event.origin !== location.origin || event.data?.type !== PREVIEW) return;
    const { config: shown } = store.get();
    if (shown) store.set({ config: { ...shown, ...event.data.settings } });
  });
  window.parent.postMessage({ type: PREVIEW }, "*");
  return {
    store,
    retryStart: NOTHING,
    write: NOTHING,
    choose: NOTHING,
    attach: NOTHING,
    cancelUpload: NOTHING,
    retry: NOTHING,
    discard: NOTHING,
    loadEarlier: () => Promise.resolve(),
    noteTyping: NOTHING,
    noteRead: NOTHING,
    closeProblem: NOTHING,
    close: NOTHING,
  };
}

function sample(id: string, from: Message["from"], content: string): Message {
  return {
    id,
    cursor: id,
    clientMessageId: null,
    from,
    name: null,
    avatarUrl: null,
    type: "text",
    content,
    caption: null,
    fileName: null,
    createdAt: new Date().toISOString(),
    status: "read",
    editedAt: null,
    removedAt: null,
    replyToId: null,
    conversationEnded: false,
  };
}
