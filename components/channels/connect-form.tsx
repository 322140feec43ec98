"use client";

import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { GUIDES } from "./channel-guides.ts";
import { CredentialInputs } from "./credential-inputs.tsx";
import { CustomReady, type NewCustomChannel } from "./custom-ready.tsx";
import { connectChannel, type Channel } from "./queries.ts";
import { useConnected } from "./use-connected.ts";

/** Generated here and shown once. The business's own system needs them. */
const MADE_HERE = ["validateToken", "accessToken"];

/** The name and credentials of a new channel. The submit button spins while the provider checks them. */
export function ConnectForm({ type }: { type: Channel["type"] }) {
  const t = useTranslations("channels.new");
  const tTypes = useTranslations("channels.types");
  const tFields = useTranslations("channels.guides.fields");
  const workspaceId = useWorkspaceId();
  const router = useRouter();
  const connected = useConnected();
  const [ready, setReady] = useState<NewCustomChannel | null>(null);
  const { fields } = GUIDES[type];
  const isOwnSystem = type === "CUSTOM";
  const names = ["name", ...fields.map(({ name }) => name)];
  const form = useForm<Record<string, string>>({
    initialValues: Object.fromEntries(
      names.map((name) => [name, isOwnSystem && MADE_HERE.includes(name) ? randomToken() : ""]),
    ),
    validate: (values) => {
      const errors: Record<string, string> = {};
      if (!values.name?.trim()) errors.name = t("nameMissing");
      for (const { name, words, isOptional } of fields) {
        if (!isOptional && !values[name]?.trim())
          errors[name] = t("fieldMissing", { field: tFields(`${words}.label`) });
      }
      if (values.endpoint && !/^https?:\/\/./.test(values.endpoint.trim())) errors.endpoint = t("addressWrong");
      return errors;
    },
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
      connected(channel);
      if (isOwnSystem) return setReady({ channel, validateToken, accessToken });
      done(t("connected", { name: channel.identifier ?? channel.name }));
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
            label={t("name")}
            description={t("nameHint")}
            placeholder={isOwnSystem ? t("nameExampleOwn") : t("nameExample", { type: tTypes(type) })}
            withAsterisk
            data-autofocus
            {...form.getInputProps("name")}
          />
          <CredentialInputs fields={fields} showSecrets={isOwnSystem} inputProps={(name) => form.getInputProps(name)} />
          <Group justify="space-between" gap="sm">
            <Text size="xs" c="dimmed" flex="1 1 220px">
              {fields.length === 0 ? t("nothingElse") : isOwnSystem ? t("tokensReady") : t("tried")}
            </Text>
            <Button type="submit" loading={connect.isPending}>
              {t("connect")}
            </Button>
          </Group>
        </Stack>
      </form>
      <CustomReady made={ready} onClose={() => ready && router.push(paths.channel(workspaceId, ready.channel.id))} />
    </Panel>
  );
}

const BYTES = 24;

/** An unguessable secret: 192 random bits, safe in a header and in a shell. */
function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
