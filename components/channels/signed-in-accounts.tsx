"use client";

import { Button, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { connectChannel, type Channel, type SignedIn } from "./queries.ts";
import { SignInButton } from "./sign-in-button.tsx";
import { useConnected } from "./use-connected.ts";

type Props = {
  type: Channel["type"];
  /** The request that ends the sign-in. */
  finish: Pick<UseMutationResult<SignedIn, Error, never>, "data" | "error">;
};

/** The accounts that a person chose at the provider, and what it takes to connect one. */
export function SignedInAccounts({ type, finish: { data, error } }: Props) {
  const t = useTranslations("channels.signIn");
  return (
    <Panel title={t("title")} actions={<SignInButton type={type} isAgain variant="default" />}>
      {data && data.accounts.length > 0 ? (
        <Choice type={type} signedIn={data} />
      ) : (data ?? error) ? (
        <FormProblem>{error ? error.message : t("none")}</FormProblem>
      ) : (
        <Text size="sm" c="dimmed" role="status">
          {t("asking")}
        </Text>
      )}
    </Panel>
  );
}

type Values = { accountId: string; name: string; pin: string };

function Choice({ type, signedIn: { access, accounts } }: { type: Channel["type"]; signedIn: SignedIn }) {
  const t = useTranslations("channels");
  const workspaceId = useWorkspaceId();
  const router = useRouter();
  const connected = useConnected();
  const first = accounts.find(({ channelName }) => channelName === null) ?? accounts[0];
  const accountOf = (id: string) => accounts.find((each) => each.id === id);
  const isConnected = (id: string) => (accountOf(id)?.channelName ?? null) !== null;
  const form = useForm<Values>({
    initialValues: { accountId: first?.id ?? "", name: first?.name ?? "", pin: "" },
    validate: {
      name: (name, { accountId }) => (isConnected(accountId) || name.trim() ? null : t("new.nameMissing")),
      pin: (pin, { accountId }) =>
        accountOf(accountId)?.needsPin && !/^\d{6}$/.test(pin) ? t("signIn.pinWrong") : null,
    },
  });
  const { accountId, name } = form.values;
  const account = accountOf(accountId);
  const isKnown = isConnected(accountId);
  const connect = useMutation({
    mutationFn: ({ pin }: Values) =>
      connectChannel({
        workspaceId,
        type,
        name: account?.channelName ?? name,
        signIn: { access, account: accountId, ...(account?.needsPin ? { pin } : {}) },
      }),
    onSuccess: (channel) => {
      connected(channel);
      done(t(isKnown ? "signIn.renewed" : "new.connected", { name: channel.identifier ?? channel.name }));
      router.push(paths.channel(workspaceId, channel.id));
    },
    onError: (error) => form.setErrors(fieldErrors(error, ["name", "pin"])),
  });
  const choose = (id: string) => {
    const chosen = accountOf(id);
    // A name that the person wrote stays.
    const isOwn = name !== account?.name;
    form.setValues({ accountId: id, pin: "", ...(isOwn ? {} : { name: chosen?.name ?? "" }) });
  };
  const describe = ({ identifier, channelName }: SignedIn["accounts"][number]) =>
    channelName === null ? identifier : `${identifier} · ${t("signIn.already", { name: channelName })}`;
  return (
    <form onSubmit={form.onSubmit((values) => connect.mutate(values))} noValidate autoComplete="off">
      <Stack gap="md">
        <FormProblem>{form.errors.form}</FormProblem>
        <Radio.Group label={t("signIn.which")} value={accountId} onChange={choose}>
          <Stack gap="xs" mt="xs">
            {accounts.map((each) => (
              <Radio key={each.id} value={each.id} label={each.name} description={describe(each)} />
            ))}
          </Stack>
        </Radio.Group>
        {isKnown ? null : (
          <TextInput
            label={t("new.name")}
            description={t("new.nameHint")}
            withAsterisk
            {...form.getInputProps("name")}
          />
        )}
        {account?.needsPin ? (
          <TextInput
            label={t("signIn.pin")}
            description={t("signIn.pinHint")}
            inputMode="numeric"
            maxLength={6}
            withAsterisk
            {...form.getInputProps("pin")}
          />
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" loading={connect.isPending}>
            {isKnown ? t("signIn.renew") : t("new.connect")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
