"use client";

import { Checkbox, Modal, Select, Text, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { SaveForm } from "../ui/save-form.tsx";
import { HeaderFields, headersOf, headerRows } from "./header-fields.tsx";
import { createWebhook, patchWebhook, webhooksQuery, type Webhook, type WebhookEvent } from "./queries.ts";

type Props = {
  /** The webhook to edit, or "new" to create one. null: closed. */
  webhook: Webhook | "new" | null;
  onClose: () => void;
  /** @param secret the signing secret of a new webhook. null after a change. */
  onSaved: (secret: string | null) => void;
};

export function WebhookDialog({ webhook, onClose, onSaved }: Props) {
  const t = useTranslations("developers.webhooks");
  return (
    <Modal
      opened={webhook !== null}
      onClose={onClose}
      title={webhook === "new" ? t("addTitle") : t("editTitle")}
      size="lg"
    >
      {webhook ? <WebhookForm before={webhook === "new" ? null : webhook} onClose={onClose} onSaved={onSaved} /> : null}
    </Modal>
  );
}

type FormProps = Omit<Props, "webhook"> & { before: Webhook | null };

function WebhookForm({ before, onClose, onSaved }: FormProps) {
  const t = useTranslations("developers");
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
      label: isNotEmpty(t("webhooks.labelMissing")),
      url: (url) => (/^https?:\/\/./.test(url.trim()) ? null : t("webhooks.addressWrong")),
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
    <SaveForm
      problem={form.errors.form}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      submit={before ? t("webhooks.save") : t("webhooks.add")}
      isBusy={save.isPending}
      onCancel={onClose}
    >
      <TextInput label={t("label")} placeholder={t("labelExample")} data-autofocus {...form.getInputProps("label")} />
      <TextInput
        label={t("webhooks.address")}
        placeholder="https://example.com/hooks"
        type="url"
        {...form.getInputProps("url")}
      />
      <Select
        label={t("webhooks.event")}
        description={t(`webhooks.events.${event}`)}
        data={EVENT_NAMES}
        allowDeselect={false}
        searchable
        {...form.getInputProps("event")}
      />
      {event === "ANY_EVENT" && hasPlayground ? (
        <Checkbox
          label={t("webhooks.playground")}
          description={t("webhooks.playgroundWords")}
          {...form.getInputProps("debug", { type: "checkbox" })}
        />
      ) : null}
      <HeaderFields rows={form.values.headers} onChange={(rows) => form.setFieldValue("headers", rows)} />
      {form.errors.headers ? (
        <Text size="xs" c="var(--danger-text)" role="alert">
          {form.errors.headers}
        </Text>
      ) : null}
    </SaveForm>
  );
}

/** The events that a webhook can subscribe to (contract.md, Events), in display order. */
const OFFERED: Record<WebhookEvent, true> = {
  ANY_EVENT: true,
  INCOMING_MESSAGE: true,
  OUTGOING_MESSAGE: true,
  MESSAGE_UPDATED: true,
  NEW_CONV: true,
  ENDING_CONV: true,
  NEW_CLIENT: true,
  CLIENT_UPDATED: true,
  MESSAGE_UPDATED_SMPP: true,
};

const EVENT_NAMES = Object.keys(OFFERED) as WebhookEvent[];
