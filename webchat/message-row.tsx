/** @jsxImportSource preact */
import { Avatar } from "./avatar.tsx";
import { useChatState, useSurroundings } from "./chat-context.ts";
import { Icon } from "./icons.tsx";
import { MessageBody } from "./message-body.tsx";
import { summaryOf } from "./message-summary.ts";
import type { Message, Pending } from "./protocol.ts";
import { timeText } from "./times.ts";
import { senderOf } from "./use-announced.ts";

type Props = {
  message: Message | Pending;
  /** First or last message of a group by one sender. */
  isFirst: boolean;
  isLast: boolean;
  /** Only the visitor's newest message shows its delivery status. */
  isLastOwn: boolean;
  repliedTo: Message | null;
  /** The ID of the chosen option, if the message is an answered question. */
  chosen: string | null;
};

export function MessageRow({ message, isFirst, isLast, isLastOwn, repliedTo, chosen }: Props) {
  const { chat, words, locale } = useSurroundings();
  const { connection } = useChatState();
  const arrived = "from" in message ? message : null;
  const isOwn = !arrived || arrived.from === "visitor";
  const sender = senderOf({ from: arrived?.from ?? "visitor", name: arrived?.name ?? null }, words);
  const at = new Date(message.createdAt);
  const time = timeText(at, locale);
  const failure = arrived ? null : (message as Pending).failure;
  const isRemoved = Boolean(arrived?.removedAt);
  const state = stateOf();

  function stateOf() {
    if (!isOwn || failure !== null) return null;
    if (arrived)
      return arrived.status === "read" ? (["checks", words.read] as const) : (["check", words.sent] as const);
    return ["clock", connection === "offline" ? words.waiting : words.sending] as const;
  }

  const classes = ["row", isOwn ? "own" : "theirs", isFirst && "first", isLast && "last", !arrived && "pending"];
  return (
    <article class={classes.filter(Boolean).join(" ")} aria-label={`${sender}, ${time}`}>
      {isOwn ? null : isLast ? <Avatar name={arrived.name} url={arrived.avatarUrl} /> : <div class="avatar" />}
      <div class="stack">
        {isFirst && !isOwn ? (
          <p class="name" dir="auto">
            {sender}
          </p>
        ) : null}
        <div class={isRemoved ? "bubble gone" : "bubble"}>
          {repliedTo && message.type !== "interactive" ? (
            <div class="quote" dir="auto">
              <span class="sr">{words.replyTo}: </span>
              <b>{senderOf(repliedTo, words)}</b>
              <span>{summaryOf(repliedTo, words)}</span>
            </div>
          ) : null}
          {isRemoved ? words.removed : <MessageBody message={message} isOwn={isOwn} chosen={chosen} />}
        </div>
        {failure !== null ? (
          <p class="meta bad" role="alert">
            <Icon name="alert" size={14} />
            <span title={failure}>{words.failed}</span>
            <button type="button" class="text-button" onClick={() => chat.retry((message as Pending).clientMessageId)}>
              {words.tryAgain}
            </button>
            <button
              type="button"
              class="text-button"
              onClick={() => chat.discard((message as Pending).clientMessageId)}
            >
              {words.remove}
            </button>
          </p>
        ) : isLast || (isLastOwn && state) || arrived?.editedAt ? (
          <p class="meta">
            {arrived?.editedAt && !isRemoved ? <span>{words.edited}</span> : null}
            <time dateTime={message.createdAt}>{time}</time>
            {state && isLastOwn && !isRemoved ? (
              <>
                <Icon name={state[0]} size={14} />
                <span>{state[1]}</span>
              </>
            ) : null}
          </p>
        ) : null}
      </div>
    </article>
  );
}
