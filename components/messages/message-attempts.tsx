"use client";

import { Loader, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useInbox } from "../inbox/inbox-context.tsx";
import { messageAttemptsQuery } from "./message-queries.ts";
import type { Bubble } from "../thread/use-thread.ts";
import { useTimes } from "../ui/use-times.ts";
import classes from "../thread/thread.module.css";

/** Every attempt to deliver a message to its provider. The tick summarizes them. */
export function MessageAttempts({ bubble, label }: { bubble: Bubble; label: string }) {
  const { absoluteTime, clockTime } = useTimes();
  const { workspaceId } = useInbox();
  const t = useTranslations("thread.attempts");
  const { data, error } = useQuery(messageAttemptsQuery(workspaceId, bubble.messageId));
  return (
    <Stack gap="xs" tabIndex={-1} data-autofocus>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {t("written", { time: absoluteTime(bubble.createdAt) })}
      </Text>
      {error ? <Text size="xs">{error.message}</Text> : null}
      {!data && !error ? <Loader size="xs" /> : null}
      {data?.nodes.length === 0 ? <Text size="xs">{t("none")}</Text> : null}
      {data?.nodes.map((attempt) => (
        <div key={attempt.attemptNo}>
          <Text size="xs" className="tabular">
            {attempt.attemptNo}. {clockTime(attempt.startedAt)}
            {attempt.responseStatus ? ` · ${t("answered", { status: String(attempt.responseStatus) })}` : ""}
          </Text>
          <Text size="xs" c="dimmed" className={classes.breakable}>
            {attempt.explanation}
          </Text>
        </div>
      ))}
      {data?.waitsFor ? (
        <Text size="xs" className={classes.breakable}>
          {t("waitsFor", { what: data.waitsFor })}
        </Text>
      ) : null}
      {data?.nextAttemptAt ? <Text size="xs">{t("next", { time: absoluteTime(data.nextAttemptAt) })}</Text> : null}
    </Stack>
  );
}
