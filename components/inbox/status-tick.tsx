"use client";

import { ActionIcon, Loader, Popover, Stack, Text } from "@mantine/core";
import { IconAlertCircle, IconCheck, IconChecks, IconClock, IconClockHour4, IconMicrophone } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useInbox } from "./inbox-context.tsx";
import { STATUS_LABEL, statusOf } from "./message-status.ts";
import { messageAttemptsQuery } from "./queries.ts";
import { absoluteTime, clockTime } from "./times.ts";
import type { Bubble } from "./use-thread.ts";
import classes from "./thread.module.css";

const ICON = {
  local: IconClock,
  pending: IconClockHour4,
  sent: IconCheck,
  failed: IconAlertCircle,
  delivered: IconChecks,
  read: IconChecks,
  played: IconMicrophone,
} as const;

/** How far a message has come. Opens the list of attempts it is a view of. */
export function StatusTick({ bubble }: { bubble: Bubble }) {
  const state = bubble.local ? (bubble.local.refusal === null ? "local" : "failed") : statusOf(bubble.status);
  const Icon = ICON[state];
  const mark = <Icon size={16} stroke={2} />;
  if (bubble.local) {
    return (
      <span
        className={classes.tick}
        data-state={state}
        role="img"
        aria-label={STATUS_LABEL[state]}
        title={STATUS_LABEL[state]}
      >
        {mark}
      </span>
    );
  }
  return (
    <Popover position="top-end" width={300} withArrow trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="transparent"
          size={18}
          className={classes.tick}
          data-state={state}
          data-status={bubble.status}
          aria-label={`${STATUS_LABEL[state]}. Show attempts`}
          title={STATUS_LABEL[state]}
        >
          {mark}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Attempts bubble={bubble} label={STATUS_LABEL[state]} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Attempts({ bubble, label }: { bubble: Bubble; label: string }) {
  const { workspaceId } = useInbox();
  const { data, error } = useQuery(messageAttemptsQuery(workspaceId, bubble.messageId));
  return (
    <Stack gap="xs" tabIndex={-1} data-autofocus>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        Written {absoluteTime(bubble.createdAt)}
      </Text>
      {error ? <Text size="xs">{error.message}</Text> : null}
      {!data && !error ? <Loader size="xs" /> : null}
      {data?.nodes.length === 0 ? <Text size="xs">No attempt to deliver it yet.</Text> : null}
      {data?.nodes.map((attempt) => (
        <div key={attempt.attemptNo}>
          <Text size="xs" className="tabular">
            {attempt.attemptNo}. {clockTime(attempt.startedAt)}
            {attempt.responseStatus ? ` · answered ${attempt.responseStatus}` : ""}
          </Text>
          <Text size="xs" c="dimmed" className={classes.breakable}>
            {attempt.explanation}
          </Text>
        </div>
      ))}
      {data?.waitsFor ? (
        <Text size="xs" className={classes.breakable}>
          Waits for {data.waitsFor}.
        </Text>
      ) : null}
      {data?.nextAttemptAt ? <Text size="xs">Next attempt {absoluteTime(data.nextAttemptAt)}</Text> : null}
    </Stack>
  );
}
