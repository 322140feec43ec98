"use client";

import { useCallbackRef } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState, type CSSProperties, useEffect } from "react";
import type { Actions } from "../keys/action-registry.ts";
import { useActions } from "../keys/use-actions.ts";
import { useBeforeActions } from "../keys/use-before-actions.ts";
import { paths } from "../paths.ts";
import { usePreferences } from "../shell/use-preferences.ts";
import { EmptyFace } from "../ui/empty-face.tsx";
import { presetTime } from "../ui/time-words.ts";
import { BulkBar } from "../list/bulk-bar.tsx";
import { ConvList } from "../list/conv-list.tsx";
import { belongs, VIEWS } from "../list/conv-rows.ts";
import type { ConvRow } from "./documents.ts";
import { useInbox } from "./inbox-context.tsx";
import { LateDetails, LateThread, useLatePanes } from "./late-panes.tsx";
import { ListHeader } from "../list/list-header.tsx";
import { PaneSeparator } from "./pane-separator.tsx";
import { LIST_WIDTH } from "./pane-width.ts";
import { PaneBoundary } from "./pane-boundary.tsx";
import { convRowQuery } from "./queries.ts";
import { useConvActions } from "./use-conv-actions.ts";
import { useConvRows } from "../list/use-conv-rows.ts";
import { useInboxUrl } from "./use-inbox-url.ts";
import { useLiveInbox } from "./use-live-inbox.ts";
import { usePanes } from "./use-panes.ts";
import { useRowCursor } from "../list/use-row-cursor.ts";
import { useSwipeRows } from "../list/use-swipe-rows.ts";
import { useUndoKey } from "./use-undo.tsx";
import { ViewsNav } from "../list/views-nav.tsx";
import layout from "./inbox.module.css";
import listClasses from "../list/conv-list.module.css";
import { whenIdle } from "./after-paint.ts";

