import { openHostStore } from "./host-store.ts";
import { createLauncher } from "./launcher.ts";
import { HELLO, START, type Config, type ToFrame, type ToLoader, type User } from "./protocol.ts";

/** The host page's API. Before the script has loaded, calls wait in an array: `.push(["open"])`. */
export type HostApi = {
  open: () => void;
  close: () => void;
  toggle: () => void;
  /**
   * Sets the visitor's identity. `id` null: anonymous, with a profile only. The proof is `hash` or a signed `jwt`. Phone number
   * and picture are accepted only from the `jwt`.
   */
  setUser: (id: string | null, profile?: Omit<User, "id">) => void;
  /** The visitor signed out. The conversation stays on the server and is removed from this browser. */
  reset: () => void;
  /** Events: ready, open, close, message, unread, refused. @returns a function that unsubscribes */
  on: (event: string, hear: (detail: unknown) => void) => () => void;
  push: (...calls: unknown[]) => void;
};

declare global {
  interface Window {
    OmnichannelChat?: HostApi | unknown[];
  }
}

/** The unread count can wait until the page has loaded, in milliseconds. */
const SETTLE_MS = 1_000;

function load(script: HTMLScriptElement): void {
  const channelId = script.dataset.channel ?? "";
  const origin = new URL(script.src).origin;
  const store = openHostStore(channelId);
  const hearers = new Map<string, Set<(detail: unknown) => void>>();
  let user: User | null = null;
  let isOpen = false;
  let isWanted = false;
  let port: MessagePort | null = null;

  const launcher = createLauncher(`${origin}/chat/${encodeURIComponent(channelId)}`, () => api.toggle());
  const toFrame = (message: ToFrame) => port?.postMessage(message);
  const announce = (event: string, detail?: unknown) => {
    for (const hear of hearers.get(event) ?? []) {
      try {
        hear(detail);
      } catch (error) {
        // Report an error in the host's callback to the host, and keep the chat running.
        setTimeout(() => {
          throw error;
        });
      }
    }
  };

  function setOpen(next: boolean): void {
    if (next === isOpen) return;
    isOpen = next;
    if (isOpen) startFrame();
    launcher.setOpen(isOpen);
    if (isOpen) launcher.frame().focus();
    else launcher.focus();
    toFrame({ type: "open", isOpen });
    announce(isOpen ? "open" : "close");
  }

  function startFrame(): void {
    if (isWanted) return;
    isWanted = true;
    window.addEventListener("message", (event: MessageEvent<{ type?: unknown } | null>) => {
      const frame = launcher.frame().contentWindow;
      if (!frame || event.source !== frame || event.data?.type !== HELLO) return;
      const channel = new MessageChannel();
      port?.close();
      port = channel.port1;
      port.onmessage = (message: MessageEvent<ToLoader>) => fromFrame(message.data);
      // A sandboxed frame has no origin to name as the target. The port keeps all further messages private.
      frame.postMessage({ type: START, start: { ...store.read(), user, isOpen } }, "*", [channel.port2]);
    });
    launcher.frame();
  }

  function fromFrame(message: ToLoader): void {
    switch (message.type) {
      case "ready":
        return announce("ready");
      case "close":
        return setOpen(false);
      case "token":
        return store.setToken(message.token);
      case "keep":
        return store.keep(message.pending);
      case "drop":
        return store.drop(message.clientMessageId);
      case "unread":
        launcher.setUnread(message.count);
        return announce("unread", { count: message.count });
      case "message": {
        const { id, from, name, type, content, createdAt } = message.message;
        return announce("message", { id, from, name, type, content, createdAt });
      }
      case "look":
        return launcher.dress(message.config);
      case "refused":
        console.warn(`OmnichannelChat: ${message.reason}`);
        return announce("refused", { reason: message.reason });
      case "ask-page":
        return toFrame({ type: "page", page: { url: location.href, referrer: document.referrer } });
    }
  }

  const api: HostApi = {
    open: () => setOpen(true),
    close: () => setOpen(false),
    toggle: () => setOpen(!isOpen),
    setUser: (id, profile = {}) => {
      user = { ...profile, id: id === null ? null : String(id) };
      toFrame({ type: "user", user });
      // A verified visitor may have a conversation from another device, so show its unread count before the chat opens.
      if (profile.hash || profile.jwt) startFrame();
    },
    reset: () => {
      user = null;
      store.clear();
      launcher.setUnread(0);
      toFrame({ type: "reset" });
    },
    on: (event, hear) => {
      const own = hearers.get(event) ?? new Set();
      hearers.set(event, own.add(hear));
      return () => void own.delete(hear);
    },
    push: (...calls) => calls.forEach(run),
  };

  function run(call: unknown): void {
    if (!Array.isArray(call)) return;
    const [name, ...values] = call as unknown[];
    const method = typeof name === "string" && Object.hasOwn(api, name) ? api[name as keyof HostApi] : null;
    if (method && name !== "push") (method as (...values: unknown[]) => unknown)(...values);
  }

  store.onToken((token) => {
    if (token === null) user = null;
    toFrame({ type: "token", token });
  });
  document.addEventListener("keydown", (event) => {
    const isOurs = event.target instanceof Element && event.target.localName === "omnichannel-chat";
    if (event.key === "Escape" && isOpen && isOurs) setOpen(false);
  });
  const waiting = window.OmnichannelChat;
  window.OmnichannelChat = api;
  if (Array.isArray(waiting)) waiting.forEach(run);
  if (store.read().token !== null || store.read().pending.length > 0) setTimeout(startFrame, SETTLE_MS);

  fetch(`${origin}/ext/v1/webchat/${encodeURIComponent(channelId)}/config`, { credentials: "omit" })
    .then(async (response) => {
      if (response.ok) return launcher.dress((await response.json()) as Config);
      if (response.status !== 404 && response.status !== 409) return;
      // The channel is unknown or disabled. A button that does nothing is worse than none.
      launcher.remove();
      console.warn(`OmnichannelChat: channel "${channelId}" is ${response.status === 404 ? "unknown" : "disabled"}`);
    })
    // The page's policy allows frames but no requests, or there is no network. The frame then provides the appearance.
    .catch(() => undefined);
}

const script =
  document.currentScript ?? document.querySelector<HTMLScriptElement>('script[data-channel][src*="/webchat.js"]');
// A page that replaces its content may run the script again. Load only one chat.
const isLoaded = window.OmnichannelChat !== undefined && !Array.isArray(window.OmnichannelChat);
if (script instanceof HTMLScriptElement && !isLoaded) {
  if (document.body) load(script);
  else document.addEventListener("DOMContentLoaded", () => load(script));
}
