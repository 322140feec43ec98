"use client";

import { Loader, Popover, Stack, Text, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useInbox } from "../inbox/inbox-context.tsx";
import { messageVersionsQuery } from "./message-queries.ts";
import type { Bubble } from "../thread/use-thread.ts";
import { useTimes } from "../ui/use-times.ts";
import classes from "./message-parts.module.css";

/** Marks on a message: whether it was edited, hidden from the public, or sent from elsewhere. */
export function MessageMarks({ bubble }: { bubble: Bubble }) {
  const t = useTranslations("inbox.message");
  const isEdited = bubble.editedAt !== null && bubble.removedAt === null;
  const isHidden = bubble.hiddenAt !== null && bubble.removedAt === null;
  if (!isEdited && !isHidden && !bubble.sentElsewhere) return null;
  return (
    <p className={classes.marks}>
      {bubble.sentElsewhere ? <span>{t("outside")}</span> : null}
      {isHidden ? <span>{t("hidden")}</span> : null}
      {isEdited ? <EditedMark bubble={bubble} editedAt={bubble.editedAt ?? ""} /> : null}
    </p>
  );
}

function EditedMark({ bubble, editedAt }: { bubble: Bubble; editedAt: string }) {
  const { absoluteTime, clockTime } = useTimes();
  const t = useTranslations("inbox.message");
  return (
    <Popover position="top" width={300} withArrow trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.edited}
          title={absoluteTime(editedAt)}
          aria-label={t("editedShow", { time: clockTime(editedAt) })}
        >
          {t("edited", { time: clockTime(editedAt) })}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Versions messageId={bubble.messageId} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Versions({ messageId }: { messageId: string }) {
  const { absoluteTime } = useTimes();
  const t = useTranslations("inbox.message");
  const { workspaceId } = useInbox();
  const { data, error } = useQuery(messageVersionsQuery(workspaceId, messageId));
  return (
    <Stack gap="xs" tabIndex={-1} data-autofocus>
      <Text size="sm" fw={600}>
        {t("before")}
      </Text>
      {error ? <Text size="xs">{error.message}</Text> : null}
      {!data && !error ? <Loader size="xs" /> : null}
      {data?.length === 0 ? <Text size="xs">{t("noFirst")}</Text> : null}
      {data?.map((version) => (
        <div key={version.versionNo}>
          <Text size="xs" c="dimmed">
            {t("until", { time: absoluteTime(version.replacedAt) })}
          </Text>
          <Text size="sm" className={classes.version} dir="auto">
            {version.caption ?? version.content}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
