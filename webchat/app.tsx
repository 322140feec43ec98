/** @jsxImportSource preact */
import { useEffect, useState } from "preact/hooks";
import { Banner } from "./banner.tsx";
import { useChatState, useSurroundings } from "./chat-context.ts";
import { Composer } from "./composer.tsx";
import { Face } from "./face.tsx";
import { Header } from "./header.tsx";
import { Log } from "./log.tsx";
import { useTheme } from "./use-theme.ts";

/** The whole chat. Files can be dropped anywhere on it. */
export function App() {
  const { chat, words, isEmbedded } = useSurroundings();
  const state = useChatState();
  const [isDropping, setDropping] = useState(false);
  useTheme(state.config);

  useEffect(() => {
    if (!isEmbedded) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.isComposing) chat.close();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [chat, isEmbedded]);

  const { phase } = state;
  const isReady = phase === "ready";
  const hasFiles = (event: DragEvent) => isReady && (event.dataTransfer?.types.includes("Files") ?? false);
  return (
    <div
      class="chat"
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDropping(false);
        chat.attach(event.dataTransfer?.files ?? []);
      }}
    >
      <Header />
      <main class="body" aria-label={words.conversation}>
        {phase === "ready" || phase === "loading" ? (
          <>
            <Banner />
            <Log />
            <Composer />
          </>
        ) : (
          <Face phase={phase} />
        )}
      </main>
      {isDropping ? <div class="drop">{words.dropHere}</div> : null}
    </div>
  );
}
