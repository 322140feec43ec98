import { IconCheck } from "@tabler/icons-react";
import { memo, useLayoutEffect, useMemo, useRef, type CSSProperties, type MouseEvent, type PointerEvent } from "react";
import { ClientAvatar } from "../details/client-avatar.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { unreadOf } from "./by-person.ts";
import { AlsoOn, RowFacts, RowMarks, RowOwner, type RowStage } from "./row-facts.tsx";
import { rowLabel } from "./row-label.ts";
import { rowMoment } from "./row-moment.ts";
import { RowPreview } from "./row-preview.tsx";
import type { RowWords } from "./row-words.ts";
import { useIsSelected } from "./selection.ts";
import { windowShare, windowState } from "../composer/window-state.ts";
import classes from "./conv-list.module.css";

type Props = {
  /** Its place in the list, as CSS. */
  top: string;
  row: ConvRow;
  /** The contact's other conversations that this row stands for. */
  others?: readonly ConvRow[];
  href: string;
  stage: RowStage;
  isOpen: boolean;
  isFocused: boolean;
  isCompact: boolean;
  viewerAgentId: string | null;
  /** The current time in milliseconds, accurate to half a minute. */
  now: number;
  words: RowWords;
  position: number;
  /** The number of rows in the whole list. -1: not known. */
  total: number;
  onOpen: (convId: string) => void;
  /** Selects the row, or the range up to it. */
  onSelect: (convId: string, isRange: boolean) => void;
};

export const rowElementId = (convId: string) => `conversation-${convId}`;

/** One conversation in the list. It is a link, so that users can copy it or open it in a new tab. */
export const ConvRowItem = memo(function ConvRowItem(props: Props) {
  const { top, row, others = NONE, href, stage, isOpen, isFocused, isCompact, viewerAgentId, now, words } = props;
  const { position, total, onOpen, onSelect } = props;
  const isSelected = useIsSelected(useMemo(() => [row.id, ...others.map(({ id }) => id)], [row.id, others]));
  const link = useRef<HTMLAnchorElement>(null);
  const shownId = useRef(row.id);
  // After scrolling, the element shows another row. Remove the focus, as if the element had been removed.
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
      data-focused={isFocused || undefined}
      data-unread={unreadOf(row, others) > 0 || undefined}
      data-chosen={isSelected || undefined}
      onClick={onClick}
    >
      <RowContent
        row={row}
        others={others}
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

const NONE: readonly ConvRow[] = [];

type ContentProps = Pick<Props, "row" | "stage" | "isCompact" | "viewerAgentId" | "now" | "words" | "onSelect"> & {
  others: readonly ConvRow[];
  isSelected: boolean;
};

/** The content of a row. A change of position does not render it again. In a burst, most rows change only their position. */
const RowContent = memo(function RowContent(props: ContentProps) {
  const { row, others, stage, isSelected, isCompact, viewerAgentId, now, words, onSelect } = props;
  const { times } = words;
  const moment = rowMoment(row, now, words);
  const state = windowState(row, now);

  /** Formatting the full time is expensive and few read it, so it happens on hover. */
  function nameMoment({ currentTarget }: PointerEvent<HTMLElement>) {
    currentTarget.title = times.absoluteTime(moment.at);
  }

  /** Handles the pointer only. The keyboard has its own keys for selecting. */
  function onPick(event: MouseEvent) {
    event.preventDefault();
    event.stopPropagation();
    onSelect(row.id, event.shiftKey);
  }

  return (
    <>
      <span className={classes.unseen}>{rowLabel(row, others, viewerAgentId, now, words)}</span>
      <span
        className={classes.face}
        data-window={state ?? undefined}
        style={state ? ({ "--share": windowShare(row, now) } as CSSProperties) : undefined}
        aria-hidden
        onClick={onPick}
      >
        <ClientAvatar
          clientId={row.clientId}
          name={row.clientName}
          url={row.clientAvatarUrl}
          channel={row.integrationType}
          size={isCompact ? 28 : 34}
        />
        <span className={classes.pick}>{isSelected ? <IconCheck size={14} /> : null}</span>
      </span>
      <span className={classes.lines} aria-hidden>
        <span className={classes.line}>
          <span className={classes.name}>
            <bdi>{row.clientName}</bdi>
          </span>
          {others.length > 0 ? <AlsoOn others={others} words={words} /> : null}
          <time
            // A new element for each row, because the title belongs to the row.
            key={row.id}
            className={classes.time}
            data-urgency={moment.urgency ?? undefined}
            dateTime={moment.at}
            onPointerEnter={nameMoment}
          >
            {moment.text}
          </time>
        </span>
        <span className={classes.line}>
          <RowPreview row={row} viewerAgentId={viewerAgentId} words={words} />
          <RowFacts row={row} stage={stage} tagColor={words.tagColor} />
          <RowMarks row={row} others={others} words={words} />
          <RowOwner row={row} words={words} />
        </span>
      </span>
    </>
  );
});
