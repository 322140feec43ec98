"use client";

import { Anchor, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { IconAlertCircle, IconCheck, IconChecks, IconClockHour4 } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { statusOf } from "../messages/message-status.ts";
import { paths } from "../paths.ts";
import { useLiveEvents } from "../shell/live.tsx";
import { useWorkspaceId } from "../shell/workspace.tsx";
import classes from "./channels.module.css";
import { testMessageKey, testMessageQuery, type TestMessage } from "./test-queries.ts";

const ICONS = {
  pending: IconClockHour4,
  failed: IconAlertCircle,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  played: IconChecks,
} as const;

/** A test message with its status, updated as the provider reports it. */
export function SentTest({ sent }: { sent: TestMessage }) {
  const t = useTranslations("channels.test");
  const tStatus = useTranslations("thread.status");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const { data: message } = useQuery(testMessageQuery(workspaceId, sent));
  useLiveEvents((changes) => {
    if (changes.some(({ messageId }) => messageId === sent.messageId))
      void queryClient.invalidateQueries({ queryKey: testMessageKey(workspaceId, sent.messageId) });
  });
  const status = statusOf(message.status);
  const Icon = ICONS[status];
  return (
    <div className={classes.sent}>
      <span role="status" className={classes.tick} data-status={status}>
        <Icon size={18} aria-hidden />
        {tStatus(status === "pending" ? "sending" : status)}
      </span>
      <Text size="sm" c="dimmed" flex="1 1 200px">
        {message.type === "template" ? t("template", { name: message.content }) : message.content}
      </Text>
      {message.convId ? (
        <Anchor component={Link} href={paths.inbox(workspaceId, message.convId)} size="sm">
          {t("open")}
        </Anchor>
      ) : null}
      {message.error ? (
        <Text size="sm" w="100%">
          {message.error}
        </Text>
      ) : null}
    </div>
  );
}
