"use client";

import { NumberInput, Select, Switch } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Lines } from "../ui/lines.tsx";
import { Panel } from "../ui/panel.tsx";
import { SaveBar } from "../ui/save-bar.tsx";
import { done } from "../ui/toasts.tsx";
import { patchSettings, settingsQuery } from "./queries.ts";
import { SlaWeek } from "./sla-week.tsx";
import { problemsOf, usualHours, type Sla } from "./sla-hours.ts";

/** Thirty days, the maximum of the service. */
const MINUTES_MAX = 43_200;

/** Response time targets, and the business hours in which they run. */
export function SlaForm({ sla }: { sla: Sla }) {
  const t = useTranslations("settings.targets");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Sla>(sla);
  // Show errors only on save, not while the person types.
  const [isStrict, setStrict] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = problemsOf(draft.hours);
  const change = (changes: Partial<Sla>) => setDraft((before) => ({ ...before, ...changes }));
  const save = useMutation({
    mutationFn: () => patchSettings({ workspaceId, sla: draft }),
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery(workspaceId).queryKey, saved);
      setDraft(saved.sla);
      setStrict(false);
      done(t("saved"));
    },
  });
  const parts = Object.keys(draft) as (keyof Sla)[];
  const changes = parts.filter((part) => JSON.stringify(draft[part]) !== JSON.stringify(sla[part])).length;

  function submit() {
    if (changes === 0) return;
    const isWrong = problems.some((problem) => problem !== null);
    flushSync(() => setStrict(isWrong));
    if (isWrong) form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
    else save.mutate();
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Panel flush>
        <Lines>
          {(["first", "next"] as const).map((which) => (
            <NumberInput
              key={which}
              label={t(which)}
              placeholder={t("none")}
              suffix={` ${t("minutes")}`}
              min={1}
              max={MINUTES_MAX}
              allowDecimal={false}
              value={draft[`${which}ResponseMinutes`] ?? ""}
              onChange={(value) =>
                change({ [`${which}ResponseMinutes`]: typeof value === "number" && value > 0 ? value : null })
              }
            />
          ))}
          <Switch
            labelPosition="left"
            label={t("hours")}
            description={t("hoursAbout")}
            checked={draft.hours.length > 0}
            onChange={({ currentTarget: { checked } }) =>
              change(checked ? { hours: usualHours(), timeZone: zoneOf(draft) } : { hours: [] })
            }
          />
          {draft.hours.length > 0 ? (
            <>
              <TimeZone value={draft.timeZone} onChange={(timeZone) => change({ timeZone })} />
              <SlaWeek
                hours={draft.hours}
                problems={isStrict ? problems : []}
                onChange={(hours) => change({ hours })}
              />
            </>
          ) : null}
        </Lines>
      </Panel>
      <SaveBar
        problem={save.error?.message}
        changes={changes}
        submit={t("save")}
        isBusy={save.isPending}
        onDiscard={() => {
          setDraft(sla);
          setStrict(false);
          save.reset();
        }}
      />
    </form>
  );
}

/** If no time zone is set, the browser's is the most likely one. */
function zoneOf({ timeZone }: Sla): string {
  return timeZone === "UTC" ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone;
}

function TimeZone({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const t = useTranslations("settings.targets");
  const zones = useMemo(() => [...new Set([value, "UTC", ...Intl.supportedValuesOf("timeZone")])], [value]);
  return (
    <Select
      label={t("zone")}
      data={zones}
      value={value}
      onChange={(zone) => zone && onChange(zone)}
      searchable
      allowDeselect={false}
      limit={50}
    />
  );
}
