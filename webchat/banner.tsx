/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import { useChatState, useSurroundings } from "./chat-context.ts";
import { Icon } from "./icons.tsx";

/** Shorter interruptions are not shown, in milliseconds. */
const QUIET_MS = 2_000;

/** One sentence at a time: why something was refused, or the state of the connection. */
export function Banner() {
  const { chat, words } = useSurroundings();
  const { problem, connection, messages } = useChatState();
  const isConnecting = connection === "connecting" && messages.length > 0;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!isConnecting) return;
    const timer = setTimeout(() => setLong(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isConnecting]);

  if (problem) {
    return (
      <div class="banner bad" role="alert">
        <span dir="auto">{problem}</span>
        <button type="button" class="plain" aria-label={words.remove} onClick={chat.closeProblem}>
          <Icon name="close" size={16} />
        </button>
      </div>
    );
  }
  const text = connection === "offline" ? words.offline : isConnecting && isLong ? words.connecting : null;
  return (
    <div role="status" class={text ? "banner" : "sr"}>
      {text}
    </div>
  );
}
