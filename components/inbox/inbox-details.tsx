"use client";

import { Drawer } from "@mantine/core";
import { useTranslations } from "next-intl";
import { DetailsPane } from "./details-pane.tsx";
import type { ConvRow } from "./documents.ts";
import { PaneBoundary } from "./pane-boundary.tsx";
import type { InboxUrl } from "./use-inbox-url.ts";
import type { usePanes } from "./use-panes.ts";
import layout from "./inbox.module.css";

type Props = { row: ConvRow; url: InboxUrl; panes: ReturnType<typeof usePanes> };

/** What is known beside the conversation: a pane of its own, or laid over the thread where there is no room. */
export function InboxDetails({ row, url, panes: { details, isPhone } }: Props) {
  const t = useTranslations("inbox.panes");
  return (
    <>
      {details.isPinned ? (
        <aside className={layout.details} aria-label={t("details")} data-region="details">
          <PaneBoundary key={row.id} title={t("detailsFailed")}>
            <DetailsPane row={row} url={url} onClose={details.toggle} />
          </PaneBoundary>
        </aside>
      ) : null}
      <Drawer.Root
        opened={details.isOverlaid}
        onClose={details.close}
        position="right"
        size={isPhone ? "100%" : 360}
        padding={0}
      >
        <Drawer.Overlay backgroundOpacity={0.4} />
        <Drawer.Content aria-label={t("details")}>
          <Drawer.Body className={layout.drawer}>
            <DetailsPane row={row} url={url} onClose={details.close} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}
