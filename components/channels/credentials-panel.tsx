"use client";

import { Button, Group, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { patchCredentials } from "./queries.ts";
import type { Channel } from "./queries.ts";
import { useChannelChange } from "./use-channel-change.ts";

const EMPTY = { endpoint: "", externalId: "", validateToken: "", accessToken: "" };
const KEEP = "Left empty, it stays as it is";

/** New credentials of a custom channel. They are write-only: what is stored is never shown. */
export function CredentialsPanel({ channel }: { channel: Channel }) {
  const workspaceId = useWorkspaceId();
  const form = useForm<typeof EMPTY>({ initialValues: EMPTY });
  const save = useChannelChange((values: typeof EMPTY) => {
    const integrationProperties = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
    return patchCredentials({ workspaceId, id: channel.id, integrationProperties });
  });
  if (channel.type !== "CUSTOM") return null;
  const submit = (values: typeof EMPTY) =>
    save.mutate(values, {
      onSuccess: () => {
        form.reset();
        done("The connection is saved");
      },
      onError: (error) => form.setErrors(fieldErrors(error, Object.keys(EMPTY))),
    });
  return (
    <Panel title="Connection" description={`Endpoint and tokens cannot be read back, only replaced. ${KEEP}.`}>
      <form onSubmit={form.onSubmit(submit)} autoComplete="off">
        <Stack gap="md">
          <FormProblem>{form.errors.form}</FormProblem>
          <TextInput label="Endpoint" placeholder="Unchanged" type="url" {...form.getInputProps("endpoint")} />
          <TextInput label="Sender id" placeholder="Unchanged" {...form.getInputProps("externalId")} />
          <PasswordInput
            label="Validate token"
            placeholder="Unchanged"
            autoComplete="new-password"
            {...form.getInputProps("validateToken")}
          />
          <PasswordInput
            label="Access token"
            placeholder="Unchanged"
            autoComplete="new-password"
            {...form.getInputProps("accessToken")}
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
              Save connection
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
