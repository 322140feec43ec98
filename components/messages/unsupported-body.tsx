"use client";

import { Code, Loader, Popover, Text, UnstyledButton } from "@mantine/core";
import { IconHelpSquareRounded } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useInbox } from "../inbox/inbox-context.tsx";
import { unsupportedWords } from "./message-preview.ts";
import { rawMessageQuery } from "./message-queries.ts";
import type { Bubble } from "../thread/use-thread.ts";
import classes from "./message-parts.module.css";

/** A message of an unsupported kind. Viewers with MANAGE_WORKSPACE can see the raw data. */
export function UnsupportedBody({ bubble }: { bubble: Bubble }) {
  const t = useTranslations("inbox.unsupported");
  const { viewer } = useInbox();
  return (
    <div className={classes.unsupported}>
      <IconHelpSquareRounded size={18} aria-hidden />
      <span>
        {t("words")}
        <span className={classes.what} dir="auto">
          {unsupportedWords(bubble.content)}
        </span>
        {viewer.permissions.includes("MANAGE_WORKSPACE") ? (
          <Popover position="top" width={360} withArrow trapFocus returnFocus>
            <Popover.Target>
              <UnstyledButton className={classes.edited}>{t("show")}</UnstyledButton>
            </Popover.Target>
            <Popover.Dropdown>
              <Raw bubble={bubble} />
            </Popover.Dropdown>
          </Popover>
        ) : null}
      </span>
    </div>
  );
}

function Raw({ bubble }: { bubble: Bubble }) {
  const t = useTranslations("inbox.unsupported");
  const { workspaceId } = useInbox();
  const { data, error, isPending } = useQuery(rawMessageQuery(workspaceId, bubble));
  if (error) return <Text size="xs">{error.message}</Text>;
  if (isPending) return <Loader size="xs" />;
  if (!data) return <Text size="xs">{t("notKept")}</Text>;
  return (
    <Code block className={classes.raw} tabIndex={0} data-autofocus aria-label={t("raw")}>
      {data}
    </Code>
  );
}
