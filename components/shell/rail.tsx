"use client";

import { Tooltip } from "@mantine/core";
import Link from "next/link";
import { ConnectionDot } from "./connection.tsx";
import { PersonMenu } from "./person-menu.tsx";
import classes from "./shell.module.css";
import { useSections } from "./use-sections.ts";
import { WorkspaceMenu } from "./workspace-menu.tsx";

/** The sections as icons, the workspace above them and the person below. */
export function Rail() {
  const sections = useSections();
  return (
    <>
      <WorkspaceMenu />
      <nav aria-label="Sections" className={classes.links}>
        {sections.map(({ label, icon: Icon, href, isCurrent }) => (
          <Tooltip key={label} label={label} position="right">
            <Link href={href} className={classes.link} aria-label={label} aria-current={isCurrent ? "page" : undefined}>
              <Icon size={22} stroke={1.6} aria-hidden />
            </Link>
          </Tooltip>
        ))}
      </nav>
      <ConnectionDot />
      <PersonMenu place="rail" />
    </>
  );
}
