"use client";

import { Button, CopyButton } from "@mantine/core";
import { IconCopy, IconRefresh, IconTemplate } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useServiceWords } from "../i18n/use-service-words.ts";
import type { MessageActions } from "./bubble-actions.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import { wantsTemplate } from "./message-status.ts";
import { useConvActions } from "../inbox/use-conv-actions.ts";
import type { Bubble } from "../thread/use-thread.ts";
import classes from "../thread/thread.module.css";

type Props = { bubble: Bubble; wasSentAgain: boolean; actions: MessageActions };

/**
 * Why a message did not arrive, and what to do: send it again (the same message if the server never accepted it, otherwise a new one), send
 * a template if only that would arrive, or copy its text.
 */
export function MessageFailure({ bubble, wasSentAgain, actions }: Props) {
  const t = useTranslations("thread.failure");
  const words = useServiceWords();
  const { outbox } = useInbox();
  const convActions = useConvActions();
  const { local, convId, messageId } = bubble;
  const isOver = !local && wasSentAgain;
  const needsTemplate = wantsTemplate(bubble.error, actions.isTextRefused);
  return (
    <div className={classes.failure} role={local ? "alert" : undefined}>
      <span className={classes.breakable}>
        {bubble.error === null ? t("unexplained") : words(bubble.error, bubble.errorWording)}
      </span>
      {wasSentAgain ? <span>{t("sentAgain")}</span> : null}
      {local ? (
        <>
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => outbox.retry(local.id)}>
            {t("retry")}
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => outbox.discard(local.id)}>
            {t("discard")}
          </Button>
        </>
      ) : null}
      {!isOver && needsTemplate && actions.sendTemplate ? (
        <Button
          size="compact-xs"
          variant="light"
          color="red"
          leftSection={<IconTemplate size={14} aria-hidden />}
          onClick={actions.sendTemplate}
        >
          {t("template")}
        </Button>
      ) : null}
      {!local && !isOver && !actions.isTextRefused && convId ? (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => void convActions.resend(convId, messageId)}
        >
          {t("again")}
        </Button>
      ) : null}
      {isOver ? null : (
        <CopyButton value={bubble.caption ?? bubble.content}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<IconCopy size={14} aria-hidden />}
              onClick={copy}
            >
              {copied ? t("copied") : t("copy")}
            </Button>
          )}
        </CopyButton>
      )}
    </div>
  );
}
