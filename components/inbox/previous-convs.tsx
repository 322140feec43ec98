"use client";

import { Text } from "@mantine/core";
import { useMemo } from "react";
import type { RowFilter } from "./conv-rows.ts";
import type { ConvRow } from "./documents.ts";
import { previewOf } from "./message-preview.ts";
import { absoluteTime, relativeTime } from "./times.ts";
import { useConvRows } from "./use-conv-rows.ts";
import type { InboxUrl } from "./use-inbox-url.ts";
import { useNow } from "./use-now.ts";
import classes from "./details.module.css";

/** Other conversations with the same contact, as far as the viewer may see them. */
export function PreviousConvs({ row, url }: { row: ConvRow; url: InboxUrl }) {
  const now = useNow();
  const filter: RowFilter = useMemo(() => ({ sort: "newest", clientId: row.clientId }), [row.clientId]);
  const { rows } = useConvRows(filter);
  const others = rows.filter((other) => other.id !== row.id);
  if (others.length === 0) return null;

  return (
    <section className={classes.block} aria-labelledby="other-conversations">
      <Text component="h3" id="other-conversations" className={classes.blockTitle}>
        Other conversations
      </Text>
      <ul className={classes.others}>
        {others.map((other) => (
          <li key={other.id}>
            <a
              href={url.href(other.id)}
              className={classes.other}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                url.open(other.id);
              }}
            >
              <span className={classes.otherLine}>
                <span className={classes.words}>{other.integrationName}</span>
                <time dateTime={other.lastMessageAt} title={absoluteTime(other.lastMessageAt)}>
                  {other.ended ? "Ended " : ""}
                  {relativeTime(other.lastMessageAt, now)}
                </time>
              </span>
              <span className={classes.otherText} dir="auto">
                {other.lastMessage ? previewOf(other.lastMessage).text : "No messages"}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
