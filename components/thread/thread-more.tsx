"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { done } from "../ui/toasts.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import type { ThreadMenu } from "./thread-tools.tsx";

type Props = {
  row: ConvRow;
  onMenu: (menu: ThreadMenu) => void;
  onEndWithForm: () => void;
  onReturnToAi: () => void;
  onGiveBack: () => void;
  onToggleDetails: () => void;
};

/** The less frequent actions for a conversation. On a phone, all except the most frequent. */
export function ThreadMore({ row, onMenu, onEndWithForm, onReturnToAi, onGiveBack, onToggleDetails }: Props) {
  const t = useTranslations("bulk.header");
  const { workspaceId } = useInbox();
  const isPhone = useMediaQuery("(max-width: 47.99em)") ?? false;
  // The menu is closed in the next conversation.
  const [openedFor, setOpenedFor] = useState<string | null>(null);
  // Wait until this menu has returned the focus, so that the next one can take it.
  const open = (menu: ThreadMenu) => window.setTimeout(() => onMenu(menu));

  async function copyLink() {
    await navigator.clipboard.writeText(new URL(paths.inbox(workspaceId, row.id), window.location.origin).href);
    done(t("linkCopied"));
  }

  return (
    <Menu
      position="bottom-end"
      width={240}
      opened={openedFor === row.id}
      onChange={(isOpen) => setOpenedFor(isOpen ? row.id : null)}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={t("more")}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isPhone ? (
          <>
            <Menu.Item onClick={() => open("stage")}>{t("stage")}</Menu.Item>
            <Menu.Item onClick={() => open("tags")}>{t("tags")}</Menu.Item>
            {row.ended ? null : <Menu.Item onClick={() => open("snooze")}>{t("snooze")}</Menu.Item>}
            <Menu.Item onClick={onToggleDetails}>{t("details")}</Menu.Item>
            <Menu.Divider />
          </>
        ) : null}
        <Menu.Item onClick={() => open("order")}>{t("orderNo")}</Menu.Item>
        {row.ended || row.aiId !== null || row.otherAppSince !== null ? null : (
          <Menu.Item onClick={onReturnToAi}>{t("returnToAi")}</Menu.Item>
        )}
        {row.canGiveBack ? <Menu.Item onClick={onGiveBack}>{t("giveBack")}</Menu.Item> : null}
        {row.ended ? null : <Menu.Item onClick={onEndWithForm}>{t("endWithForm")}</Menu.Item>}
        <Menu.Item onClick={() => void copyLink()}>{t("copyLink")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
