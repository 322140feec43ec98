"use client";

import { Button, Group, NumberInput, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { randomId } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { done } from "../ui/toasts.tsx";
import { patchSettings, settingsQuery } from "./queries.ts";
import type { WorkspaceSettings } from "./queries.ts";
import { TestNumbers } from "./test-numbers.tsx";
import type { TestNumberRow } from "./test-numbers.tsx";

/** Ten years, the longest that the service takes. */
const TTL_MAX_HOURS = 87_600;

export function SettingsForm({ settings }: { settings: WorkspaceSettings }) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: formValues(settings) });
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
      // Numbers come back in their international form.
      const values = formValues(saved);
      form.setValues(values);
      form.resetDirty(values);
      done("The settings are saved");
    },
    onError: (error) => form.setErrors(fieldErrors(error, ["convTTL", "optOutKeyword"])),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack gap="lg">
        <NumberInput
          label="Close conversations after"
          description="Hours without a message; empty, they stay open until somebody ends them"
          placeholder="Never"
          suffix=" hours"
          min={0}
          max={TTL_MAX_HOURS}
          allowDecimal={false}
          maw={280}
          {...form.getInputProps("convTTL")}
        />
        <TextInput
          label="Opt-out keyword"
          description="A client who sends exactly this is archived, and nothing more is sent to them"
          placeholder="STOP"
          maw={280}
          {...form.getInputProps("optOutKeyword")}
        />
        <Switch
          label="Archived clients come back when they write"
          description="Otherwise their messages are kept, and nobody is assigned"
          {...form.getInputProps("autoUnarchiveOnMessage", { type: "checkbox" })}
        />
        <TestNumbers rows={form.values.testNums} onChange={(rows) => form.setFieldValue("testNums", rows)} />
        <FormProblem>{form.errors.form}</FormProblem>
        <Group justify="flex-end">
          <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
            Save settings
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Values = {
  convTTL: number | string;
  optOutKeyword: string;
  autoUnarchiveOnMessage: boolean;
  testNums: TestNumberRow[];
};

function formValues({ convTTL, optOutKeyword, autoUnarchiveOnMessage, testNums }: WorkspaceSettings): Values {
  return {
    convTTL: convTTL || "",
    optOutKeyword: optOutKeyword ?? "",
    autoUnarchiveOnMessage,
    testNums: testNums.map(({ phone, active }) => ({ id: randomId(), phone, active })),
  };
}
