"use client";

import { IconClockExclamation, IconLock, IconSparkles, IconExternalLink } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo, useState, useSyncExternalStore, type ReactNode } from "react";
import { BubbleActions, type MessageActions } from "./bubble-actions.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import { MessageBody } from "./message-body.tsx";
import { MessageFailure } from "./message-failure.tsx";
import { MessageMarks } from "./message-marks.tsx";
import { MessageQuote } from "./message-quote.tsx";
import { statusOf } from "./message-status.ts";
import { ReactionChips } from "./reaction-chips.tsx";
import { SlowSend, StatusTick } from "./status-tick.tsx";
import { isLate, shownAt } from "../thread/timeline.ts";
import { useLongPress } from "./use-long-press.ts";
import type { Bubble } from "../thread/use-thread.ts";
import { useTimes } from "../ui/use-times.ts";
import classes from "../thread/thread.module.css";
import { pictureSource } from "../ui/remote-picture.ts";
import { safeHref } from "../ui/safe-href.ts";
import { referralWords } from "../details/referral-words.ts";

type Props = {
  bubble: Bubble;
  first: boolean;
  last: boolean;
  /** The quoted message. null: it quotes none, the quoted one is not loaded, or we do not have it. */
  quoted: Bubble | null;
  wasSentAgain: boolean;
  actions: MessageActions;
  /** Whether the Tab key stops here. Only one message of the log is a stop at a time. */
  isStop: boolean;
  /** Whether the channel shows *bold* and other marks. */
  hasMarks: boolean;
  /** 0: not the target of a jump. Otherwise, the number of the jump. */
  linked: number;
};

/** One message: bubble, sender, time, status and actions. */
export const MessageBubble = memo(function MessageBubble(props: Props) {
  const { bubble, first, last, quoted, wasSentAgain, actions, isStop, hasMarks, linked } = props;
  const t = useTranslations("thread");
  const { clockTime } = useTimes();
  const { viewer } = useInbox();
  const hasHover = useHasHover();
  const press = useLongPress();
  // Render the actions only on hover or focus, because they are the most expensive part. Touch has no hover, so there they always render.
  const [wasVisited, setVisited] = useState(false);
  const isNear = wasVisited || !hasHover;
  const visit = () => setVisited(true);
  const isNote = bubble.type === "note";
  const sender = bubble.agentId !== null && bubble.agentId === viewer.agentId ? t("you") : bubble.senderName;
  const author = sender ?? (bubble.aiId ? t("assistant") : t("workspace"));
  const meta = <Meta bubble={bubble} isNear={isNear} />;
  const isFailed = bubble.status === "failed";
  const isOnItsWay = bubble.isAgent && !isNote && statusOf(bubble.status) === "pending";

  return (
    <article
      className={classes.message}
      tabIndex={isStop ? 0 : -1}
      data-kind={isNote ? "note" : undefined}
      data-side={bubble.isAgent ? "ours" : "theirs"}
      data-first={first || undefined}
      data-linked={linked > 0 ? (linked % 2 ? "odd" : "even") : undefined}
      data-message-id={bubble.messageId}
      onPointerEnter={visit}
      onFocus={visit}
      data-pressed={press.isPressed || undefined}
      {...press.handlers}
      aria-label={`${sender ?? t("customer")}, ${clockTime(shownAt(bubble))}`}
    >
      {first && !isNote && (bubble.isAgent || bubble.writerName !== null) ? (
        <div className={classes.sender}>
          {bubble.aiId ? <IconSparkles size={14} aria-hidden /> : null}
          {author}
        </div>
      ) : null}
      <div className={classes.bubbleLine}>
        <div className={classes.bubble} data-failed={isFailed || undefined} data-last={last || undefined}>
          {isNote ? <NoteHead bubble={bubble} author={author} meta={meta} /> : null}
          {quoted || bubble.replyToMessageId || bubble.replyContext ? (
            <MessageQuote bubble={bubble} quoted={quoted} onJump={actions.jumpTo} />
          ) : null}
          <MessageReferral bubble={bubble} />
          <MessageBody bubble={bubble} hasMarks={hasMarks} meta={isNote ? null : meta} />
        </div>
        {isNear ? <BubbleActions bubble={bubble} actions={actions} /> : null}
      </div>
      <ReactionChips bubble={bubble} onReact={actions.react} />
      <MessageMarks bubble={bubble} />
      {isOnItsWay ? <SlowSend bubble={bubble} /> : null}
      {isFailed ? <MessageFailure bubble={bubble} wasSentAgain={wasSentAgain} actions={actions} /> : null}
    </article>
  );
});

