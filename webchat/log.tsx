/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useChatState, useSurroundings } from "./chat-context.ts";
import { Icon } from "./icons.tsx";
import { Avatar } from "./avatar.tsx";
import { choicesMade, logItems } from "./messages.ts";
import { MessageRow } from "./message-row.tsx";
import type { Message, Pending } from "./protocol.ts";
import { dayText } from "./times.ts";
import { TypingDots } from "./typing-dots.tsx";
import { useAnnounced } from "./use-announced.ts";
import { fill } from "./words.ts";

/** Within this distance from the end, in pixels, the log scrolls to new messages. */
const NEAR_END = 80;
/** Within this distance from the top, in pixels, earlier messages are loaded. */
const NEAR_TOP = 120;

/** The conversation, from the earliest loaded message to the typing indicator. */
export function Log() {
  const { chat, words, locale } = useSurroundings();
  const { messages, pending, typing, phase, config, hasEarlier, isLoadingEarlier, isOpen } = useChatState();
  const boxRef = useRef<HTMLDivElement>(null);
  const beforeRef = useRef({ height: 0, firstId: "", lastKey: "" });
  const [isAtEnd, setAtEnd] = useState(true);
  const announced = useAnnounced(messages, words);
  const items = logItems(messages, pending);
  const choices = choicesMade([...messages, ...pending]);
  const byId = new Map(messages.map((message) => [message.id, message]));
  const lastOwn = items.findLast(
    (item) => item.kind === "pending" || (item.kind === "message" && item.message.from === "visitor"),
  );
  const lastKey = items.at(-1)?.key ?? "";

  useLayoutEffect(() => {
    const log = boxRef.current;
    if (!log) return;
    const { height, firstId } = beforeRef.current;
    const isOwnNew =
      pending.length > 0 && lastKey === pending.at(-1)?.clientMessageId && lastKey !== beforeRef.current.lastKey;
    if (isAtEnd || isOwnNew) log.scrollTop = log.scrollHeight;
    // Earlier messages were inserted above: keep the visible ones in place.
    else if (firstId !== messages[0]?.id) log.scrollTop += log.scrollHeight - height;
    beforeRef.current = { height: log.scrollHeight, firstId: messages[0]?.id ?? "", lastKey };
  });

  useEffect(() => {
    const read = () => {
      if (isOpen && isAtEnd && document.visibilityState === "visible") chat.noteRead();
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [chat, isOpen, isAtEnd, messages]);

  useEffect(() => {
    // A growing input or an opening keyboard must not hide the newest message.
    const log = boxRef.current;
    if (!log) return;
    const observer = new ResizeObserver(() => {
      if (isAtEnd) log.scrollTop = log.scrollHeight;
    });
    observer.observe(log);
    return () => observer.disconnect();
  }, [isAtEnd]);

  const onScroll = () => {
    const log = boxRef.current;
    if (!log) return;
    setAtEnd(log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_END);
    if (log.scrollTop < NEAR_TOP && hasEarlier) void chat.loadEarlier();
  };
  const toEnd = () => boxRef.current?.scrollTo({ top: boxRef.current.scrollHeight });
  const row = (message: Message | Pending, key: string, isFirst: boolean, isLast: boolean) => (
    <MessageRow
      key={key}
      message={message}
      isFirst={isFirst}
      isLast={isLast}
      isLastOwn={lastOwn?.key === key}
      repliedTo={message.replyToId ? (byId.get(message.replyToId) ?? null) : null}
      chosen={"id" in message ? (choices.get(message.id) ?? null) : null}
    />
  );
  return (
    <div class="log-frame">
      <div
        ref={boxRef}
        class="log"
        role="log"
        aria-live="off"
        aria-label={words.conversation}
        tabIndex={0}
        onScroll={onScroll}
      >
        <div class="log-inner">
          {phase === "loading" || isLoadingEarlier ? (
            <p class="line" role="status">
              {words.loading}
            </p>
          ) : null}
          {phase === "ready" && config && !hasEarlier ? (
            <div class="row theirs first last">
              <Avatar name={config.title || null} url={null} />
              <div class="stack">
                <div class="bubble" dir="auto">
                  {config.greeting || words.greeting}
                </div>
              </div>
            </div>
          ) : null}
          {items.map((item) => {
            switch (item.kind) {
              case "day":
                return (
                  <p key={item.key} class="day">
                    <span>{dayText(item.date, locale, words)}</span>
                  </p>
                );
              case "ended":
                return (
                  <p key={item.key} class="line">
                    {words.ended}
                  </p>
                );
              case "message":
                return row(item.message, item.key, item.isFirst, item.isLast);
              case "pending":
                return row(item.pending, item.key, item.isFirst, true);
            }
          })}
          {typing ? (
            <TypingDots name={typing.name} label={fill(words.typing, { name: typing.name ?? words.team })} />
          ) : null}
        </div>
      </div>
      {isAtEnd ? null : (
        <button type="button" class="to-end" onClick={toEnd}>
          <Icon name="down" size={16} />
          {words.latest}
        </button>
      )}
      <div class="sr" role="status">
        {announced}
      </div>
    </div>
  );
}
