"use client";

import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { randomToken } from "./random-token.ts";
import { channelsQuery, createChannel } from "./queries.ts";

/** A custom channel that was just made, with the secrets that are shown this once. */
export type NewCustomChannel = { name: string; ingressUrl: string; validateToken: string; accessToken: string };

type Props = { opened: boolean; onClose: () => void; onCreated: (channel: NewCustomChannel) => void };

export function CustomDialog({ opened, onClose, onCreated }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add a custom channel" size="lg">
      <CustomForm onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

const FIELDS = ["name", "endpoint", "externalId", "validateToken", "accessToken"] as const;

function CustomForm({ onClose, onCreated }: Omit<Props, "opened">) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name: "", endpoint: "", externalId: "", validateToken: randomToken(), accessToken: randomToken() },
    validate: {
      name: isNotEmpty("Give the channel a name"),
      endpoint: (url) =>
        /^https?:\/\/./.test(url.trim()) ? null : "Enter an address that begins with https:// or http://",
      externalId: isNotEmpty("Say under which id the channel sends"),
      validateToken: isNotEmpty("A token is needed, or anybody could write"),
      accessToken: isNotEmpty("A token is needed, or your system cannot tell who calls"),
    },
  });
  const create = useMutation({
    mutationFn: ({ name, ...integrationProperties }: ReturnType<typeof form.getValues>) =>
      createChannel({ workspaceId, name, type: "CUSTOM", integrationProperties }),
    onSuccess: (channel, { validateToken, accessToken }) => {
      void queryClient.invalidateQueries({ queryKey: channelsQuery(workspaceId).queryKey });
      onCreated({ name: channel.name, ingressUrl: channel.ingressUrl ?? "", validateToken, accessToken });
    },
    onError: (error) => form.setErrors(fieldErrors(error, FIELDS)),
  });
  const field = (name: (typeof FIELDS)[number]) => form.getInputProps(name);
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <Stack gap="md">
        <FormProblem>{form.errors.form}</FormProblem>
        <TextInput label="Name" placeholder="Order app" data-autofocus key={form.key("name")} {...field("name")} />
        <TextInput
          label="Endpoint"
          description="Your system's address; agents' replies are posted to it"
          placeholder="https://example.com/messages"
          type="url"
          key={form.key("endpoint")}
          {...field("endpoint")}
        />
        <TextInput
          label="Sender id"
          description="Sent as senderId with each reply, so that your system knows which channel it is"
          placeholder="support"
          key={form.key("externalId")}
          {...field("externalId")}
        />
        <TextInput
          label="Validate token"
          description="Your system sends it with each message; a good one is filled in"
          autoComplete="off"
          key={form.key("validateToken")}
          {...field("validateToken")}
        />
        <TextInput
          label="Access token"
          description="We send it as a bearer token with each reply"
          autoComplete="off"
          key={form.key("accessToken")}
          {...field("accessToken")}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Add channel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
