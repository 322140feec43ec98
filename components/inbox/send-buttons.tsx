"use client";

import { ActionIcon, Button, Group, Menu, Modal, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCheck, IconChevronDown, IconClock, IconSend2, IconTemplate } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useActions } from "../keys/use-actions.ts";
import { usePreferences } from "../shell/preferences.ts";
import { TemplateComposer } from "../templates/template-composer.tsx";
import type { Capabilities, ConvRow } from "./documents.ts";
import { SendLaterDialog } from "./send-later-dialog.tsx";
import type { useComposer } from "./use-composer.ts";

type Props = {
  row: ConvRow;
  channel: Capabilities | undefined;
  isNote: boolean;
  composer: ReturnType<typeof useComposer>;
};

/** Send, and the other ways to send. */
export function SendButtons({ row, channel, isNote, composer }: Props) {
  const { send, canSend, macro, text } = composer;
  const t = useTranslations("composer");
  const [{ sendKey }] = usePreferences();
  const [isLater, later] = useDisclosure(false);
  const [isTemplate, template] = useDisclosure(false);
  const sendAndEnd = () => send({ thenEnd: true });
  useActions({
    // Where the chord sends, it cannot end as well.
    sendAndEnd: canSend ? () => !isInOtherField() && (sendKey === "modEnter" || isNote ? send() : sendAndEnd()) : null,
    sendLater: canSend ? () => !isInOtherField() && later.open() : null,
  });
  const label = isNote ? t("addNote") : t("sendTo", { name: row.clientName, channel: row.integrationName });
  const words = macro && text.trim() === "" ? t("macro.run") : isNote ? t("addNote") : t("send");
  return (
    <Group gap={1} wrap="nowrap">
      <Tooltip label={t(sendKey === "enter" ? "enterSends" : "chordSends")} disabled={!canSend}>
        <Button
          size="compact-md"
          onClick={() => send()}
          disabled={!canSend}
          color={isNote ? "yellow" : "sea"}
          rightSection={isNote ? null : <IconSend2 size={16} aria-hidden />}
          aria-label={label}
        >
          {words}
        </Button>
      </Tooltip>
      {isNote ? null : (
        <Menu position="top-end">
          <Menu.Target>
            <ActionIcon size={30} color="sea" variant="filled" disabled={composer.isBlocked} aria-label={t("moreWays")}>
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
        <TemplateComposer integrationId={row.integrationId} row={row} onSent={template.close} />
      </Modal>
      {isLater ? (
        <SendLaterDialog
          windowClosesAt={channel?.replyWindowHours == null || isNote ? null : row.replyWindowClosesAt}
          onClose={later.close}
          onChoose={(sendAt) => {
            later.close();
            send({ sendAt });
          }}
        />
      ) : null}
    </Group>
  );
}

/** Somebody writes elsewhere, in a search or about the client: the chord is not meant for what stands here. */
function isInOtherField(): boolean {
  const at = document.activeElement;
  return at !== null && at.matches("input, textarea, select") && at.closest("[data-region='composer']") === null;
}
