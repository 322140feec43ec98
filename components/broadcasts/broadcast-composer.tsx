"use client";

import { Select, Stack, Text, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { channelsQuery } from "../channels/queries.ts";
import { useNow } from "../ui/use-now.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { definitionOf, NO_TEMPLATE, readyTemplate, type ReadyTemplate } from "../templates/template-draft.ts";
import { TemplateEditor } from "../templates/template-editor.tsx";
import { TemplatePreview } from "../templates/template-preview.tsx";
import { templatesQuery } from "../templates/template-queries.ts";
import { Panel } from "../ui/panel.tsx";
import { AudienceFields } from "./audience-fields.tsx";
import { AudiencePeople, RecipientStepper } from "./audience-people.tsx";
import { audienceOf, formProblems, type BroadcastForm, type FormProblem, readForm } from "./broadcast-form.ts";
import { BroadcastSteps, type BroadcastStep } from "./broadcast-steps.tsx";
import classes from "./broadcasts.module.css";
import { LaunchBox } from "./launch-box.tsx";
import { PreflightBox } from "./preflight-box.tsx";
import { audienceQuery, preflightQuery } from "./queries.ts";
import { TestSend } from "./test-send.tsx";
import { WhenPanel } from "./when-panel.tsx";
import { useDebouncedValue, useSessionStorage } from "@mantine/hooks";
import { formKey } from "./kept-form.ts";

type Props = {
  initial: BroadcastForm;
  /** The storage key until the form is saved (kept-form.ts). */
  place?: string;
};

/** Writes a broadcast on one page with steps. Beside them: the phone's preview, what will be sent to whom, and the buttons. */
export function BroadcastComposer({ initial, place = initial.id ?? "new" }: Props) {
  const t = useTranslations("broadcasts");
  const typeName = useTranslations("channels.types");
  const workspaceId = useWorkspaceId();
  const { form, change, forget } = useBroadcastForm(initial, place);
  const [isStrict, setStrict] = useState(false);
  const [step, setStep] = useState(0);
  const now = useNow();
  const channels = useQuery(channelsQuery(workspaceId)).data ?? [];
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
  const withTemplates = channels.filter(({ sendsTemplates }) => sendsTemplates);

  const definition = templates ? definitionOf(templates.nodes, form.template) : null;
  const channel = channels.find(({ id }) => id === form.integrationId) ?? null;
  const [whatId, templateId, audienceId, whenId] = [useId(), useId(), useId(), useId()];
  const isMissing = (...which: FormProblem[]) => which.some((each) => problems.includes(each));
  const steps: BroadcastStep[] = [
    {
      id: whatId,
      title: t("step.what"),
      words: form.name || channel?.name || null,
      isDone: !isMissing("name", "channel"),
    },
    { id: templateId, title: t("step.template"), words: form.template.name || null, isDone: !isMissing("template") },
    {
      id: audienceId,
      title: t("step.audience"),
      words: count === null ? null : t("recipients", { count }),
      isDone: count !== null,
    },
    { id: whenId, title: t("step.when"), words: null, isDone: !isMissing("time") },
  ];

  return (
    <div className={classes.composer}>
      <BroadcastSteps steps={steps} />
      <div className={classes.form}>
        <Panel id={whatId} title={t("step.what")}>
          <Stack gap="md">
            <TextInput
              label={t("name")}
              description={t("nameWords")}
              value={form.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
              error={isStrict && isMissing("name") ? t("missing.name") : undefined}
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
              error={isStrict && isMissing("channel") ? t("missing.channel") : undefined}
              allowDeselect={false}
              maw={440}
            />
          </Stack>
        </Panel>
        <Panel id={templateId} title={t("step.template")} description={t("step.templateWords")}>
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
                hasPreview={false}
              />
              <TestSend integrationId={form.integrationId} ready={ready} />
            </Stack>
          )}
        </Panel>
        <Panel id={audienceId} title={t("step.audience")} description={t("step.audienceWords")}>
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
        <WhenPanel id={whenId} form={form} change={change} problems={problems} />
      </div>
      <aside className={classes.check} aria-label={t("check")}>
        {definition ? (
          <>
            <TemplatePreview template={definition} values={form.template.values} contact={shown} />
            {people.length > 0 ? <RecipientStepper people={people} step={step} onStep={setStep} /> : null}
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {t("previewLater")}
          </Text>
        )}
        <LaunchBox
          form={form}
          forget={forget}
          ready={ready}
          problems={problems}
          count={count}
          channel={channel}
          preflight={isCurrent ? (preflight.data ?? null) : null}
          onStrict={() => setStrict(true)}
        />
      </aside>
    </div>
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
