"use client";

import { Anchor, NumberInput, Switch, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { randomId } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { viewerQuery } from "../shell/queries.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { Lines } from "../ui/lines.tsx";
import { Panel } from "../ui/panel.tsx";
import { SaveBar } from "../ui/save-bar.tsx";
import { done } from "../ui/toasts.tsx";
import { patchSettings, settingsQuery, type WorkspaceSettings } from "./queries.ts";
import { TestNumbers, type TestNumberRow } from "./test-numbers.tsx";

/** Ten years, the maximum of the service. */
const TTL_MAX_HOURS = 87_600;

export function SettingsForm({ settings }: { settings: WorkspaceSettings }) {
  const t = useTranslations("settings.workspace");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: formValues(settings),
    validate: { name: isNotEmpty(t("nameMissing")) },
  });
  const save = useMutation({
    mutationFn: ({ convTTL, testNums, ...rest }: typeof form.values) =>
      patchSettings({
        workspaceId,
        ...rest,
        convTTL: typeof convTTL === "number" && convTTL > 0 ? convTTL : null,
        testNums: testNums.filter(({ phone }) => phone.trim()).map(({ phone, active }) => ({ phone, active })),
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery(workspaceId).queryKey, saved);
      // The service returns phone numbers in international format.
      const values = formValues(saved);
      form.setValues(values);
      form.resetDirty(values);
      // The workspace menu shows the name.
      void queryClient.invalidateQueries({ queryKey: viewerQuery(workspaceId).queryKey });
      done(t("saved"));
    },
    onError: (error) => form.setErrors(fieldErrors(error, ["name", "convTTL", "optOutKeyword", "optInKeyword"])),
  });
  const fields = Object.keys(form.values) as (keyof typeof form.values)[];
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Panel flush>
        <Lines>
          <TextInput
            label={t("name")}
            description={t("nameHint")}
            autoComplete="organization"
            {...form.getInputProps("name")}
          />
          <NumberInput
            label={t("ttl")}
            description={t("ttlHint")}
            placeholder={t("never")}
            suffix={` ${t("hours")}`}
            min={0}
            max={TTL_MAX_HOURS}
            allowDecimal={false}
            {...form.getInputProps("convTTL")}
          />
          <TextInput
            label={t("optOut")}
            description={
              <>
                {t("optOutHint")}{" "}
                <Anchor component={Link} href={paths.contacts(workspaceId, "optedOut=yes")} inherit>
                  {t("optedOut")}
                </Anchor>
              </>
            }
            placeholder="STOP"
            {...form.getInputProps("optOutKeyword")}
          />
          <TextInput
            label={t("optIn")}
            description={t("optInHint")}
            placeholder="START"
            {...form.getInputProps("optInKeyword")}
          />
          <Switch
            labelPosition="left"
            label={t("unarchive")}
            description={t("unarchiveHint")}
            {...form.getInputProps("autoUnarchiveOnMessage", { type: "checkbox" })}
          />
          <TestNumbers rows={form.values.testNums} onChange={(rows) => form.setFieldValue("testNums", rows)} />
        </Lines>
      </Panel>
      <SaveBar
        problem={form.errors.form}
        changes={fields.filter((field) => form.isDirty(field)).length}
        submit={t("save")}
        isBusy={save.isPending}
        onDiscard={form.reset}
      />
    </form>
  );
}

type Values = {
  name: string;
  convTTL: number | string;
  optOutKeyword: string;
  optInKeyword: string;
  autoUnarchiveOnMessage: boolean;
  testNums: TestNumberRow[];
};

function formValues({
  name,
  convTTL,
  optOutKeyword,
  optInKeyword,
  autoUnarchiveOnMessage,
  testNums,
}: WorkspaceSettings): Values {
  return {
    name,
    convTTL: convTTL || "",
    optOutKeyword: optOutKeyword ?? "",
    optInKeyword: optInKeyword ?? "",
    autoUnarchiveOnMessage,
    testNums: testNums.map(({ phone, active }) => ({ id: randomId(), phone, active })),
  };
}