/** The panes: next to each other on wide screens, one at a time on narrow ones. */
export function InboxPanes() {
  const { workspaceId, viewer, cache } = useInbox();
  const url = useInboxUrl();
  const [preferences] = usePreferences();
  const list = useConvRows(url.filter, preferences.groupsByContact);
  const cursor = useRowCursor(list, url.convId, url.open);
  const t = useTranslations("keys.panes");
  const ofList = useTranslations("list");
  const words = useTranslations("inbox.panes");
  const panes = usePanes();
  const { details, isPhone } = panes;
  /** The list's width while the user drags its edge. */
  const [drawnWidth, setDrawnWidth] = useState<number | null>(null);
  const listWidth = drawnWidth ?? panes.listWidth;
  const convActions = useConvActions();
  const searchRef = useRef<HTMLInputElement>(null);
  const { data: openRow, isPending } = useQuery({
    ...convRowQuery(workspaceId, url.convId ?? "", cache.client),
    enabled: url.convId !== null,
  });
  // The pane keeps its place while the next conversation is loading.
  const hasDetails = url.convId !== null && (isPending || Boolean(openRow));
  useLiveInbox(url.convId);
  useNotifyPresence(url.convId);
  useUndoKey();
  useLatePanes();

  useBeforeActions(cursor.settle, url.convId);

  function back() {
    cursor.rest();
    url.open(null);
  }
  const actions: Actions = {
    nextConv: () => cursor.move(1),
    previousConv: () => cursor.move(-1),
    openConv: cursor.openFocused,
    search: () => searchRef.current?.focus(),
    toggleDetails: url.convId ? details.toggle : null,
    leave: url.convId ? back : null,
    goMine: () => url.choose("mine"),
    goUnassigned: () => url.choose("unassigned"),
    goAll: () => url.choose("all"),
    goSnoozed: () => url.choose("snoozed"),
    switchView: "choose",
  };
  useActions(actions, {
    switchView: () => VIEWS.map((view) => ({ id: view, label: ofList(`views.${view}`), run: () => url.choose(view) })),
  });

  function goOn(done: ConvRow, how?: "given") {
    // The action may finish late. If the agent is elsewhere by then, stay there.
    if (window.location.pathname !== paths.inbox(workspaceId, done.id)) return;
    // In other lists, an assigned conversation stays in the list.
    if (how === "given" && url.view !== "mine") return;
    const where = isPhone ? "list" : preferences.afterDone;
    // The person may wait on another channel too.
    const other = list.convIdsOf(list.shownIdOf(done.id)).find((id) => id !== done.id);
    const next =
      other !== undefined && where !== "list" && where !== "stay"
        ? other
        : afterDone(list.ids, done.id, where, cursor.placeOf(done.id));
    if (next !== done.id) url.open(next);
  }

  // Stable identities, so that the router's later update renders nothing again.
  const onBack = useCallbackRef(back);
  const onEnded = useCallbackRef(goOn);
  const onToggleDetails = useCallbackRef(details.toggle);
  const onOpen = useCallbackRef(url.open);
  const hrefOf = useCallbackRef(url.href);

  const swipe = useSwipeRows({ end: t("swipeEnd"), snooze: t("swipeSnooze") }, (convId, what) => {
    const row = list.rows.find(({ id }) => id === convId);
    if (!row || row.ended) return;
    if (what === "end") void convActions.end(row);
    else void convActions.snooze(row, { until: presetTime("tomorrow", new Date()), onlyMe: false });
  });

  // A row whose place only the server knows may be on a page that is not loaded.
  const mayFollow = list.hasNextPage || !list.isSuccess;
  const isElsewhere =
    openRow && !list.convIds.includes(openRow.id) && !belongs(openRow, url.filter, viewer.agentId, mayFollow);
  return (
    <div
      className={layout.screen}
      data-open={url.convId ? "thread" : "list"}
      data-details={(details.isPinned && hasDetails) || undefined}
      style={listWidth === undefined ? undefined : ({ "--list-width": `${listWidth}px` } as CSSProperties)}
    >
      <ViewsNav url={url.place} />
      <section className={layout.list} aria-label={words("list")} data-region="list" {...swipe}>
        <PaneBoundary place="list" title={words("listFailed")}>
          <ListHeader url={url.place} searchRef={searchRef} ids={list.convIds} />
          {isElsewhere ? <div className={listClasses.hint}>{words("elsewhere")}</div> : null}
          <BulkBar list={list} focusedId={cursor.focusedId} filter={url.filter} hasMore={list.hasNextPage} />
          <ConvList key={`${url.view} ${url.sort}`} list={list} url={url} cursor={cursor} />
        </PaneBoundary>
      </section>
      {isPhone ? null : (
        <PaneSeparator
          label={t("list")}
          width={listWidth ?? LIST_WIDTH.usual}
          onDraw={setDrawnWidth}
          onChange={(width) => {
            setDrawnWidth(null);
            panes.setListWidth(width);
          }}
        />
      )}
      <section className={layout.thread} aria-label={words("thread")} data-region="thread" tabIndex={-1}>
        {url.convId ? (
          <PaneBoundary place={url.convId} title={words("threadFailed")}>
            <LateThread
              convId={url.convId}
              onBack={onBack}
              onEnded={onEnded}
              onToggleDetails={onToggleDetails}
              hrefOf={hrefOf}
              onOpen={onOpen}
              areDetailsOpen={details.isPinned || details.isOverlaid}
            />
          </PaneBoundary>
        ) : (
          <EmptyFace picture="chats" title={words("none")} message={words("noneHint")} />
        )}
      </section>
      {url.convId !== null && hasDetails ? (
        <LateDetails convId={url.convId} row={openRow ?? null} url={url} panes={panes} />
      ) : null}
    </div>
  );
}

/**
 * What to open after a conversation was handled and leaves the list: the next or previous one (the other one if there is none on that
 * side), the conversation itself, or null for the list alone.
 * @param lastPlace where the conversation was, if it has left the list already: in "Needs reply" it leaves with the answer. -1: it was not there.
 */
export function afterDone(
  ids: readonly string[],
  doneId: string,
  how: "next" | "previous" | "stay" | "list",
  lastPlace = -1,
): string | null {
  const at = ids.indexOf(doneId);
  const hasLeft = at === -1 && lastPlace !== -1;
  const [before, after] = hasLeft
    ? [ids[lastPlace - 1] ?? null, ids[lastPlace] ?? null]
    : [ids[at - 1] ?? null, ids[at + 1] ?? null];
  switch (how) {
    case "stay":
      return doneId;
    case "list":
      return null;
    case "next":
      return at === -1 && !hasLeft ? null : (after ?? before);
    case "previous":
      return at === -1 && !hasLeft ? null : (before ?? after);
  }
}

/** Notifies colleagues that this tab views the conversation, while the tab is visible. */
function useNotifyPresence(convId: string | null): void {
  const { presenceNotifier } = useInbox();
  useEffect(() => {
    let isOver = false;
    const follow = () => presenceNotifier.look(document.visibilityState === "visible" ? convId : null);
    const leave = () => presenceNotifier.look(null);
    // Messages and details come first. Presence can wait.
    void whenIdle().then(() => isOver || follow());
    document.addEventListener("visibilitychange", follow);
    window.addEventListener("pagehide", leave);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", follow);
      window.removeEventListener("pagehide", leave);
      void whenIdle().then(() => presenceNotifier.leave(convId));
    };
  }, [presenceNotifier, convId]);
}
