"use client";

import { Skeleton, Text, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { previewOf } from "../messages/message-preview.ts";
import { threadQuery } from "../inbox/queries.ts";
import type { InboxWays } from "../inbox/use-inbox-url.ts";
import { useNow } from "../ui/use-now.ts";
import { useTimes } from "../ui/use-times.ts";
import { WhyAnswer } from "../messages/why-answer.tsx";
import classes from "./details.module.css";

/** How many answers to show next to the thread. The thread shows all of them. */
const MOST = 5;

/** The assistant's last answers with their sources, and a link to each answer in the thread. */
export function AssistantBlock({ row, url }: { row: ConvRow; url: InboxWays }) {
  const inbox = useTranslations("inbox");
  const { absoluteTime, relativeTime } = useTimes();
  const t = useTranslations("thread.pane");
  const { workspaceId } = useInbox();
  const now = useNow();
  const { data, isPending } = useQuery(threadQuery(workspaceId, row.id));
  if (isPending) return <Skeleton height={12} my={8} width="60%" />;
  const messages = data?.messages ?? [];
  const answers = messages.filter(({ aiId, type }) => aiId !== null && type !== "note").toReversed();
  return (
    <>
      {row.aiName ? <Text className={classes.none}>{t("aiHandles", { name: row.aiName })}</Text> : null}
      {answers.length === 0 ? <Text className={classes.none}>{t("noAnswers")}</Text> : null}
      <ul className={classes.others}>
        {answers.slice(0, MOST).map((answer) => (
          <li key={answer.messageId} className={classes.answer}>
            <UnstyledButton
              className={classes.other}
              title={t("showInThread")}
              onClick={() => url.open(row.id, answer.messageId)}
            >
              <span className={classes.otherLine}>
                <bdi className={classes.words}>{answer.senderName}</bdi>
                <time dateTime={answer.createdAt} title={absoluteTime(answer.createdAt)}>
                  {relativeTime(answer.createdAt, now)}
                </time>
              </span>
              <span className={classes.otherText} dir="auto">
                {previewOf(answer, inbox).text}
              </span>
            </UnstyledButton>
            <WhyAnswer messageId={answer.messageId} />
          </li>
        ))}
      </ul>
    </>
  );
}
