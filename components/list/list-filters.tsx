"use client";

import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { IconArrowsSort, IconBaselineDensitySmall, IconCheck, IconDownload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo, useState } from "react";
import { usePreferences } from "../shell/use-preferences.ts";
import { SORTS } from "./conv-rows.ts";
import { exportAddress } from "./export-address.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import type { InboxPlace } from "../inbox/use-inbox-url.ts";

/** The sort order and the row height of the list. */
export const SortMenu = memo(function SortMenu({ url }: { url: InboxPlace }) {
  const t = useTranslations("list");
  const [{ density }, change] = usePreferences();
  const { workspaceId } = useInbox();
  const exportHref = exportAddress(workspaceId, { all: url.filter });
  const [isOpen, setOpen] = useState(false);
  const isCompact = density === "compact";
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Tooltip label={t("sort.title")} disabled={isOpen}>
          <ActionIcon variant="subtle" color="gray" aria-label={t("sort.title")}>
            <IconArrowsSort size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {SORTS.map((sort) => (
          <Menu.Item
            key={sort}
            rightSection={sort === url.sort ? <IconCheck size={16} aria-label={t("views.isChosen")} /> : null}
            onClick={() => url.setParams({ sort })}
          >
            {t(`sort.${sort}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconBaselineDensitySmall size={16} aria-hidden />}
          rightSection={isCompact ? <IconCheck size={16} aria-label={t("views.isChosen")} /> : null}
          onClick={() => change({ density: isCompact ? "comfortable" : "compact" })}
        >
          {t("sort.compact")}
        </Menu.Item>
        {exportHref ? (
          <Menu.Item
            component="a"
            href={exportHref}
            download
            disabled={url.filter.isPending === true}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t("sort.export")}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
});
