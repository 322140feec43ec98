"use client";

import { Select, Stack, Text, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { channelsQuery } from "../channels/queries.ts";
import { channelCapabilitiesQuery } from "../inbox/queries.ts";
import { useNow } from "../ui/use-now.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { definitionOf, NO_TEMPLATE, readyTemplate, type ReadyTemplate } from "../templates/template-draft.ts";
import { TemplateEditor } from "../templates/template-editor.tsx";
import { templatesQuery } from "../templates/template-queries.ts";
import { Panel } from "../ui/panel.tsx";
import { AudienceFields } from "./audience-fields.tsx";
import { AudiencePeople, RecipientStepper } from "./audience-people.tsx";
import { audienceOf, formProblems, type BroadcastForm, readForm } from "./broadcast-form.ts";
import { LaunchPanel } from "./launch-panel.tsx";
import { PreflightBox } from "./preflight-box.tsx";
import { audienceQuery, preflightQuery } from "./queries.ts";
import { TestSend } from "./test-send.tsx";
import { useDebouncedValue, useSessionStorage } from "@mantine/hooks";
import { formKey } from "./kept-form.ts";

type Props = {
  initial: BroadcastForm;
  /** The storage key until the form is saved (kept-form.ts). */
  place?: string;
};

/** Writes a broadcast on one page: content, audience and time. Shows the recipients and the preview before anything is sent. */
export function BroadcastComposer({ initial, place = initial.id ?? "new" }: Props) {
  const t = useTranslations("broadcasts");
  const typeName = useTranslations("channels.types");
  const workspaceId = useWorkspaceId();
  const { form, change, forget } = useBroadcastForm(initial, place);
  const [isStrict, setStrict] = useState(false);
  const [step, setStep] = useState(0);
  const now = useNow();
  const channels = useQuery(channelsQuery(workspaceId)).data ?? [];
  const types = useQuery(channelCapabilitiesQuery(workspaceId)).data ?? [];
  const templates = useQuery({
    ...templatesQuery(workspaceId, form.integrationId ?? ""),
    enabled: form.integrationId !== null,
  }).data;
  const ready = readyTemplate(form.template, templates ? definitionOf(templates.nodes, form.template) : null, now);
  const problems = formProblems(form, ready, now);

  const meant = audienceOf(form, ready.templateName);
  const filled = ready.isReady && meant !== null ? { ...meant, ...templateOf(ready) } : meant;
  const planned = useRested(meant);
  const whole = useRested(filled);
  const kept = { enabled: planned !== null, placeholderData: keepPreviousData };
  const audience = useQuery({ ...audienceQuery(workspaceId, planned ?? {}), ...kept });
  const preflight = useQuery({ ...preflightQuery(workspaceId, whole ?? {}), ...kept });
  // A count is current only if it belongs to the form as it is now, not as it was before the last keystroke.
  const isCurrent = !preflight.isPlaceholderData && JSON.stringify(whole) === JSON.stringify(filled);
  const { recipientCount = 0, problem = null } = preflight.data ?? {};
  const count = isCurrent && problem === null && recipientCount > 0 ? recipientCount : null;
  const people = planned === null ? [] : (audience.data ?? []);
  const shown = people[Math.min(step, people.length - 1)] ?? null;
  const withTemplates = channels.filter(({ type }) => types.find((each) => each.type === type)?.templates);

  return (
    <Stack gap="lg">
      <Panel title={t("step.what")}>
        <Stack gap="md">
          <TextInput
            label={t("name")}
            description={t("nameWords")}
            value={form.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={isStrict && problems.includes("name") ? t("missing.name") : undefined}
            maw={440}
          />
          <Select
            label={t("channel")}
            placeholder={t("chooseChannel")}
            data={withTemplates.map(({ id, name, type, state }) => ({
              value: id,
              label: name === typeName(type) ? name : `${name} (${typeName(type)})`,
              disabled: state !== "active",
            }))}
            nothingFoundMessage={t("noChannel")}
            value={form.integrationId}
            onChange={(integrationId) => change({ integrationId, template: NO_TEMPLATE })}
            error={isStrict && problems.includes("channel") ? t("missing.channel") : undefined}
            allowDeselect={false}
            maw={440}
          />
        </Stack>
      </Panel>
      <Panel title={t("step.template")} description={t("step.templateWords")}>
        {form.integrationId === null ? (
          <Text c="dimmed">{t("channelFirst")}</Text>
        ) : (
          <Stack gap="md">
            <TemplateEditor
              key={form.integrationId}
              integrationId={form.integrationId}
              draft={form.template}
              onChange={(template) => change({ template })}
              ready={ready}
              isStrict={isStrict}
              contact={shown}
              previewTop={
                people.length > 0 ? <RecipientStepper people={people} step={step} onStep={setStep} /> : undefined
              }
            />
            <TestSend integrationId={form.integrationId} ready={ready} />
          </Stack>
        )}
      </Panel>
      <Panel title={t("step.audience")} description={t("step.audienceWords")}>
        <Stack gap="md">
          <AudienceFields form={form} change={change} />
          {planned === null ? (
            <Text c="dimmed">{t("templateFirst")}</Text>
          ) : (
            <AudiencePeople query={audience} total={preflight.data?.recipientCount ?? null} />
          )}
        </Stack>
      </Panel>
      {planned === null ? null : (
        <Panel title={t("preflight.title")} description={t("preflight.words")}>
          <PreflightBox query={preflight} />
        </Panel>
      )}
      <LaunchPanel
        form={form}
        change={change}
        forget={forget}
        ready={ready}
        problems={problems}
        count={count}
        onStrict={() => setStrict(true)}
      />
    </Stack>
  );
}

function templateOf({ templateName, templateLang, templateComponents }: ReadyTemplate) {
  return { templateName, templateLang, templateComponents };
}

/** Debounce, so that not every keystroke counts all contacts. */
const REST_MS = 500;

/** The value, once it has not changed for half a second. Compares values as JSON. */
function useRested<Value>(value: Value): Value {
  const [text] = useDebouncedValue(JSON.stringify(value), REST_MS);
  return JSON.parse(text) as Value;
}

/**
 * A broadcast form, kept in the tab until it is saved: a reload or a failed request loses nothing.
 * @param initial the initial form: empty, or a stored draft.
 * @param place its storage key (kept-form.ts).
 */
function useBroadcastForm(initial: BroadcastForm, place: string) {
  const key = formKey(useWorkspaceId(), place);
  const [kept, setKept] = useSessionStorage<BroadcastForm>({
    key,
    defaultValue: initial,
    deserialize: (text) => readForm(text, initial),
  });
  return {
    form: kept,
    change: (more: Partial<BroadcastForm>) => setKept((before) => ({ ...before, ...more })),
    /** The form stays visible until the person leaves the page. */
    forget: () => window.sessionStorage.removeItem(key),
  };
}
