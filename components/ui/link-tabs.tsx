"use client";

import Link from "next/link";
import classes from "./link-tabs.module.css";

type Tab = { label: string; href: string; isCurrent: boolean };

/** Sub-pages of a section. Each has its own address, so these are links and not tabs to a screen reader. */
export function LinkTabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} className={classes.tab} aria-current={tab.isCurrent ? "page" : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
