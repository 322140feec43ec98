"use client";

import { Drawer } from "@mantine/core";
import { useCallbackRef } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { memo, useDeferredValue } from "react";
import { DetailsPane } from "./details-pane.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { PaneBoundary } from "../inbox/pane-boundary.tsx";
import type { InboxUrl } from "../inbox/use-inbox-url.ts";
import type { usePanes } from "../inbox/use-panes.ts";
import layout from "../inbox/inbox.module.css";

type Props = {
  convId: string;
  /** null while it is loading. */
  row: ConvRow | null;
  url: InboxUrl;
  panes: ReturnType<typeof usePanes>;
};

/**
 * The details of the open conversation: a pane, or a drawer over the thread on narrow screens. They render after the messages, so that
 * moving down the list stays fast. Until then the pane shows skeletons, and never another conversation's contact.
 */
export function InboxDetails({ convId, row, url, panes: { details, isPhone } }: Props) {
  const t = useTranslations("inbox.panes");
  const later = useDeferredValue<ConvRow | null>(row, null);
  const shown = later?.id === convId ? later : null;
  const open = useCallbackRef(url.open);
  const toggle = useCallbackRef(details.toggle);
  const close = useCallbackRef(details.close);
  return (
    <>
      {details.isPinned ? (
        <aside className={layout.details} aria-label={t("details")} data-region="details" aria-busy={shown === null}>
          <PaneBoundary place={convId} title={t("detailsFailed")}>
            <Pane row={shown} open={open} href={url.href} onClose={toggle} />
          </PaneBoundary>
        </aside>
      ) : null}
      <Drawer.Root
        opened={details.isOverlaid}
        onClose={details.close}
        position="right"
        size={isPhone ? "100%" : 320}
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
