"use client";

import { ActionIcon, Button, CopyButton } from "@mantine/core";
import { IconCheck, IconCopy, IconRefresh } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ApiError } from "../graphql/gql-request.ts";
import { Picture, type PictureName } from "./picture.tsx";
import classes from "./face.module.css";

type Props = {
  picture?: PictureName;
  /** What failed, in the reader's words. */
  title: string;
  message?: string;
  error?: Error;
  /** The reference to quote, if not the error's own. `copied` goes to the clipboard. */
  reference?: { reference: string; copied: string };
  onRetry?: () => void;
  action?: ReactNode;
};

/** An error state: what happened, what to do, and a reference to quote in a report. */
export function ErrorFace({ picture = "broken", title, message, error, reference, onRetry, action }: Props) {
  const t = useTranslations("ui");
  const requestId = error instanceof ApiError ? error.requestId : null;
  const quoted = reference ?? (requestId ? { reference: requestId, copied: requestId } : null);
  return (
    <div className={classes.face} role="alert">
      <Picture name={picture} />
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.message}>{message ?? error?.message}</p>
      {onRetry || action ? (
        <div className={classes.actions}>
          {onRetry ? (
            <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
              {t("tryAgain")}
            </Button>
          ) : null}
          {action}
        </div>
      ) : null}
      {quoted ? (
        <p className={classes.reference}>
          <span>{t.rich("reference", { id: quoted.reference, code: (chunks) => <code>{chunks}</code> })}</span>
          <CopyButton value={quoted.copied}>
            {({ copied, copy }) => (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={copied ? t("copied") : t("copyReference")}
                onClick={copy}
              >
                {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              </ActionIcon>
            )}
          </CopyButton>
        </p>
      ) : null}
    </div>
  );
}
