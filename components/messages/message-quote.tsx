"use client";

import { UnstyledButton } from "@mantine/core";
import { useTranslations } from "next-intl";
import { previewOf } from "./message-preview.ts";
import type { Bubble } from "../thread/use-thread.ts";
import classes from "../thread/thread.module.css";

type Props = {
  bubble: Bubble;
  /** The quoted message. null: it is not loaded, or we do not have it. */
  quoted: Bubble | null;
  onJump: ((messageId: string) => void) | null;
};

/** The quoted message in one line, with a link to it. */
export function MessageQuote({ bubble: { replyToMessageId, replyContext }, quoted, onJump }: Props) {
  const inbox = useTranslations("inbox");
  const t = useTranslations("thread.quote");
  const said = quoted ?? (replyContext?.content ? contextOf(replyContext) : null);
  const name = quoted
    ? (quoted.senderName ?? (quoted.isAgent ? t("you") : t("customer")))
    : t(replyContext ? "elsewhere" : "earlier");
  const words = (
    <>
      <span className={classes.quoteName}>{name}</span>
      {said ? <span dir="auto">{previewOf(said, inbox).text}</span> : null}
    </>
  );
  if (!replyToMessageId || !onJump) return <div className={classes.quote}>{words}</div>;
  return (
    <UnstyledButton className={classes.quote} title={t("show")} onClick={() => onJump(replyToMessageId)}>
      {words}
    </UnstyledButton>
  );
}

function contextOf({ type, content }: NonNullable<Bubble["replyContext"]>) {
  return { type: type ?? "text", content: content ?? "" };
}
