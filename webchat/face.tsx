/** @jsxImportSource preact */
import { useSurroundings } from "./chat-context.ts";
import { Icon } from "./icons.tsx";

/** Replaces the conversation if there can be none. */
export function Face({ phase }: { phase: "refused" | "gone" | "unreachable" }) {
  const { chat, words } = useSurroundings();
  return (
    <div class="face" role="alert">
      <span class="face-icon">
        <Icon name={phase === "gone" ? "chat" : "alert"} size={28} />
      </span>
      <h2>{words[`${phase}Title`]}</h2>
      {phase === "gone" ? null : (
        <>
          <p>{words[phase]}</p>
          <button type="button" class="button" onClick={chat.retryStart}>
            {words.tryAgain}
          </button>
        </>
      )}
    </div>
  );
}
