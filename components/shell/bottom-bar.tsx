"use client";

import { Drawer, NavLink, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { noticeLog } from "../notices/notice-log.ts";
import { NoticeLines, useNoticeLog } from "../notices/notice-bell.tsx";
import bell from "../notices/notice-bell.module.css";
import { PersonMenu } from "./person-menu.tsx";
import { SectionLink } from "./section-link.tsx";
import classes from "./shell.module.css";
import { useSections } from "./use-sections.ts";

/** The most sections that fit on 360 px, next to "More" and the person's menu. */
const MOST = 4;

/** The rail on narrow screens, within reach of the thumb. Sections that do not fit are under "More". */
export function BottomBar() {
  const t = useTranslations("keys.panes");
  const shell = useTranslations("shell");
  const [isOpen, setOpen] = useState(false);
  const notices = useTranslations("keys.notices");
  const log = useNoticeLog();
  const unseen = log?.unseen ?? 0;
  const sections = useSections();
  const first = sections.slice(0, MOST);
  const others = sections.slice(first.length);
  const isAmongOthers = others.some(({ isCurrent }) => isCurrent);
  return (
    <nav aria-label={shell("sectionsLabel")} className={classes.barLinks} data-region="sections">
      {first.map(({ label, icon: Icon, href, isCurrent }) => (
        <SectionLink key={label} href={href} className={classes.barLink} aria-current={isCurrent ? "page" : undefined}>
          <Icon size={22} stroke={1.6} aria-hidden />
          <span className={classes.barLabel}>{label}</span>
        </SectionLink>
      ))}
      {others.length > 0 || log ? (
        <UnstyledButton
          className={classes.barLink}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          data-current={isAmongOthers || undefined}
          onClick={() => {
            setOpen(true);
            noticeLog.see();
          }}
        >
          <span className={bell.bell} data-new={unseen > 0 || undefined}>
            <IconDots size={22} stroke={1.6} aria-hidden />
          </span>
          <span className={classes.barLabel}>{t("more")}</span>
          {unseen > 0 ? <VisuallyHidden>{notices("bell", { count: unseen })}</VisuallyHidden> : null}
        </UnstyledButton>
      ) : null}
      <PersonMenu place="bar" />
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        size="auto"
        title={t("moreTitle")}
        classNames={{ body: classes.sheet, content: classes.sheetFrame }}
      >
        <NoticeLines onGo={() => setOpen(false)} />
        {others.map(({ label, icon: Icon, href, isCurrent }) => (
          <NavLink
            key={label}
            component={SectionLink}
            href={href}
            label={label}
            leftSection={<Icon size={22} stroke={1.6} aria-hidden />}
            active={isCurrent}
            aria-current={isCurrent ? "page" : undefined}
            className={classes.sheetLink}
            onClick={() => setOpen(false)}
          />
        ))}
      </Drawer>
    </nav>
  );
}
