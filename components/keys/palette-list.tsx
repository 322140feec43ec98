"use client";

import { ActionIcon, Text, VisuallyHidden } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconChevronRight, IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useId, useState, type KeyboardEvent } from "react";
import { ACTIONS, type ActionId } from "./actions.ts";
import { ActionKey } from "./key-caps.tsx";
import { SECTIONS_OF_PALETTE, type PaletteItem } from "./palette-items.ts";
import classes from "./palette.module.css";

/** As many as fit into the frame. */
const FIRST_LINES = 12;

type Props = {
  label: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  /** What the first section acts on. */
  target?: string | null;
  /** Ordered by section. */
  lines: readonly PaletteItem[];
  onPick: (item: PaletteItem) => void;
  /** Leaves a page of the palette. */
  onBack?: () => void;
  notice: string | null;
};

/**
 * A search field with its results. Arrow keys move the selection and Enter runs it. The first result of a query is preselected.
 * Plain elements: the library's would take twice the time to open.
 */
export function PaletteList({ label, placeholder, query, onQuery, target, lines, onPick, onBack, notice }: Props) {
  const t = useTranslations("keys.palette");
  const id = useId();
  // The lines below the fold come in a second render, so that the palette opens at once.
  const isWhole = useDeferredValue(true, false);
  const shown = isWhole ? lines : lines.slice(0, FIRST_LINES);
  const order = [...new Set([...shown.map(({ section }) => section), ...SECTIONS_OF_PALETTE])];
  // Another query, or another first result, preselects the first one again.
  const results = JSON.stringify([query, lines[0]?.key]);
  const [moved, setMoved] = useState({ in: results, to: 0 });
  const selected = moved.in === results ? Math.min(moved.to, shown.length - 1) : 0;
  const optionId = (item: PaletteItem) => `${id}-${item.key}`;
  const idOf = (index: number) => (shown[index] ? optionId(shown[index]) : undefined);

  function select(to: number) {
    const index = (to + shown.length) % shown.length;
    setMoved({ in: results, to: index });
    document.getElementById(idOf(index) ?? "")?.scrollIntoView({ block: "nearest" });
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Backspace" && query === "") return onBack?.();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== "Enter") return;
    event.preventDefault();
    const item = shown[selected];
    if (step !== undefined && item) select(selected + step);
    else if (item) onPick(item);
  }

  return (
    <>
      <div className={classes.head}>
        {onBack ? (
          <ActionIcon variant="subtle" color="gray" aria-label={t("back")} onClick={onBack}>
            <IconArrowLeft size={18} aria-hidden />
          </ActionIcon>
        ) : (
          <IconSearch size={18} aria-hidden className={classes.mark} />
        )}
        <input
          className={classes.field}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={idOf(selected)}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          autoFocus
        />
      </div>
      <div id={id} role="listbox" aria-label={label} className={classes.lines}>
        {order.map((section) => {
          const own = shown.filter((line) => line.section === section);
          if (own.length === 0) return null;
          const title = onBack ? undefined : section === "target" ? target : t(section);
          return (
            <div key={section} role="group" aria-label={title ?? undefined}>
              {title ? (
                <div className={classes.section} aria-hidden>
                  {title}
                </div>
              ) : null}
              {own.map((item) => (
                <PaletteLine
                  key={item.key}
                  id={optionId(item)}
                  item={item}
                  isSelected={item === shown[selected]}
                  onPick={() => onPick(item)}
                />
              ))}
            </div>
          );
        })}
        {lines.length === 0 && !notice ? <div className={classes.nothing}>{t("nothing")}</div> : null}
      </div>
      {notice ? (
        <Text size="sm" c="dimmed" className={classes.notice}>
          {notice}
        </Text>
      ) : null}
      <VisuallyHidden role="status">{query === "" ? "" : t("found", { count: lines.length })}</VisuallyHidden>
    </>
  );
}

type LineProps = { id: string; item: PaletteItem; isSelected: boolean; onPick: () => void };

function PaletteLine({ id, item, isSelected, onPick }: LineProps) {
  const action = item.key.slice("action:".length);
  const Icon = item.icon ?? IconArrowRight;
  return (
    // The field keeps the focus and has the keys.
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      className={classes.line}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <Icon size={18} stroke={1.5} aria-hidden className={classes.icon} />
      <span className={classes.label}>
        <bdi>{item.label}</bdi>
      </span>
      {item.detail ? <span className={classes.detail}>{item.detail}</span> : null}
      {item.key.startsWith("action:") && isAction(action) ? <ActionKey id={action} /> : null}
      {item.isPage ? <IconChevronRight size={16} aria-hidden className={classes.mark} /> : null}
    </div>
  );
}

function isAction(id: string): id is ActionId {
  return Object.hasOwn(ACTIONS, id);
}
