"use client";

import { Drawer } from "@mantine/core";
import { useCallbackRef } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { memo, useDeferredValue } from "react";
import { DetailsPane } from "./details-pane.tsx";
import type { ConvRow } from "./documents.ts";
import { PaneBoundary } from "./pane-boundary.tsx";
import type { InboxUrl } from "./use-inbox-url.ts";
import type { usePanes } from "./use-panes.ts";
import layout from "./inbox.module.css";

type Props = { row: ConvRow; url: InboxUrl; panes: ReturnType<typeof usePanes> };

/**
 * What is known beside the conversation: a pane of its own, or laid over the thread where there is no room. It comes after the messages:
 * who goes down the list waits for those alone.
 */
export function InboxDetails({ row, url, panes: { details, isPhone } }: Props) {
  const t = useTranslations("inbox.panes");
  const shown = useDeferredValue<ConvRow | null>(row, null);
  const open = useCallbackRef(url.open);
  const toggle = useCallbackRef(details.toggle);
  const close = useCallbackRef(details.close);
  if (!shown) return null;
  return (
    <>
      {details.isPinned ? (
        <aside
          className={layout.details}
          aria-label={t("details")}
          data-region="details"
          aria-busy={shown.id !== row.id}
        >
          <PaneBoundary place={shown.id} title={t("detailsFailed")}>
            <Pane row={shown} open={open} href={url.href} onClose={toggle} />
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
            <Pane row={shown} open={open} href={url.href} onClose={close} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}

const Pane = memo(DetailsPane);
