"use client";

import type { ReactNode } from "react";
import { SettingsNav } from "./settings-nav.tsx";
import classes from "./settings-nav.module.css";

/** The settings: their navigation, and the current page beside it. On narrow screens the navigation is a menu above the page. */
export function SettingsShell({ children }: { children: ReactNode }) {
  return (
    <div className={classes.shell}>
      <SettingsNav />
      <div className={classes.page}>{children}</div>
    </div>
  );
}
