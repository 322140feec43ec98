"use client";

import { CloseButton, Drawer, Table } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, type ReactNode } from "react";
import classes from "./side-panel.module.css";

type Props = {
  /** What the panel shows of the chosen row. null: no row is chosen. */
  panel: { title: ReactNode; hint?: ReactNode; body: ReactNode } | null;
  onClose: () => void;
  /** The table. Cells with `data-minor` give way when it is narrow. */
  children: ReactNode;
};

/**
 * A table with a panel for the chosen row: beside it from 1280 px on, otherwise over it. Escape closes the panel, and the focus returns
 * to the row, or to the table if the row is gone.
 */
export function WithSidePanel({ panel, onClose, children }: Props) {
  const t = useTranslations("ui");
  const titleId = useId();
  const table = useRef<HTMLDivElement>(null);
  const isBeside = useMediaQuery("(min-width: 80em)") ?? false;
  const isOpen = panel !== null;
  const close = () => {
    const row = table.current?.querySelector<HTMLElement>("[aria-expanded='true']");
    (row ?? table.current)?.focus();
    onClose();
  };
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen || !isBeside) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // A menu, a list or a dialog that is open takes the key for itself. Closed lists stay in the page, out of sight.
      const layers = [...document.querySelectorAll("[role='dialog'], [role='menu'], [role='listbox']")];
      if (event.key === "Escape" && !layers.some((layer) => layer.checkVisibility())) latest.current();
    };
    // Before the layer closes.
    document.addEventListener("keydown", onKeyDown, { capture: true });
    return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [isOpen, isBeside]);
  return (
    <div className={classes.pair} data-open={(isOpen && isBeside) || undefined}>
      <div ref={table} tabIndex={-1} className={classes.table}>
        {children}
      </div>
      {panel && isBeside ? (
        <aside className={classes.panel} aria-labelledby={titleId}>
          <header className={classes.head}>
            <div>
              <h2 id={titleId} className={classes.title}>
                {panel.title}
              </h2>
              {panel.hint ? <div className={classes.hint}>{panel.hint}</div> : null}
            </div>
            <CloseButton aria-label={t("close")} onClick={close} />
          </header>
          {panel.body}
        </aside>
      ) : null}
      <Drawer opened={isOpen && !isBeside} onClose={close} position="right" size={440} title={panel?.title}>
        <div className={classes.body}>
          {panel?.hint ? <div className={classes.hint}>{panel.hint}</div> : null}
          {panel?.body}
        </div>
      </Drawer>
    </div>
  );
}

/** Names and values in a panel. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}

/** One of them. Without a value there is no line. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === "") return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type RowProps = {
  isChosen: boolean;
  /** Opens the row's panel, or closes it if it is this row's. */
  onToggle: () => void;
  /** What stands in the first cell, as the button that opens the panel. */
  name: ReactNode;
  /** The other cells. */
  children: ReactNode;
};

/** A row that opens its panel, with a click anywhere or with the button in its first cell. */
export function PanelRow({ isChosen, onToggle, name, children }: RowProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Table.Tr
      className={classes.row}
      data-chosen={isChosen || undefined}
      onClick={() => {
        button.current?.focus();
        onToggle();
      }}
    >
      <Table.Td>
        <button ref={button} type="button" className={classes.open} aria-expanded={isChosen}>
          {name}
        </button>
      </Table.Td>
      {children}
    </Table.Tr>
  );
}
