"use client";

import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconMessages } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { EmptyFace } from "../ui/empty-face.tsx";
import { ConvList } from "./conv-list.tsx";
import { belongs } from "./conv-rows.ts";
import { DetailsPane } from "./details-pane.tsx";
import type { ConvRow } from "./documents.ts";
import { useInbox } from "./inbox-context.tsx";
import { ListHeader } from "./list-header.tsx";
import { PaneBoundary } from "./pane-boundary.tsx";
import { convRowQuery } from "./queries.ts";
import { ShortcutHelp } from "./shortcut-help.tsx";
import { ThreadPane } from "./thread-pane.tsx";
import { useConvRows } from "./use-conv-rows.ts";
import { useDetails } from "./use-details.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { useInboxUrl } from "./use-inbox-url.ts";
import { useLiveInbox } from "./use-live-inbox.ts";
import { useRowCursor } from "./use-row-cursor.ts";
import { ViewsNav } from "./views-nav.tsx";
import layout from "./inbox.module.css";
import listClasses from "./conv-list.module.css";

/** The panes, side by side where there is room and one at a time where there is not. */
export function InboxPanes() {
  const { workspaceId, viewer, cache } = useInbox();
  const url = useInboxUrl();
  const list = useConvRows(url.filter);
  const cursor = useRowCursor(list.ids, url.convId, url.open);
  const details = useDetails();
  const isPhone = useMediaQuery("(max-width: 47.99em)") ?? false;
  const searchRef = useRef<HTMLInputElement>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const openRow = useQuery({
    ...convRowQuery(workspaceId, url.convId ?? "", cache.client),
    enabled: url.convId !== null,
  }).data;
  useLiveInbox(url.convId);

  const back = () => url.open(null);
  useInboxKeys({
    onMove: cursor.move,
    onOpenFocused: cursor.openFocused,
    onEscape: back,
    letters: {
      j: () => cursor.move(1),
      k: () => cursor.move(-1),
      "/": () => searchRef.current?.focus(),
      ".": details.toggle,
      "?": () => setHelpOpen(true),
    },
  });

  function goOn(ended: ConvRow) {
    url.open(isPhone ? null : cursor.neighbour(ended.id));
  }

  const isElsewhere = openRow && !list.ids.includes(openRow.id) && !belongs(openRow, url.filter, viewer.agentId, true);
  return (
    <div
      className={layout.screen}
      data-open={url.convId ? "thread" : "list"}
      data-details={(details.isPinned && openRow) || undefined}
    >
      <div className={layout.views}>
        <ViewsNav url={url} />
      </div>
      <section className={layout.list} aria-label="Conversations">
        <PaneBoundary title="The list failed">
          <ListHeader url={url} searchRef={searchRef} />
          {isElsewhere ? <div className={listClasses.hint}>The open conversation is not in this view.</div> : null}
          <ConvList key={`${url.view} ${url.sort}`} list={list} url={url} cursor={cursor} />
        </PaneBoundary>
      </section>
      <section className={layout.thread} aria-label="Open conversation">
        {url.convId ? (
          <PaneBoundary key={url.convId} title="The conversation failed">
            <ThreadPane
              convId={url.convId}
              onBack={back}
              onEnded={goOn}
              onToggleDetails={details.toggle}
              areDetailsOpen={details.isPinned || details.isOverlaid}
            />
          </PaneBoundary>
        ) : (
          <EmptyFace
            icon={<IconMessages size={24} aria-hidden />}
            title="No conversation open"
            message="Choose one from the list. J and K move through it, ? shows all shortcuts."
          />
        )}
      </section>
      {openRow && details.isPinned ? (
        <aside className={layout.details} aria-label="Details">
          <PaneBoundary key={openRow.id} title="The details failed">
            <DetailsPane row={openRow} url={url} onClose={details.toggle} />
          </PaneBoundary>
        </aside>
      ) : null}
      {openRow ? (
        <Drawer.Root
          opened={details.isOverlaid}
          onClose={details.close}
          position="right"
          size={isPhone ? "100%" : 360}
          padding={0}
        >
          <Drawer.Overlay backgroundOpacity={0.4} />
          <Drawer.Content aria-label="Details">
            <Drawer.Body className={layout.drawer}>
              <DetailsPane row={openRow} url={url} onClose={details.close} />
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      ) : null}
      <ShortcutHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}
