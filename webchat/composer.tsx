/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useChatState, useSurroundings } from "./chat-context.ts";
import { acceptedTypes } from "./files.ts";
import { Icon } from "./icons.tsx";

/** The counter appears for the last tenth of the allowed length. */
const NEAR = 0.9;
/** On other devices the on-screen keyboard covers half of the screen, so it opens only on tap. */
const HAS_KEYBOARD = "(hover: hover) and (pointer: fine)";

/** The message field. Enter sends, Shift+Enter starts a new line. Files by button, paste or drop. */
export function Composer() {
  const { chat, words } = useSurroundings();
  const { config, isOpen, uploads } = useChatState();
  const [text, setText] = useState("");
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const pickerRef = useRef<HTMLInputElement>(null);
  const most = config?.maxTextLength ?? Infinity;
  const length = [...text.trim()].length;
  const isOver = length > most;
  const isNear = length > most * NEAR;
  const canAttach = Object.keys(config?.media ?? {}).length > 0;

  useLayoutEffect(() => {
    const area = fieldRef.current;
    if (!area) return;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight}px`;
  }, [text]);
  useEffect(() => {
    if (isOpen && matchMedia(HAS_KEYBOARD).matches) fieldRef.current?.focus();
  }, [isOpen]);

  const send = () => {
    if (length === 0 || isOver) return;
    chat.write(text.trim());
    setText("");
    fieldRef.current?.focus();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {uploads.map(({ id, name, share }) => (
        <div key={id} class="upload">
          <span class="upload-name" dir="auto">
            {name}
          </span>
          <progress aria-label={name} value={share} />
          <button
            type="button"
            class="plain"
            aria-label={`${words.remove}: ${name}`}
            onClick={() => chat.cancelUpload(id)}
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
      <div class="field">
        {canAttach ? (
          <>
            <button
              type="button"
              class="field-button"
              aria-label={words.attach}
              title={words.attach}
              onClick={() => pickerRef.current?.click()}
            >
              <Icon name="attach" />
            </button>
            <input
              ref={pickerRef}
              type="file"
              multiple
              hidden
              accept={acceptedTypes(config?.media ?? {})}
              onChange={(event) => {
                chat.attach([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = "";
              }}
            />
          </>
        ) : null}
        <textarea
          ref={fieldRef}
          rows={1}
          dir="auto"
          class={canAttach ? undefined : "alone"}
          aria-label={words.message}
          aria-invalid={isOver}
          aria-describedby="counter"
          placeholder={words.placeholder}
          value={text}
          onInput={({ currentTarget: { value } }) => {
            setText(value);
            chat.noteTyping(value.trim() !== "");
          }}
          onBlur={() => chat.noteTyping(false)}
          onKeyDown={(event) => {
            // Enter also ends an IME composition (Japanese, Chinese, Korean), which Safari reports only as key code 229.
            if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
            event.preventDefault();
            send();
          }}
          onPaste={(event) => {
            const files = event.clipboardData?.files;
            if (!files || files.length === 0) return;
            event.preventDefault();
            chat.attach([...files]);
          }}
        />
        <button type="submit" class="send" aria-label={words.send} disabled={length === 0 || isOver}>
          <Icon name="send" />
        </button>
      </div>
      <p id="counter" class={isOver ? "counter bad" : "counter"} hidden={!isNear}>
        {isNear ? `${length} / ${most}` : ""}
      </p>
    </form>
  );
}
