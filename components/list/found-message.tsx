"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { askForMessage } from "../thread/linked-message.ts";
import type { MessageHit } from "./list-documents.ts";
import type { InboxUrl } from "../inbox/use-inbox-url.ts";
import { useTimes } from "../ui/use-times.ts";
import classes from "./search-results.module.css";

/** A message in the search results. It opens its conversation at this message. */
export function FoundMessage({ hit, url, now }: { hit: MessageHit; url: InboxUrl; now: number }) {
  const { absoluteTime, relativeTime } = useTimes();
  const t = useTranslations("list");
  const { convId, messageId, isAgent, senderName: sender, createdAt } = hit.message;
  return (
    <a
      className={classes.hit}
      href={url.href(convId, messageId)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        askForMessage();
        url.open(convId, messageId);
      }}
    >
      <span className={classes.text}>
        <bdi className={classes.name}>
          {isAgent && sender ? t("search.to", { sender, name: hit.clientName }) : hit.clientName}
        </bdi>
        <Marked hit={hit} />
      </span>
      <time className={classes.time} dateTime={createdAt} title={absoluteTime(createdAt)}>
        {relativeTime(createdAt, now)}
      </time>
    </a>
  );
}

/** The snippet with the search words highlighted. */
function Marked({ hit: { snippet, highlights } }: { hit: Pick<MessageHit, "snippet" | "highlights"> }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of highlights) {
    parts.push(snippet.slice(at, start), <mark key={start}>{snippet.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <span className={classes.snippet} dir="auto">
      {parts}
      {snippet.slice(at)}
    </span>
  );
}
