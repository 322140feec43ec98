"use client";

import { Badge, Table } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { PanelRow } from "../ui/side-panel.tsx";
import { useServiceWords } from "../i18n/use-service-words.ts";
import type { AuditEntry } from "./account-queries.ts";
import { actionWords, auditChanges, isKnownAction, isKnownCode } from "./audit-words.ts";
import { useAuditValue } from "./use-audit-value.ts";
import classes from "./audit.module.css";

type Props = { entries: AuditEntry[]; chosenId: string | null; onChoose: (entry: AuditEntry | null) => void };

/** The entries: what was done or refused, by whom and when. */
export function AuditTable({ entries, chosenId, onChoose }: Props) {
  const t = useTranslations("settings.audit");
  const names = useTranslations("shell.pages");
  const format = useFormatter();
  const summaryOf = useSummary();
  return (
    <Table horizontalSpacing="md" highlightOnHover layout="fixed" aria-label={names("audit")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("what")}</Table.Th>
          <Table.Th data-minor w={200}>
            {t("by")}
          </Table.Th>
          <Table.Th w={208} ta="end">
            {t("when")}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => {
          const isChosen = entry.id === chosenId;
          return (
            <PanelRow
              key={entry.id}
              isChosen={isChosen}
              onToggle={() => onChoose(isChosen ? null : entry)}
              name={
                <>
                  <AuditAction entry={entry} />
                  <small className={classes.summary}>{summaryOf(entry)}</small>
                </>
              }
            >
              <Table.Td data-minor>
                <AuditActor entry={entry} />
              </Table.Td>
              <Table.Td ta="end" className={classes.time}>
                <time dateTime={entry.createdAt}>
                  {format.dateTime(new Date(entry.createdAt), { dateStyle: "medium", timeStyle: "medium" })}
                </time>
              </Table.Td>
            </PanelRow>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

/** What was done, and whether it was refused. */
export function AuditAction({ entry: { action, refusal } }: { entry: AuditEntry }) {
  const t = useTranslations("settings.audit");
  return (
    <>
      {isKnownAction(action) ? t(`actions.${action}`) : actionWords(action)}{" "}
      {refusal === null ? null : (
        <Badge size="sm" variant="light" color="red">
          {isKnownCode(refusal) ? `${t("refused")}: ${t(`codes.${refusal}`)}` : t("refused")}
        </Badge>
      )}
    </>
  );
}

/** Who did it: a person, a key or the service. */
export function AuditActor({ entry: { actorKind, actorName } }: { entry: AuditEntry }) {
  const t = useTranslations("settings.audit");
  return (
    <>
      <bdi>{actorKind === "system" ? t("system") : actorName}</bdi>
      {actorKind.endsWith("Key") ? ` · ${t("apiKey")}` : null}
    </>
  );
}

function isStructure(after: AuditEntry["after"], field: string): boolean {
  const value = (after as Record<string, unknown> | null)?.[field];
  return typeof value === "object" && value !== null && !Array.isArray(value) && !("wording" in value);
}

/** Says in one line what changed: values that a person can read, so no IDs and no structures. */
function useSummary() {
  const wordsOf = useAuditValue();
  const say = useServiceWords();
  return ({ before, after }: AuditEntry) =>
    auditChanges(before, after, say)
      .filter(({ field }) => !/Ids?$/.test(field) && !isStructure(after, field))
      .map((change) => `${change.field}: ${change.after === null ? "–" : wordsOf(change.field, change.after)}`)
      .join(", ");
}
