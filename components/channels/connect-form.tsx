"use client";

import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { GUIDES } from "./channel-guides.ts";
import { TYPE_NAMES } from "./channel-words.ts";
import { CredentialInputs } from "./credential-inputs.tsx";
import { CustomReady } from "./custom-ready.tsx";
import type { NewCustomChannel } from "./custom-ready.tsx";
import { channelsQuery, connectChannel } from "./queries.ts";
import type { Channel } from "./queries.ts";
import { randomToken } from "./random-token.ts";

/** Made up here, and shown once: the customer's own system is given them. */
const MADE_HERE = ["validateToken", "accessToken"];

/** The name and the credentials of a new channel; the provider is asked while the button turns. */
export function ConnectForm({ type }: { type: Channel["type"] }) {
  const workspaceId = useWorkspaceId();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [ready, setReady] = useState<NewCustomChannel | null>(null);
  const { fields } = GUIDES[type];
  const isOwnSystem = type === "CUSTOM";
  const names = ["name", ...fields.map(({ name }) => name)];
  const form = useForm<Record<string, string>>({
    initialValues: Object.fromEntries(
      names.map((name) => [name, isOwnSystem && MADE_HERE.includes(name) ? randomToken() : ""]),
    ),
    validate: (values) => missing(values, type),
  });
  const connect = useMutation({
    mutationFn: ({ name = "", ...given }: Record<string, string>) => {
      const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ""));
      return connectChannel({
        workspaceId,
        type,
        name,
        ...(fields.length > 0 ? { integrationProperties: filled } : {}),
      });
    },
    onSuccess: (channel, { validateToken = "", accessToken = "" }) => {
      const { queryKey } = channelsQuery(workspaceId);
      // Its page is next, and is not to say that there is no such channel.
      queryClient.setQueryData(queryKey, (rows) => rows && [channel, ...rows.filter(({ id }) => id !== channel.id)]);
      void queryClient.invalidateQueries({ queryKey });
      if (isOwnSystem) return setReady({ channel, validateToken, accessToken });
      done(channel.identifier ? `${channel.identifier} is connected` : `${channel.name} is connected`);
      router.push(paths.channel(workspaceId, channel.id));
    },
    onError: (error) => form.setErrors(fieldErrors(error, names)),
  });
  return (
    <Panel>
      <form onSubmit={form.onSubmit((values) => connect.mutate(values))} noValidate autoComplete="off">
        <Stack gap="md">
          <FormProblem>{form.errors.form}</FormProblem>
          <TextInput
            label="Name"
            description="For your team; clients do not see it"
            placeholder={isOwnSystem ? "Order app" : `${TYPE_NAMES[type]} support`}
            withAsterisk
            data-autofocus
            {...form.getInputProps("name")}
          />
          <CredentialInputs fields={fields} showSecrets={isOwnSystem} inputProps={(name) => form.getInputProps(name)} />
          <Group justify="space-between" gap="sm">
            <Text size="xs" c="dimmed" flex="1 1 220px">
              {fields.length === 0
                ? "Nothing else is needed: the secret that signs visitors in is made for you."
                : isOwnSystem
                  ? "The two tokens are good as they are. They are shown once more after this, then never again."
                  : "They are tried with the provider before anything is stored, kept encrypted, and never shown again."}
            </Text>
            <Button type="submit" loading={connect.isPending}>
              Connect
            </Button>
          </Group>
        </Stack>
      </form>
      <CustomReady made={ready} onClose={() => ready && router.push(paths.channel(workspaceId, ready.channel.id))} />
    </Panel>
  );
}

function missing(values: Record<string, string>, type: Channel["type"]): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!values.name?.trim()) errors.name = "Give the channel a name";
  for (const { name, label, isOptional } of GUIDES[type].fields) {
    if (!isOptional && !values[name]?.trim()) errors[name] = `${label} is needed`;
  }
  if (values.endpoint && !/^https?:\/\/./.test(values.endpoint.trim())) {
    errors.endpoint = "Enter an address that begins with https:// or http://";
  }
  return errors;
}
