"use client";

import { Tooltip } from "@mantine/core";
import { IconHelp, IconLayoutSidebar, IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { ActionKey } from "../keys/key-caps.tsx";
import { useKeys } from "../keys/keys-context.ts";
import { useActions } from "../keys/use-actions.ts";
import { countWords, useViewCounts } from "../list/use-view-counts.ts";
import { NoticeBell } from "../notices/notice-bell.tsx";
import { ConnectionDot } from "./connection.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { RailSlot } from "./rail-slots.tsx";
import { SectionLink } from "./section-link.tsx";
import classes from "./rail.module.css";
import { useRail } from "./use-rail.ts";
import { useSections } from "./use-sections.ts";
import { WorkspaceMenu } from "./workspace-menu.tsx";

/** The sections, with the workspace and the search above and the person below. Collapsed, and on narrow screens, it shows icons only. */
export function Rail() {
  const t = useTranslations("shell");
  const sections = useSections();
  const { registry } = useKeys();
  const { counts } = useViewCounts();
  const rail = useRail();
  const toggleLabel = t(rail.isCollapsed ? "rail.expand" : "rail.collapse");
  useActions({ toggleViews: rail.toggle });
  return (
    <header className={classes.rail}>
      <div className={classes.top}>
        <WorkspaceMenu />
        <Tooltip label={toggleLabel} position="right">
          <button
            type="button"
            className={`${classes.button} ${classes.toggle}`}
            aria-label={toggleLabel}
            aria-expanded={!rail.isCollapsed}
            onClick={rail.toggle}
          >
            <IconLayoutSidebar size={18} stroke={1.5} aria-hidden />
          </button>
        </Tooltip>
      </div>
      <button type="button" className={classes.command} onClick={() => registry.run("palette")}>
        <IconSearch size={16} stroke={1.5} aria-hidden />
        <span className={classes.label}>{t("rail.search")}</span>
        <span className={classes.key} aria-hidden>
          <ActionKey id="palette" />
        </span>
      </button>
      <nav aria-label={t("sectionsLabel")} className={classes.links} data-region="sections">
        {sections.map(({ key, label, icon: Icon, href, isCurrent }) => {
          const isInbox = key === "inbox";
          return (
            <Fragment key={key}>
              <Tooltip label={label} position="right" disabled={!rail.isCollapsed}>
                <SectionLink
                  href={href}
                  className={classes.link}
                  aria-current={isCurrent ? "page" : undefined}
                  data-open={(isInbox && isCurrent) || undefined}
                >
                  <Icon size={18} stroke={1.5} aria-hidden />
                  <span className={classes.label}>{label}</span>
                  {isInbox && !isCurrent ? (
                    <span className={classes.count} aria-hidden>
                      {countWords(counts?.needsReply)}
                    </span>
                  ) : null}
                </SectionLink>
              </Tooltip>
              {isInbox && isCurrent ? <RailSlot slot="views" className={classes.views} /> : null}
            </Fragment>
          );
        })}
        <RailSlot slot="saved" className={classes.saved} />
      </nav>
      <div className={classes.foot}>
        <PersonMenu place="rail" />
        <ConnectionDot />
        <NoticeBell />
        <Tooltip label={t("rail.help")} position="right">
          <button
            type="button"
            className={classes.button}
            aria-label={t("rail.help")}
            onClick={() => registry.run("help")}
          >
            <IconHelp size={18} stroke={1.5} aria-hidden />
          </button>
        </Tooltip>
      </div>
    </header>
  );
}
