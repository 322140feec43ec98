"use client";

import Link from "next/link";
import { useEffect, useRef } from "react";
import classes from "./link-tabs.module.css";

type Tab = { label: string; href: string; isCurrent: boolean };

/** The sub-pages of a section. Each has its own URL, so these are links, not tabs, to a screen reader. */
export function LinkTabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const current = useRef<HTMLAnchorElement>(null);
  const currentHref = tabs.find(({ isCurrent }) => isCurrent)?.href;
  useEffect(() => {
    // If not all fit, scroll the current one into view.
    void current.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [currentHref]);
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          ref={tab.isCurrent ? current : null}
          href={tab.href}
          className={classes.tab}
          aria-current={tab.isCurrent ? "page" : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
