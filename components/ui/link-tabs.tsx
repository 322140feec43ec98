"use client";

import Link from "next/link";
import { useEffect, useRef } from "react";
import classes from "./link-tabs.module.css";

type Tab = { label: string; href: string; isCurrent: boolean };

/** Sub-pages of a section. Each has its own address, so these are links and not tabs to a screen reader. */
export function LinkTabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const current = useRef<HTMLAnchorElement>(null);
  const currentHref = tabs.find(({ isCurrent }) => isCurrent)?.href;
  useEffect(() => {
    // Where not all fit, the page's own is among those that are seen.
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
