/** @jsxImportSource preact */
import { render } from "preact";
import "./frame.css";
import { App } from "./app.tsx";
import { ChatContext } from "./chat-context.ts";
import { createChat } from "./chat.ts";
import type { Chat } from "./chat-state.ts";
import { findHost } from "./host.ts";
import { createPreview } from "./preview.ts";
import type { Config } from "./protocol.ts";
import { chooseWords } from "./words.ts";

type Look = Omit<Config, "locale" | "maxTextLength" | "media" | "isOnline">;

/** The frame's entry point at `/chat/{channelId}`: in the loader's iframe, in the portal's preview, or as a separate page. */
async function start(): Promise<void> {
  const channelId = location.pathname.split("/").findLast(Boolean) ?? "";
  const config = givenConfig();
  const { words, locale } = chooseWords([...(config?.locale ? [config.locale] : []), ...navigator.languages]);
  document.documentElement.lang = locale;
  if (config?.title) document.title = config.title;
  const isPreview = new URLSearchParams(location.search).has("preview");
  let chat: Chat;
  let isEmbedded = isPreview;
  if (isPreview) chat = createPreview(config, words);
  else {
    const host = await findHost(channelId);
    isEmbedded = host.isEmbedded;
    chat = createChat(host, { channelId, origin: location.origin, config, words, locale });
  }
  document.documentElement.dataset.place = isEmbedded ? "embedded" : "page";
  render(
    <ChatContext.Provider value={{ chat, words, locale, isEmbedded }}>
      <App />
    </ChatContext.Provider>,
    document.body,
  );
}

/**
 * The server writes the channel's appearance into the page, so that the first paint has the right colors. The rest is fetched.
 */
function givenConfig(): Config | null {
  const text = document.getElementById("look")?.textContent;
  const unknown = { locale: null, maxTextLength: Infinity, media: {}, isOnline: null };
  return text ? { ...unknown, ...(JSON.parse(text) as Look) } : null;
}

void start();
