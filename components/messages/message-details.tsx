"use client";

import { ActionIcon, Code, CopyButton, Divider, Modal, Stack, Text } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useInbox } from "../inbox/inbox-context.tsx";
import { MessageAttempts } from "./message-attempts.tsx";
import { tickState } from "./message-status.ts";
import { messageIdsQuery } from "./message-queries.ts";
import type { Bubble } from "../thread/use-thread.ts";
import { useTimes } from "../ui/use-times.ts";
import classes from "./message-parts.module.css";

/** A message's ids, times and attempts, for support requests to an integrator or a provider. */
export function MessageDetails({ bubble, onClose }: { bubble: Bubble; onClose: () => void }) {
  const { absoluteTime } = useTimes();
  const t = useTranslations("thread");
  const { workspaceId } = useInbox();
  const { messageId, convId, createdAt, providerAt, isAgent, type } = bubble;
  const { data: ids } = useQuery(messageIdsQuery(workspaceId, convId ?? "", messageId));
  return (
    <Modal opened onClose={onClose} title={t("details.title")} closeButtonProps={{ "aria-label": t("close") }}>
      <Stack gap="sm">
        <dl className={classes.ids}>
          <Id label="messageId" value={messageId} />
          <Id label="convId" value={convId} />
          <Id label="externalMessageId" value={ids?.externalMessageId ?? null} />
          <Row label="seq">{bubble.seq}</Row>
          <Row label={t("details.received")}>{absoluteTime(createdAt)}</Row>
          {providerAt ? <Row label={t("details.sentAt")}>{absoluteTime(providerAt)}</Row> : null}
          {ids?.statusAt ? (
            <Row label={t("details.statusAt", { status: bubble.status })}>{absoluteTime(ids.statusAt)}</Row>
          ) : null}
        </dl>
        {isAgent && type !== "note" ? (
          <>
            <Divider />
            <MessageAttempts bubble={bubble} label={t(`status.${tickState(bubble)}`)} />
          </>
        ) : null}
      </Stack>
    </Modal>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.idRow}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Id({ label, value }: { label: string; value: string | null }) {
  const t = useTranslations("thread.actions");
  return (
    <Row label={label}>
      {value === null ? (
        <Text span c="dimmed" inherit>
          –
        </Text>
      ) : (
        <>
          <Code className={classes.id}>{value}</Code>
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={copied ? t("copied") : t("copyId", { name: label })}
                onClick={copy}
              >
                {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              </ActionIcon>
            )}
          </CopyButton>
        </>
      )}
    </Row>
  );
}
