"use client";

import { Tooltip, VisuallyHidden } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useLiveState } from "./live.tsx";
import classes from "./shell.module.css";

/** Whether the page is up to date: a dot while it catches up, a ring when offline. While it is live, there is nothing to see. */
export function ConnectionDot() {
  const t = useTranslations("shell.connection");
  const state = useLiveState();
  return (
    <Tooltip label={t(`${state}.detail`)} position="right">
      <div className={classes.connection} role="status" data-testid="connection">
        {state === "live" ? null : <span className={classes.dot} data-state={state} />}
        <VisuallyHidden>{t(`${state}.label`)}</VisuallyHidden>
      </div>
    </Tooltip>
  );
}

/** A warning that the page may be out of date. The dot in the rail is easy to miss, and narrow screens have no rail. */
export function OfflineNotice() {
  const t = useTranslations("shell.connection.offline");
  if (useLiveState() !== "offline") return null;
  return (
    <div className={classes.offline} data-offline>
      <IconCloudOff size={16} aria-hidden />
      {t("notice")}
    </div>
  );
}
