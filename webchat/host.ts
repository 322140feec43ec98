import { openHostStore, type HostStore } from "./host-store.ts";
import { HELLO, START, type Page, type Start, type ToFrame, type ToLoader } from "./protocol.ts";

/** What surrounds the chat: the loader on a site's page, or the browser itself if the chat is a separate page. */
export type Host = {
  isEmbedded: boolean;
  start: Start;
  notify: (message: ToLoader) => void;
  hear: (hear: (message: ToFrame) => void) => void;
  /** The page that the visitor is on now. */
  page: () => Promise<Page | null>;
};

/** A loader answers at once. Without one (a bare iframe), the chat works as a separate page. */
const LOADER_MS = 1_500;

export async function findHost(channelId: string): Promise<Host> {
  const loader = window.parent === window ? null : await findLoader();
  return loader ?? ownPage(openHostStore(channelId));
}

function findLoader(): Promise<Host | null> {
  return new Promise((resolve) => {
    const give = (host: Host | null) => {
      window.removeEventListener("message", onMessage);
      clearTimeout(timer);
      resolve(host);
    };
    const onMessage = (event: MessageEvent<{ type?: unknown; start?: Start } | null>) => {
      const port = event.ports[0];
      if (event.source === window.parent && event.data?.type === START && event.data.start && port)
        give(onLoader(event.data.start, port));
    };
    const timer = setTimeout(() => give(null), LOADER_MS);
    window.addEventListener("message", onMessage);
    // The message contains no data, and frame-ancestors limits who may embed the chat.
    window.parent.postMessage({ type: HELLO }, "*");
  });
}

function onLoader(start: Start, port: MessagePort): Host {
  const hearers = new Set<(message: ToFrame) => void>();
  port.onmessage = (event: MessageEvent<ToFrame>) => hearers.forEach((hear) => hear(event.data));
  const notify = (message: ToLoader) => port.postMessage(message);
  return {
    isEmbedded: true,
    start,
    notify,
    hear: (hear) => void hearers.add(hear),
    page: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => answer(null), LOADER_MS);
        const answer = (page: Page | null) => {
          clearTimeout(timer);
          hearers.delete(onAnswer);
          resolve(page);
        };
        const onAnswer = (message: ToFrame) => {
          if (message.type === "page") answer(message.page);
        };
        hearers.add(onAnswer);
        notify({ type: "ask-page" });
      }),
  };
}

function ownPage(store: HostStore): Host {
  return {
    isEmbedded: false,
    start: { ...store.read(), user: null, isOpen: true },
    notify: (message) => {
      if (message.type === "token") store.setToken(message.token);
      else if (message.type === "keep") store.keep(message.pending);
      else if (message.type === "drop") store.drop(message.clientMessageId);
      else if (message.type === "unread") document.title = withCount(document.title, message.count);
    },
    hear: (hear) => store.onToken((token) => hear({ type: "token", token })),
    page: () => Promise.resolve({ url: location.href, referrer: document.referrer }),
  };
}

/** "(2) Title", the tab title with the number of unread messages. */
function withCount(title: string, count: number): string {
  const bare = title.replace(/^\(\d+\) /, "");
  return count > 0 ? `(${count}) ${bare}` : bare;
}
