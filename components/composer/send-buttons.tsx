"use client";

import { ActionIcon, Button, Group, Menu, Modal, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCheck, IconChevronDown, IconClock, IconSend2, IconTemplate } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { useActions } from "../keys/use-actions.ts";
import { preferencesOf } from "../shell/preferences.ts";
import { ConvTemplate } from "../thread/conv-template.tsx";
import type { Capabilities, ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { isOfComments, usePlaceWords } from "../inbox/use-place-words.ts";
import { SendLaterDialog } from "./send-later-dialog.tsx";
import type { SendHow } from "./use-composer.ts";
import classes from "./composer.module.css";

type Props = {
  row: ConvRow;
  channel: Capabilities | undefined;
  isNote: boolean;
  /** Whether a macro is sent without text or files. */
  isMacro: boolean;
  isBlocked: boolean;
  canSend: boolean;
  onSend: (how?: SendHow) => void;
};

export const SendButtons = memo(function SendButtons(props: Props) {
  const { row, channel, isNote, isMacro, isBlocked, canSend, onSend: send } = props;
  const t = useTranslations("composer");
  const placeWords = usePlaceWords();
  const { sendKey } = preferencesOf(useInbox().viewer);
  const [isLater, later] = useDisclosure(false);
  const [isTemplate, template] = useDisclosure(false);
  const sendAndEnd = () => send({ thenEnd: true });
  useActions({
    // If the chord sends, it cannot also end the conversation.
    sendAndEnd: canSend ? () => !isInOtherField() && (sendKey === "modEnter" || isNote ? send() : sendAndEnd()) : null,
    sendLater: canSend ? () => !isInOtherField() && later.open() : null,
  });
  const label = isNote
    ? t("addNote")
    : t(isOfComments(row) ? "publishTo" : "sendTo", {
        name: row.clientName,
        channel: placeWords(row.integrationName, row),
      });
  const isPlain = !isMacro && !isNote;
  const sendWord = t(isOfComments(row) ? "publish" : "send");
  const words = isMacro ? t("macro.run") : isNote ? t("addNote") : sendWord;
  return (
    <Group gap={1} wrap="nowrap" className={classes.sends}>
      <Tooltip label={t(sendKey === "enter" ? "enterSends" : "chordSends")} disabled={!canSend}>
        <Button
          size="compact-md"
          classNames={{ root: classes.send, section: classes.sendMark }}
          data-short={isPlain || undefined}
          onClick={() => send()}
          disabled={!canSend}
          color={isNote ? "yellow" : "petrol"}
          rightSection={isNote ? null : <IconSend2 size={16} aria-hidden />}
          aria-label={label}
        >
          {isPlain ? <span className={classes.sendWord}>{words}</span> : words}
        </Button>
      </Tooltip>
      {isNote ? null : (
        <Menu position="top-end">
          <Menu.Target>
            <ActionIcon size={30} color="petrol" variant="filled" disabled={isBlocked} aria-label={t("moreWays")}>
              <IconChevronDown size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconCheck size={16} aria-hidden />} disabled={!canSend} onClick={sendAndEnd}>
              {t("sendAndEnd")}
            </Menu.Item>
            <Menu.Item leftSection={<IconClock size={16} aria-hidden />} disabled={!canSend} onClick={later.open}>
              {t("later.open")}
            </Menu.Item>
            {channel?.templates ? (
              <Menu.Item leftSection={<IconTemplate size={16} aria-hidden />} onClick={template.open}>
                {t("template")}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      )}
      <Modal opened={isTemplate} onClose={template.close} title={t("template")} size="lg">
        <ConvTemplate row={row} onSent={template.close} />
      </Modal>
      {isLater ? (
        <SendLaterDialog
          windowClosesAt={
            channel?.replyWindowHours == null || isNote ? null : (row.lateReplyUntil ?? row.replyWindowClosesAt)
          }
          onClose={later.close}
          onChoose={(sendAt) => {
            later.close();
            send({ sendAt });
          }}
        />
      ) : null}
    </Group>
  );
});

/** The focus is in another field, such as a search or the contact's details, so the chord does not apply to the composer. */
function isInOtherField(): boolean {
  const at = document.activeElement;
  return at !== null && at.matches("input, textarea, select") && at.closest("[data-region='composer']") === null;
}
