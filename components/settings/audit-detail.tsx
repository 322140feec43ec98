"use client";

import { Anchor } from "@mantine/core";
import { useTranslations } from "next-intl";
import { Fact, Facts } from "../ui/side-panel.tsx";
import { useTimes } from "../ui/use-times.ts";
import { useServiceWords } from "../i18n/use-service-words.ts";
import type { AuditEntry } from "./account-queries.ts";
import { AuditActor } from "./audit-table.tsx";
import { auditChanges, type AuditChange } from "./audit-words.ts";
import { useAuditValue } from "./use-audit-value.ts";
import classes from "./audit.module.css";

type Props = {
  entry: AuditEntry;
  /** Filters the log by the same object. null: it is already filtered. */
  onTarget: ((targetId: string) => void) | null;
};

/** One entry: by whom, when and from where, and what changed. */
export function AuditDetail({ entry, onTarget }: Props) {
  const t = useTranslations("settings.audit");
  const { absoluteTime } = useTimes();
  const { address, targetId } = entry;
  const changes = auditChanges(entry.before, entry.after, useServiceWords());
  return (
    <>
      <Facts>
        <Fact name={t("by")}>
          <AuditActor entry={entry} />
        </Fact>
        <Fact name={t("when")}>{absoluteTime(entry.createdAt)}</Fact>
        <Fact name={t("from")}>
          {address === null ? null : isServer(address) ? t("fromServer", { address }) : <bdi>{address}</bdi>}
        </Fact>
      </Facts>
      {changes.length > 0 ? (
        <dl className={classes.changes}>
          {changes.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </dl>
      ) : null}
      {targetId !== null ? (
        <Anchor
          component="button"
          size="sm"
          className={classes.history}
          aria-disabled={onTarget === null || undefined}
          onClick={() => onTarget?.(targetId)}
        >
          {t("history")}
        </Anchor>
      ) : null}
    </>
  );
}

/** Whether a request came from the machine that the service runs on. */
function isServer(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}

function Change({ change: { field, before, after } }: { change: AuditChange }) {
  const t = useTranslations("settings.audit");
  const wordsOf = useAuditValue();
  return (
    <div className={classes.change}>
      <dt>{field}</dt>
      <dd>
        {before === null ? null : (
          <del className={classes.before} aria-label={t("before")}>
            {wordsOf(field, before)}
          </del>
        )}
        {after === null ? null : (
          <ins className={classes.after} aria-label={t("after")}>
            {wordsOf(field, after)}
          </ins>
        )}
      </dd>
    </div>
  );
}
