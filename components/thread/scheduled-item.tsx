"use client";

import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAlertTriangle, IconClock } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useServiceWords } from "../i18n/use-service-words.ts";
import { useState } from "react";
import { gqlRequest } from "../graphql/gql-request.ts";
import { failed } from "../ui/toasts.tsx";
import { PATCH_SCHEDULED, SEND_SCHEDULED_NOW } from "../composer/composer-documents.ts";
import type { Waiting } from "../inbox/conv-parts.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { scheduledQuery } from "../composer/scheduled.ts";
import { SecondsLeft } from "../messages/seconds-left.tsx";
import { SendLaterDialog } from "../composer/send-later-dialog.tsx";
import { useTakeBack } from "../composer/use-take-back.ts";
import classes from "./scheduled.module.css";

/** One scheduled message: its text, its time, and what its author can still do. */
export function ScheduledItem({ convId, waiting }: { convId: string; waiting: Waiting }) {
  const { agentName, isOwn, message } = waiting;
  const { id, content, caption, media, type, state, error, errorWording, isUndoable, replyToMessageId } = message;
  const t = useTranslations("composer");
  const say = useServiceWords();
  const format = useFormatter();
  const { workspaceId, cache } = useInbox();
  const takeBack = useTakeBack(convId);
  const [isBusy, setBusy] = useState(false);
  const [isMoving, moving] = useDisclosure(false);
  const isFailed = state === "failed";

  async function act(notDone: string, action: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await action();
    } catch (problem) {
      failed(notDone, problem instanceof Error ? problem : new Error(String(problem)));
    }
    setBusy(false);
    void cache.client.invalidateQueries({ queryKey: scheduledQuery(workspaceId, convId).queryKey });
  }
  const isWords = type === "text" || type === "note";
  const name = media?.fileName ?? (isWords ? "" : t(`types.${type}`));
  const words = isWords ? content : [name, caption].filter(Boolean).join(": ");
  // For a file stored elsewhere, only the address is known.
  const facts = { name, contentType: media?.contentType ?? `${type}/*`, sizeBytes: media?.sizeBytes ?? 0 };
  const files = isWords ? [] : [{ url: content, ...facts }];
  const written = { text: isWords ? content : (caption ?? ""), files, replyToMessageId };
  const undo = () => act(t("undo.tooLate"), () => takeBack.take([id], written, type === "note" ? "note" : "reply"));
  const sendNow = () => act(t("scheduled.notSent"), () => gqlRequest(SEND_SCHEDULED_NOW, { workspaceId, id }));
  const move = (sendAt: Date) => {
    moving.close();
    void act(t("scheduled.notMoved"), () =>
      gqlRequest(PATCH_SCHEDULED, { workspaceId, id, sendAt: sendAt.toISOString() }),
    );
  };
  const button = { size: "compact-xs", variant: "subtle", disabled: isBusy } as const;

  return (
    <li className={classes.item} data-failed={isFailed || undefined}>
      <span className={classes.words} dir="auto">
        {words}
      </span>
      <span className={classes.state} role={isFailed ? "alert" : undefined}>
        {isFailed ? <IconAlertTriangle size={14} aria-hidden /> : <IconClock size={14} aria-hidden />}
        {isFailed && error ? say(error, errorWording) : null}
        {!isFailed && isUndoable ? (
          <SecondsLeft until={new Date(message.sendAt).getTime()} words={(seconds) => t("undo.in", { seconds })} />
        ) : null}
        {!isFailed && !isUndoable
          ? t("scheduled.at", {
              when: format.dateTime(new Date(message.sendAt), { dateStyle: "medium", timeStyle: "short" }),
            })
          : null}
        {isOwn ? null : ` · ${agentName}`}
      </span>
      {isOwn ? (
        <span className={classes.actions}>
          {!isFailed && isUndoable ? (
            <Button {...button} onClick={() => void undo()}>
              {t("undo.button")}
            </Button>
          ) : (
            <>
              <Button {...button} onClick={() => void sendNow()}>
                {isFailed ? t("scheduled.retry") : t("scheduled.sendNow")}
              </Button>
              <Button {...button} onClick={moving.open}>
                {t("scheduled.move")}
              </Button>
              <Button {...button} onClick={() => void undo()}>
                {t("scheduled.edit")}
              </Button>
            </>
          )}
        </span>
      ) : null}
      {isMoving ? <SendLaterDialog windowClosesAt={null} onClose={moving.close} onChoose={move} /> : null}
    </li>
  );
}
