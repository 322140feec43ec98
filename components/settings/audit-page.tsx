"use client";

import { Chip, Group, Pill, Select } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { apiKeysQuery } from "../developers/queries.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Panel } from "../ui/panel.tsx";
import { WithSidePanel } from "../ui/side-panel.tsx";
import { auditEntriesQuery, type AuditEntry } from "./account-queries.ts";
import { AuditDetail } from "./audit-detail.tsx";
import { AuditAction, AuditTable } from "./audit-table.tsx";
import { AUDIT_GROUPS, type AuditGroup } from "./audit-words.ts";
import { membersQuery } from "./team-queries.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import classes from "./audit.module.css";

const GROUPS = Object.keys(AUDIT_GROUPS) as AuditGroup[];
type Days = [string | null, string | null];

/** The audit log of the workspace, newest first. */
export function AuditPage() {
  const t = useTranslations("settings.audit");
  const [groups, setGroups] = useState<string[]>([]);
  const [actorId, setActorId] = useState<string | null>(null);
  const actors = useActors();
  const [days, setDays] = useState<Days>([null, null]);
  const [outcome, setOutcome] = useState<string | null>(null);
  const [targetId, setTargetId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<AuditEntry | null>(null);
  const entries = useInfiniteQuery(
    auditEntriesQuery(useWorkspaceId(), {
      actions: GROUPS.filter((group) => groups.includes(group)).flatMap((group) => [...AUDIT_GROUPS[group]]),
      actorId,
      targetId,
      refused: outcome === null ? null : outcome === "refused",
      startDate: days[0] ? startOf(days[0], 0) : null,
      endDate: days[1] ? startOf(days[1], 1) : null,
    }),
  );
  const rows = entries.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  return (
    <SettingsFrame isWide page="audit" description={t("description")}>
      <Panel flush>
        <div className={classes.filters}>
          <Chip.Group multiple value={groups} onChange={setGroups}>
            <Group gap={6} role="group" aria-label={t("show")}>
              {GROUPS.map((group) => (
                <Chip key={group} value={group} size="xs" variant="outline">
                  {t(`groups.${group}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <div className={classes.choices}>
            <Select
              size="xs"
              clearable
              searchable
              data={actors}
              value={actorId}
              onChange={setActorId}
              placeholder={t("anybody")}
              aria-label={t("by")}
            />
            <Select
              size="xs"
              clearable
              data={[
                { value: "refused", label: t("onlyRefused") },
                { value: "done", label: t("onlyDone") },
              ]}
              value={outcome}
              onChange={setOutcome}
              placeholder={t("anyOutcome")}
              aria-label={t("outcome")}
            />
            <DatePickerInput
              type="range"
              size="xs"
              clearable
              value={days}
              onChange={setDays}
              placeholder={t("anyDay")}
              // The button's accessible name is the days that it shows.
              wrapperProps={{ role: "group", "aria-label": t("period") }}
            />
          </div>
          {targetId === null ? null : (
            <Pill withRemoveButton onRemove={() => setTargetId(null)}>
              {t("onlyTarget", { id: targetId })}
            </Pill>
          )}
        </div>
        <WithSidePanel
          onClose={() => setChosen(null)}
          panel={
            chosen
              ? {
                  title: <AuditAction entry={chosen} />,
                  body: <AuditDetail entry={chosen} onTarget={targetId === null ? setTargetId : null} />,
                }
              : null
          }
        >
          <Loaded query={entries} failure={t("failure")} shape="table" rows={8}>
            {() =>
              rows.length > 0 ? (
                <AuditTable entries={rows} chosenId={chosen?.id ?? null} onChoose={setChosen} />
              ) : (
                <EmptyFace picture="list" title={t("empty")} message={t("emptyHint")} />
              )
            }
          </Loaded>
          <MoreButton query={entries} display="block" mx="auto" my="md">
            {t("older")}
          </MoreButton>
        </WithSidePanel>
      </Panel>
    </SettingsFrame>
  );
}

const SYSTEM = "SYSTEM";

/** The possible actors: team members, keys and the service itself. */
function useActors() {
  const t = useTranslations("settings.audit");
  const workspaceId = useWorkspaceId();
  const members = useQuery(membersQuery(workspaceId)).data ?? [];
  const keys = useQuery(apiKeysQuery(workspaceId)).data ?? [];
  return [
    ...members.map(({ userId, name, surname }) => ({ value: userId, label: surname ? `${name} ${surname}` : name })),
    ...keys.map(({ id, label }) => ({ value: id, label: `${label} · ${t("apiKey")}` })),
    { value: SYSTEM, label: t("system") },
  ];
}

/** The start of a day in the reader's time zone, plus a number of days. */
function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}
