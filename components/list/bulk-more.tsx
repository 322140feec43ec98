"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconDotsVertical } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { EXPORT_IDS_MAX } from "./export-address.ts";

type Props = {
  /** Whether to offer read and unread. Only agents have a read state. */
  hasReads: boolean;
  /** The address of the export of the selected conversations. null: too many to name. */
  exportHref: string | null;
  onOpen: (menu: "stage" | "untag") => void;
  onRead: (isRead: boolean) => void;
  /** Sends a template to their contacts. null: the viewer may not send broadcasts. */
  onTemplate: (() => void) | null;
};

/** The less frequent actions on the selected conversations. */
export function BulkMore({ hasReads, exportHref, onOpen, onRead, onTemplate }: Props) {
  const t = useTranslations("bulk.bar");
  // Wait until this menu has returned the focus, so that the next one can take it.
  const open = (menu: "stage" | "untag") => window.setTimeout(() => onOpen(menu));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={30} aria-label={t("more")}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => open("stage")}>{t("stage")}</Menu.Item>
        <Menu.Item onClick={() => open("untag")}>{t("untag")}</Menu.Item>
        {hasReads ? (
          <>
            <Menu.Item onClick={() => onRead(true)}>{t("read")}</Menu.Item>
            <Menu.Item onClick={() => onRead(false)}>{t("unread")}</Menu.Item>
          </>
        ) : null}
        {onTemplate ? <Menu.Item onClick={onTemplate}>{t("template")}</Menu.Item> : null}
        {exportHref ? (
          <Menu.Item component="a" href={exportHref} download>
            {t("export")}
          </Menu.Item>
        ) : (
          <Menu.Item disabled>{t("exportMax", { max: EXPORT_IDS_MAX })}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
