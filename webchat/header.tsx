/** @jsxImportSource preact */
import { useChatState, useSurroundings } from "./chat-context.ts";
import { Icon } from "./icons.tsx";

/** The chat's title, whether a team member is online, and the close button. */
export function Header() {
  const { chat, words, isEmbedded } = useSurroundings();
  const { config } = useChatState();
  return (
    <header class="head">
      <div class="head-words">
        <h1 dir="auto">{config ? config.title || words.title : "\u00a0"}</h1>
        <p class="presence" dir="auto">
          {config?.isOnline ? <span class="dot" /> : null}
          {config?.isOnline == null ? "\u00a0" : config.isOnline ? words.online : config.offlineText || words.away}
        </p>
      </div>
      {isEmbedded ? (
        <button type="button" class="head-button" aria-label={words.close} onClick={chat.close}>
          <Icon name="close" />
        </button>
      ) : null}
    </header>
  );
}
