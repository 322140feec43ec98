"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Loaded } from "../ui/loaded.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import { previewOf, previewPrefix } from "../messages/message-preview.ts";
import { threadQuery } from "../inbox/queries.ts";
import { isSystemLine } from "../thread/timeline.ts";
import { useTimes } from "../ui/use-times.ts";
import classes from "../details/details.module.css";

/** The number of lines that show what a conversation was about. */
const LINES = 15;

/** The last messages of another conversation, one line each. */
export function ConvGlance({ convId }: { convId: string }) {
  const inbox = useTranslations("inbox");
  const { absoluteTime } = useTimes();
  const t = useTranslations("thread.pane");
  const { workspaceId, viewer } = useInbox();
  return (
    <Loaded query={useQuery(threadQuery(workspaceId, convId))} failure={t("glanceFailed")} rows={3}>
      {({ messages }) => (
        <ol className={classes.glance}>
          {messages
            .filter((message) => !isSystemLine(message))
            .slice(-LINES)
            .map((message) => (
              <li
                key={message.messageId}
                title={absoluteTime(message.createdAt)}
                data-ours={message.isAgent || undefined}
              >
                <span className={classes.soft}>{previewPrefix(message, viewer.agentId, inbox)}</span>
                <span dir="auto">{previewOf(message, inbox).text}</span>
              </li>
            ))}
        </ol>
      )}
    </Loaded>
  );
}
