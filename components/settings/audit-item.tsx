"use client";

import { Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { AuditEntry } from "./account-queries.ts";
import { actionWords, auditChanges, isKnownAction } from "./audit-words.ts";
import type { AuditChange } from "./audit-words.ts";
import classes from "./audit.module.css";

/** One change: who, what, when, and what was different before and after. */
export function AuditItem({ entry }: { entry: AuditEntry }) {
  const t = useTranslations("settings.audit");
  const format = useFormatter();
  const changes = auditChanges(entry.before, entry.after);
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <Text size="sm" component="span" fw={550}>
          {isKnownAction(entry.action) ? t(`actions.${entry.action}`) : actionWords(entry.action)}
        </Text>
        <Text size="sm" component="span" c="dimmed">
          <bdi>{entry.actorKind === "system" ? t("system") : entry.actorName}</bdi>
          {entry.actorKind.endsWith("Key") ? ` · ${t("apiKey")}` : null}
        </Text>
        <time className={classes.time} dateTime={entry.createdAt}>
          {format.dateTime(new Date(entry.createdAt), { dateStyle: "medium", timeStyle: "medium" })}
        </time>
      </div>
      {changes.length > 0 ? (
        <dl className={classes.changes}>
          {changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </dl>
      ) : null}
    </li>
  );
}

function Change({ change: { field, before, after } }: { change: AuditChange }) {
  const t = useTranslations("settings.audit");
  return (
    <div className={classes.change}>
      <dt>{field}</dt>
      <dd>
        {before === null ? null : (
          <del className={classes.before} aria-label={t("before")}>
            {before}
          </del>
        )}
        {after === null ? null : (
          <ins className={classes.after} aria-label={t("after")}>
            {after}
          </ins>
        )}
      </dd>
    </div>
  );
}
