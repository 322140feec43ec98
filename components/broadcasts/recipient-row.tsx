"use client";

import { Anchor, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { When } from "../ui/when.tsx";
import classes from "./broadcasts.module.css";
import type { Recipient } from "./queries.ts";

/** One recipient: the message's outcome, the reason, and a link to the conversation. */
export function RecipientRow({ recipient }: { recipient: Recipient }) {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const { clientId, clientName, convId, outcome, reason, attempts, updatedAt } = recipient;
  return (
    <div className={classes.recipient}>
      <span className={classes.rowMain}>
        <Anchor component={Link} href={paths.contact(workspaceId, clientId)} className={classes.cut} dir="auto">
          {clientName || "…"}
        </Anchor>
        {reason ? (
          <span className={outcome === "failed" ? `${classes.small} ${classes.bad}` : classes.small} title={reason}>
            {reason}
          </span>
        ) : null}
      </span>
      <span className={classes.recipientState}>
        <Text size="sm" fw={500} c={outcome === "failed" ? "var(--danger-text)" : undefined}>
          {t(`outcomes.${outcome}`)}
        </Text>
        <span className={classes.small}>
          {updatedAt ? <When at={updatedAt} precise /> : null}
          {attempts > 1 ? ` · ${t("attempts", { count: attempts })}` : null}
        </span>
      </span>
      {convId ? (
        <Anchor
          component={Link}
          href={paths.inbox(workspaceId, convId)}
          size="sm"
          aria-label={t("openConvOf", { name: clientName })}
        >
          {t("openConv")}
        </Anchor>
      ) : null}
    </div>
  );
}