/** Who wrote a note, of which kind it is, and that the contact does not see it. */
function NoteHead({ bubble, author, meta }: { bubble: Bubble; author: string; meta: ReactNode }) {
  const t = useTranslations("thread");
  return (
    <div className={classes.noteHead}>
      <IconLock size={14} stroke={1.75} aria-hidden />
      <bdi className={classes.noteAuthor}>{author}</bdi>
      <span className={classes.noteKind}>
        {t("noteHead", { kind: t(`noteType.${bubble.noteType ?? "internal"}`) })}
      </span>
      {meta}
    </div>
  );
}

function Meta({ bubble, isNear }: { bubble: Bubble; isNear: boolean }) {
  const { absoluteTime, clockTime } = useTimes();
  const t = useTranslations("thread");
  const at = shownAt(bubble);
  return (
    <span className={classes.meta} dir="ltr">
      {isLate(bubble) ? (
        <span role="img" className={classes.late} aria-label={late()} title={late()}>
          <IconClockExclamation size={14} aria-hidden />
        </span>
      ) : null}
      <time dateTime={at} title={absoluteTime(at)}>
        {clockTime(at)}
      </time>
      {bubble.isAgent && (bubble.type !== "note" || bubble.local) ? (
        <StatusTick bubble={bubble} isNear={isNear} />
      ) : null}
    </span>
  );

  function late(): string {
    return t("late", { sent: absoluteTime(at), received: absoluteTime(bubble.createdAt) });
  }
}

let query: MediaQueryList | undefined;
const asked = () => (query ??= window.matchMedia("(hover: hover)"));

function subscribe(listener: () => void): () => void {
  asked().addEventListener("change", listener);
  return () => asked().removeEventListener("change", listener);
}

/** Whether the pointer can hover. Touch cannot. All bubbles share one media query. */
function useHasHover(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => asked().matches,
    () => true,
  );
}

/** Where the contact came from: an ad with what it says, a link or a post. */
function MessageReferral({ bubble }: { bubble: Pick<Bubble, "messageId" | "sourceType" | "sourceUrl" | "ad"> }) {
  const { messageId, sourceType, sourceUrl, ad } = bubble;
  if (!sourceType && !sourceUrl) return null;
  const source = <ReferralLine sourceType={sourceType} sourceUrl={sourceUrl} />;
  if (!ad?.headline && !ad?.text && !ad?.pictureUrl) return source;
  return (
    <div className={classes.ad} dir="auto">
      {source}
      <div className={classes.adFacts}>
        {ad.pictureUrl ? <AdPicture messageId={messageId} url={ad.pictureUrl} /> : null}
        <div>
          {ad.headline ? <strong className={classes.adHeadline}>{ad.headline}</strong> : null}
          {ad.text ? <span className={classes.adText}>{ad.text}</span> : null}
        </div>
      </div>
    </div>
  );
}

/** Gone where the provider does not keep it any more. Its words are beside it. */
function AdPicture({ messageId, url }: { messageId: string; url: string }) {
  const { workspaceId } = useInbox();
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  const source = pictureSource(workspaceId, { of: "messages", id: messageId }, url);
  return <img src={source} alt="" loading="lazy" className={classes.adPicture} onError={() => setGone(true)} />;
}

function ReferralLine({ sourceType, sourceUrl }: Pick<Bubble, "sourceType" | "sourceUrl">) {
  const inbox = useTranslations("inbox");
  const words = referralWords(sourceType, inbox);
  const href = safeHref(sourceUrl);
  if (!sourceUrl || !href) return <p className={classes.referral}>{words}</p>;
  return (
    <a className={classes.referral} href={href} target="_blank" rel="noopener noreferrer nofollow">
      <IconExternalLink size={14} aria-hidden />
      <span className={classes.referralWords}>
        {words}: {sourceUrl.replace(/^https?:\/\/(www\.)?/i, "")}
      </span>
    </a>
  );
}
