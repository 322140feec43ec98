"use client";

import { Anchor, Badge, Text } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import type { Messages } from "../i18n/catalogue.ts";
import type { AuditEntry } from "./account-queries.ts";
import { actionWords, auditChanges, isKnownAction, isKnownCode, type AuditChange } from "./audit-words.ts";
import classes from "./audit.module.css";

type Props = {
  entry: AuditEntry;
  /** Filters the log by the same object. null: it is already filtered. */
  onTarget: ((targetId: string) => void) | null;
};

/** One entry: actor, action, time, source, whether it was refused, and the changes. */
export function AuditItem({ entry, onTarget }: Props) {
  const t = useTranslations("settings.audit");
  const format = useFormatter();
  const changes = auditChanges(entry.before, entry.after);
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <Text size="sm" component="span" fw={500} c={entry.refusal === null ? undefined : "dimmed"}>
          {isKnownAction(entry.action) ? t(`actions.${entry.action}`) : actionWords(entry.action)}
        </Text>
        {entry.refusal === null ? null : (
          <Badge size="sm" variant="light" color="red">
            {isKnownCode(entry.refusal) ? `${t("refused")}: ${t(`codes.${entry.refusal}`)}` : t("refused")}
          </Badge>
        )}
        <Text size="sm" component="span" c="dimmed">
          <bdi>{entry.actorKind === "system" ? t("system") : entry.actorName}</bdi>
          {entry.actorKind.endsWith("Key") ? ` · ${t("apiKey")}` : null}
          {entry.address === null
            ? null
            : ` · ${t(isServer(entry.address) ? "fromServer" : "fromAddress", { address: entry.address })}`}
        </Text>
        <time className={classes.time} dateTime={entry.createdAt}>
          {format.dateTime(new Date(entry.createdAt), { dateStyle: "medium", timeStyle: "medium" })}
        </time>
      </div>
      {onTarget && entry.targetId !== null ? (
        <Anchor component="button" size="xs" c="dimmed" onClick={() => onTarget(entry.targetId ?? "")}>
          {t("history")}
        </Anchor>
      ) : null}
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

/** Whether a request came from the machine that the service runs on. */
function isServer(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}

function Change({ change: { field, before, after } }: { change: AuditChange }) {
  const t = useTranslations("settings.audit");
  const types = useTranslations("channels.types");
  const words = (value: string) => {
    const type = value as keyof Messages["channels"]["types"];
    return field === "type" && types.has(type) ? types(type) : value;
  };
  return (
    <div className={classes.change}>
      <dt>{field}</dt>
      <dd>
        {before === null ? null : (
          <del className={classes.before} aria-label={t("before")}>
            {words(before)}
          </del>
        )}
        {after === null ? null : (
          <ins className={classes.after} aria-label={t("after")}>
            {words(after)}
          </ins>
        )}
      </dd>
    </div>
  );
}
