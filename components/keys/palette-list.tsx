"use client";

import { ActionIcon, Combobox, ScrollArea, Text, useCombobox, VisuallyHidden } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconChevronRight, IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect } from "react";
import { ACTIONS, type ActionId } from "./actions.ts";
import { ActionKey } from "./key-caps.tsx";
import { SECTIONS_OF_PALETTE, type PaletteItem } from "./palette-items.ts";
import classes from "./palette.module.css";

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
 */
export function PaletteList({ label, placeholder, query, onQuery, target, lines, onPick, onBack, notice }: Props) {
  const t = useTranslations("keys.palette");
  const combobox = useCombobox({ opened: true });
  const { selectFirstOption } = combobox;
  const firstKey = lines[0]?.key;
  // Select before the browser paints, so that Enter runs what the person sees. The effect covers the first render, when the list
  // has no ID yet.
  useEffect(() => {
    selectFirstOption();
  }, [selectFirstOption]);
  useLayoutEffect(() => {
    selectFirstOption();
  }, [query, firstKey, selectFirstOption]);
  const order = [...new Set([...lines.map(({ section }) => section), ...SECTIONS_OF_PALETTE])];

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        const item = lines.find((line) => line.key === key);
        if (item) onPick(item);
      }}
    >
      <div className={classes.head}>
        {onBack ? (
          <ActionIcon variant="subtle" color="gray" aria-label={t("back")} onClick={onBack}>
            <IconArrowLeft size={18} aria-hidden />
          </ActionIcon>
        ) : (
          <IconSearch size={18} aria-hidden className={classes.mark} />
        )}
        <Combobox.EventsTarget>
          <input
            className={classes.field}
            value={query}
            onChange={(event) => onQuery(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Backspace" && query === "" && onBack) onBack();
            }}
            aria-label={label}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            autoFocus
          />
        </Combobox.EventsTarget>
      </div>
      <ScrollArea.Autosize mah="min(60dvh, 440px)" type="auto" scrollbarSize={8}>
        <Combobox.Options className={classes.lines} aria-label={label}>
          {order.map((section) => {
            const own = lines.filter((line) => line.section === section);
            if (own.length === 0) return null;
            return (
              <Combobox.Group key={section} label={onBack ? undefined : section === "target" ? target : t(section)}>
                {own.map((item) => (
                  <PaletteLine key={item.key} item={item} />
                ))}
              </Combobox.Group>
            );
          })}
          {lines.length === 0 && !notice ? <Combobox.Empty>{t("nothing")}</Combobox.Empty> : null}
        </Combobox.Options>
      </ScrollArea.Autosize>
      {notice ? (
        <Text size="sm" c="dimmed" className={classes.notice}>
          {notice}
        </Text>
      ) : null}
      <VisuallyHidden role="status">{query === "" ? "" : t("found", { count: lines.length })}</VisuallyHidden>
    </Combobox>
  );
}

function PaletteLine({ item }: { item: PaletteItem }) {
  const id = item.key.slice("action:".length);
  const Icon = item.icon ?? IconArrowRight;
  return (
    <Combobox.Option value={item.key} className={classes.line}>
      <Icon size={18} stroke={1.5} aria-hidden className={classes.icon} />
      <span className={classes.label}>
        <bdi>{item.label}</bdi>
      </span>
      {item.detail ? <span className={classes.detail}>{item.detail}</span> : null}
      {item.key.startsWith("action:") && isAction(id) ? <ActionKey id={id} /> : null}
      {item.isPage ? <IconChevronRight size={16} aria-hidden className={classes.mark} /> : null}
    </Combobox.Option>
  );
}

function isAction(id: string): id is ActionId {
  return Object.hasOwn(ACTIONS, id);
}
