"use client";

import { CloseButton, Drawer, Table } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useId, type ReactNode } from "react";
import classes from "./side-panel.module.css";

type Props = {
  /** What the panel shows of the chosen row. null: no row is chosen. */
  panel: { title: ReactNode; hint?: ReactNode; body: ReactNode } | null;
  onClose: () => void;
  /** The table. */
  children: ReactNode;
};

/** A table with a panel for the chosen row: beside it from 1280 px on, otherwise over it. Escape closes the panel. */
export function WithSidePanel({ panel, onClose, children }: Props) {
  const t = useTranslations("ui");
  const titleId = useId();
  const isBeside = useMediaQuery("(min-width: 80em)") ?? false;
  if (!isBeside) {
    return (
      <>
        {children}
        <Drawer opened={panel !== null} onClose={onClose} position="right" size={440} title={panel?.title}>
          <div className={classes.body}>
            {panel?.hint ? <div className={classes.hint}>{panel.hint}</div> : null}
            {panel?.body}
          </div>
        </Drawer>
      </>
    );
  }
  return (
    <div
      className={classes.pair}
      data-open={panel !== null || undefined}
      onKeyDown={(event) => {
        if (event.key === "Escape" && panel) onClose();
      }}
    >
      <div className={classes.table}>{children}</div>
      {panel ? (
        <aside className={classes.panel} aria-labelledby={titleId}>
          <header className={classes.head}>
            <div>
              <h2 id={titleId} className={classes.title}>
                {panel.title}
              </h2>
              {panel.hint ? <div className={classes.hint}>{panel.hint}</div> : null}
            </div>
            <CloseButton aria-label={t("close")} onClick={onClose} />
          </header>
          {panel.body}
        </aside>
      ) : null}
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

/** A row that opens the panel, with a click anywhere or with the button in its first cell. */
export function PanelRow({
  isChosen,
  onOpen,
  children,
}: {
  isChosen: boolean;
  onOpen: () => void;
  children: ReactNode;
}) {
  return (
    <Table.Tr className={classes.row} data-chosen={isChosen || undefined} onClick={onOpen}>
      {children}
    </Table.Tr>
  );
}

/** The button of such a row. Its click is the row's. */
export function PanelButton({ isChosen, children }: { isChosen: boolean; children: ReactNode }) {
  return (
    <button type="button" className={classes.open} aria-expanded={isChosen}>
      {children}
    </button>
  );
}
