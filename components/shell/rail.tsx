"use client";

import { Tooltip } from "@mantine/core";
import { useTranslations } from "next-intl";
import { ConnectionDot } from "./connection.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { SectionLink } from "./section-link.tsx";
import classes from "./shell.module.css";
import { useSections } from "./use-sections.ts";
import { WorkspaceMenu } from "./workspace-menu.tsx";

/** The sections as icons, with the workspace menu above and the person's menu below. */
export function Rail() {
  const t = useTranslations("shell");
  const sections = useSections();
  return (
    <>
      <WorkspaceMenu />
      <nav aria-label={t("sectionsLabel")} className={classes.links} data-region="sections">
        {sections.map(({ label, icon: Icon, href, isCurrent }) => (
          <Tooltip key={label} label={label} position="right">
            <SectionLink
              href={href}
              className={classes.link}
              aria-label={label}
              aria-current={isCurrent ? "page" : undefined}
            >
              <Icon size={22} stroke={1.6} aria-hidden />
            </SectionLink>
          </Tooltip>
        ))}
      </nav>
      <ConnectionDot />
      <PersonMenu place="rail" />
    </>
  );
}
