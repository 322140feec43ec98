"use client";

import { ActionIcon, Button, CopyButton, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./copy.module.css";

/** Copies a text and confirms it. `what` names the text for screen readers. */
export function CopyIcon({ text, what }: { text: string; what: string }) {
  const t = useTranslations("ui");
  return (
    <CopyButton value={text} timeout={2_000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t("copied") : t("copyWhat", { what })}>
          <ActionIcon
            variant="subtle"
            color={copied ? "petrol" : "gray"}
            onClick={copy}
            aria-label={t("copyWhat", { what })}
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** A value to copy: a URL, an ID, a secret. */
export function CopyField({ label, text }: { label: string; text: string }) {
  return (
    <div className={classes.field}>
      <div className={classes.label}>{label}</div>
      <div className={classes.box}>
        <code className={classes.text}>{text}</code>
        <CopyIcon text={text} what={label} />
      </div>
    </div>
  );
}

/** A code block with a copy button. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  const t = useTranslations("ui");
  return (
    <div className={classes.field}>
      <div className={classes.bar}>
        <div className={classes.label}>{label}</div>
        <CopyButton value={code} timeout={2_000}>
          {({ copied, copy }) => (
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              onClick={copy}
              aria-label={t("copyWhat", { what: label })}
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            >
              {copied ? t("copied") : t("copy")}
            </Button>
          )}
        </CopyButton>
      </div>
      {/* Long lines scroll: the block must be reachable by keyboard. */}
      <pre className={classes.code} tabIndex={0} aria-label={label}>
        {code}
      </pre>
    </div>
  );
}
