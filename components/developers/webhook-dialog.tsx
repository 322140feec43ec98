"use client";

import { Button, Checkbox, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { HeaderFields, headersOf, headerRows } from "./header-fields.tsx";
import { createWebhook, patchWebhook, webhooksQuery } from "./queries.ts";
import type { Webhook, WebhookEvent } from "./queries.ts";
import { EVENT_NAMES, WEBHOOK_EVENTS } from "./webhook-events.ts";

type Props = {
  /** The webhook to be changed, "new" for one to be made; null: closed. */
  webhook: Webhook | "new" | null;
  onClose: () => void;
  /** @param secret the signing secret of a new webhook, null after a change. */
  onSaved: (secret: string | null) => void;
};

export function WebhookDialog({ webhook, onClose, onSaved }: Props) {
  return (
    <Modal
      opened={webhook !== null}
      onClose={onClose}
      title={webhook === "new" ? "Add a webhook" : "Edit webhook"}
      size="lg"
    >
      {webhook ? <WebhookForm before={webhook === "new" ? null : webhook} onClose={onClose} onSaved={onSaved} /> : null}
    </Modal>
  );
}

type FormProps = Omit<Props, "webhook"> & { before: Webhook | null };

function WebhookForm({ before, onClose, onSaved }: FormProps) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const hasPlayground = useViewer()?.plan !== "GATEWAY";
  const form = useForm({
    initialValues: {
      label: before?.label ?? "",
      url: before?.url ?? "",
      event: before?.event ?? ("ANY_EVENT" as WebhookEvent),
      debug: before?.debug ?? false,
      headers: headerRows(before?.headers),
    },
    validate: {
      label: isNotEmpty("Say what it is for"),
      url: (url) => (/^https?:\/\/./.test(url.trim()) ? null : "Enter an address that begins with https:// or http://"),
    },
  });
  const save = useMutation({
    mutationFn: async ({ debug, headers, ...values }: typeof form.values) => {
      const isOfAny = values.event === "ANY_EVENT";
      const input = { workspaceId, ...values, debug: debug && isOfAny, headers: headersOf(headers) };
      if (!before) return (await createWebhook(input)).secret;
      await patchWebhook({ ...input, id: before.id });
      return null;
    },
    onSuccess: (secret) => {
      void queryClient.invalidateQueries({ queryKey: webhooksQuery(workspaceId).queryKey });
      onSaved(secret);
    },
    onError: (error) => form.setErrors(fieldErrors(error, ["label", "url", "event", "debug", "headers"])),
  });
  const { event } = form.values;
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <FormProblem>{form.errors.form}</FormProblem>
        <TextInput label="Label" placeholder="Order system" data-autofocus {...form.getInputProps("label")} />
        <TextInput label="Address" placeholder="https://example.com/hooks" type="url" {...form.getInputProps("url")} />
        <Select
          label="Event"
          description={WEBHOOK_EVENTS[event]}
          data={EVENT_NAMES}
          allowDeselect={false}
          searchable
          {...form.getInputProps("event")}
        />
        {event === "ANY_EVENT" && hasPlayground ? (
          <Checkbox
            label="Also what happens in the playground"
            description="With debug: true in the payload"
            {...form.getInputProps("debug", { type: "checkbox" })}
          />
        ) : null}
        <HeaderFields rows={form.values.headers} onChange={(rows) => form.setFieldValue("headers", rows)} />
        {form.errors.headers ? (
          <Text size="xs" c="var(--bad)" role="alert">
            {form.errors.headers}
          </Text>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {before ? "Save" : "Add webhook"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
