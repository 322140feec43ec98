"use client";

import Link from "next/link";
import { PersonMenu } from "./person-menu.tsx";
import classes from "./shell.module.css";
import { useSections } from "./use-sections.ts";

/** The rail of narrow screens, within reach of a thumb. */
export function BottomBar() {
  const sections = useSections().filter(({ railOnly }) => !railOnly);
  return (
    <nav aria-label="Sections" className={classes.barLinks}>
      {sections.map(({ label, icon: Icon, href, isCurrent }) => (
        <Link key={label} href={href} className={classes.barLink} aria-current={isCurrent ? "page" : undefined}>
          <Icon size={22} stroke={1.6} aria-hidden />
          {label}
        </Link>
      ))}
      <PersonMenu place="bar" />
    </nav>
  );
}
