import { textOn } from "./colour.ts";
import css from "./launcher.css?inline";
import { launcherWords } from "./launcher-words.ts";
import type { Config } from "./protocol.ts";

const CHAT = "M8 9h8M8 13h5M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-7l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2";
const DOWN = "M6 9l6 6 6-6";
const SVG = "http://www.w3.org/2000/svg";
/**
 * No allow-same-origin: the frame then has no origin, no cookies and no storage. It can never act as a person signed in at our
 * origin.
 */
const SANDBOX = "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads";
const FULL_SCREEN = "(max-width: 480px), (max-height: 480px)";
const DEFAULT_COLOUR = "#2563eb";

type Look = Pick<Config, "title" | "color" | "position" | "launcherText" | "locale">;

export type Launcher = {
  dress: (look: Look) => void;
  setUnread: (count: number) => void;
  setOpen: (isOpen: boolean) => void;
  /** The chat's iframe, created on the first call. */
  frame: () => HTMLIFrameElement;
  focus: () => void;
  remove: () => void;
};

/** The button on the site's page, and the box that it opens. */
export function createLauncher(frameUrl: string, onToggle: () => void): Launcher {
  const host = document.createElement("omnichannel-chat");
  const shadow = host.attachShadow({ mode: "open" });
  style(shadow);
  const root = element("div", "root right");
  const box = element("div", "box");
  const button = element("button", "launcher");
  const words = element("span", "words");
  const badge = element("span", "badge");
  const path = document.createElementNS(SVG, "path");
  const icon = document.createElementNS(SVG, "svg");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  icon.append(path);
  button.type = "button";
  badge.hidden = true;
  for (const part of [badge, words]) part.setAttribute("aria-hidden", "true");
  button.append(icon, words, badge);
  root.append(button);
  shadow.append(root);
  button.addEventListener("click", onToggle);
  document.body.append(host);
  // If a page replaces its whole body, append the chat again.
  const watch = new MutationObserver(() => host.isConnected || document.body.append(host));
  watch.observe(document.documentElement, { childList: true });

  let texts = launcherWords(navigator.languages);
  let title = "";
  let unread = 0;
  let isOpen = false;
  let iframe: HTMLIFrameElement | null = null;

  const name = () => {
    const shown = words.textContent ?? "";
    const says = isOpen ? texts.close : shown ? `${texts.open}: ${shown}` : texts.open;
    button.setAttribute("aria-label", unread > 0 && !isOpen ? `${says}, ${unread} ${texts.unread}` : says);
    button.setAttribute("aria-expanded", String(isOpen));
    path.setAttribute("d", isOpen ? DOWN : CHAT);
    if (iframe) iframe.title = title || "Chat";
  };
  /** On phones the box fills the screen minus the keyboard, whose size only the visual viewport knows. */
  const fit = () => {
    const view = window.visualViewport;
    const isFull = isOpen && view !== null && matchMedia(FULL_SCREEN).matches;
    box.style.height = isFull ? `${view.height}px` : "";
    box.style.transform = isFull && view.offsetTop > 0 ? `translateY(${view.offsetTop}px)` : "";
  };
  window.visualViewport?.addEventListener("resize", fit);
  window.visualViewport?.addEventListener("scroll", fit);

  const dress = (look: Look) => {
    texts = launcherWords([...(look.locale ? [look.locale] : []), ...navigator.languages]);
    title = look.title;
    words.textContent = look.launcherText;
    root.style.setProperty("--accent", look.color);
    root.style.setProperty("--on-accent", textOn(look.color));
    root.classList.toggle("left", look.position === "left");
    root.classList.toggle("right", look.position !== "left");
    name();
  };
  dress({ title: "", color: DEFAULT_COLOUR, position: "right", launcherText: "", locale: null });

  return {
    dress,
    setUnread: (count) => {
      unread = count;
      badge.textContent = count > 99 ? "99+" : String(count);
      badge.hidden = count === 0 || isOpen;
      name();
    },
    setOpen: (next) => {
      isOpen = next;
      root.classList.toggle("open", isOpen);
      box.inert = !isOpen;
      badge.hidden = unread === 0 || isOpen;
      name();
      fit();
    },
    frame: () => {
      if (iframe) return iframe;
      iframe = document.createElement("iframe");
      iframe.setAttribute("sandbox", SANDBOX);
      iframe.src = frameUrl;
      box.inert = !isOpen;
      box.append(iframe);
      root.prepend(box);
      name();
      return iframe;
    },
    focus: () => button.focus(),
    remove: () => {
      watch.disconnect();
      host.remove();
    },
  };
}

function element<K extends "div" | "button" | "span">(tag: K, classes: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = classes;
  return made;
}

/** A constructed style sheet, because a page's content security policy may forbid style elements. */
function style(shadow: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [sheet];
  } catch {
    const sheet = document.createElement("style");
    sheet.textContent = css;
    shadow.append(sheet);
  }
}
