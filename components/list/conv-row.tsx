import { IconCheck } from "@tabler/icons-react";
import { memo, useLayoutEffect, useRef, type MouseEvent, type PointerEvent } from "react";
import { ClientAvatar } from "../details/client-avatar.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { RowFacts, RowMarks, RowOwner } from "./row-facts.tsx";
import { rowLabel } from "./row-label.ts";
import { RowPreview } from "./row-preview.tsx";
import type { RowWords } from "./row-words.ts";
import { useIsSelected } from "./selection.ts";
import { windowState } from "../composer/window-state.ts";
import classes from "./conv-list.module.css";

type Props = {
  /** Where it stands in the list, in pixels. */
  top: number;
  row: ConvRow;
  href: string;
  stage: string | null;
  isOpen: boolean;
  isFocused: boolean;
  isCompact: boolean;
  viewerAgentId: string | null;
  /** Milliseconds, half a minute exact. */
  now: number;
  words: RowWords;
  position: number;
  /** Of the whole list; -1 while that is not known. */
  total: number;
  onOpen: (convId: string) => void;
  /** Chooses it, or everything up to it. */
  onSelect: (convId: string, isRange: boolean) => void;
};

export const rowElementId = (convId: string) => `conversation-${convId}`;

/** One conversation in the list. A link, so that it can be copied or opened in a tab of its own. */
export const ConvRowItem = memo(function ConvRowItem(props: Props) {
  const { top, row, href, stage, isOpen, isFocused, isCompact, viewerAgentId, now, words } = props;
  const { position, total, onOpen, onSelect } = props;
  const isSelected = useIsSelected(row.id);
  const link = useRef<HTMLAnchorElement>(null);
  const shownId = useRef(row.id);
  // Scrolled away, its place is another row's: the focus goes as it would go with the row.
  useLayoutEffect(() => {
    if (shownId.current !== row.id && link.current === document.activeElement) link.current?.blur();
    shownId.current = row.id;
  }, [row.id]);

  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    if (event.shiftKey) onSelect(row.id, true);
    else onOpen(row.id);
  }

  return (
    <a
      ref={link}
      id={rowElementId(row.id)}
      role="option"
      aria-selected={isOpen}
      aria-checked={isSelected || undefined}
      aria-posinset={position}
      aria-setsize={total}
      tabIndex={-1}
      href={href}
      className={classes.row}
      style={{ insetBlockStart: top }}
      data-conv-id={row.id}
      data-compact={isCompact || undefined}
      data-focused={isFocused || undefined}
      data-unread={row.unreadCount > 0 || undefined}
      data-waiting={row.needsResponse || undefined}
      data-chosen={isSelected || undefined}
      onClick={onClick}
    >
      <RowContent
        row={row}
        stage={stage}
        isSelected={isSelected}
        isCompact={isCompact}
        viewerAgentId={viewerAgentId}
        now={now}
        words={words}
        onSelect={onSelect}
      />
    </a>
  );
});

type ContentProps = Pick<Props, "row" | "stage" | "isCompact" | "viewerAgentId" | "now" | "words" | "onSelect"> & {
  isSelected: boolean;
};

/** What a row says. It is not drawn again where only its place among the others has changed: in a burst that is most of them. */
const RowContent = memo(function RowContent(props: ContentProps) {
  const { row, stage, isSelected, isCompact, viewerAgentId, now, words, onSelect } = props;
  const { times } = words;

  /** The whole moment is dear to write out, and read by few. */
  function nameMoment({ currentTarget }: PointerEvent<HTMLElement>) {
    currentTarget.title = times.absoluteTime(row.lastMessageAt);
  }

  /** By pointer; the keyboard has its own keys for it. */
  function onPick(event: MouseEvent) {
    event.preventDefault();
    event.stopPropagation();
    onSelect(row.id, event.shiftKey);
  }

  return (
    <>
      <span className={classes.unseen}>{rowLabel(row, viewerAgentId, now, words)}</span>
      <span className={classes.face} data-window={windowState(row, now) ?? undefined} aria-hidden onClick={onPick}>
        <ClientAvatar
          clientId={row.clientId}
          name={row.clientName}
          url={row.clientAvatarUrl}
          channel={row.integrationType}
          size={isCompact ? 32 : 40}
        />
        <span className={classes.pick}>{isSelected ? <IconCheck size={16} /> : null}</span>
      </span>
      <span className={classes.lines} aria-hidden>
        <span className={classes.line}>
          <span className={classes.name}>
            <bdi>{row.clientName}</bdi>
          </span>
          {isCompact ? <RowOwner row={row} now={now} words={words} /> : null}
          <time
            // Its title is this row's.
            key={row.id}
            className={classes.time}
            dateTime={row.lastMessageAt}
            onPointerEnter={nameMoment}
          >
            {times.relativeTime(row.lastMessageAt, now)}
          </time>
        </span>
        <span className={classes.line}>
          <RowPreview row={row} viewerAgentId={viewerAgentId} words={words} />
          <RowMarks row={row} words={words} />
        </span>
        {isCompact ? null : (
          <span className={classes.line}>
            <RowFacts row={row} stage={stage} />
            <RowOwner row={row} now={now} words={words} />
          </span>
        )}
      </span>
    </>
  );
});
