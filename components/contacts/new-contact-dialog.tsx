"use client";

import { Modal, SimpleGrid, TagsInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { SaveForm } from "../ui/save-form.tsx";
import { done } from "../ui/toasts.tsx";
import { contactKeys, createContact } from "./queries.ts";
import { useContactWords } from "./use-contacts.ts";
import { newKey } from "../ui/new-key.ts";

type Props = { opened: boolean; onClose: () => void; onCreated: (clientId: string) => void };

const FIELDS = ["name", "surname", "phone", "email", "city", "country", "externalClientId"] as const;
const EMPTY = { name: "", surname: "", phone: "", email: "", city: "", country: "", externalClientId: "" };

export function NewContactDialog({ opened, onClose, onCreated }: Props) {
  const t = useTranslations("contacts");
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={t("new")}>
      <NewContact onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

/** Creates a contact. Without an external ID, its phone number becomes the ID, or a new unique one. */
function NewContact({ onClose, onCreated }: Omit<Props, "opened">) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const client = useQueryClient();
  const { tags } = useContactWords();
  const form = useForm({ initialValues: { ...EMPTY, tags: new Array<string>() } });
  const create = useMutation({
    mutationFn: ({ tags: chosen, externalClientId, ...lines }: typeof form.values) => {
      const given = Object.fromEntries(Object.entries(lines).filter(([, text]) => text.trim() !== ""));
      const id = externalClientId.trim() || lines.phone.replace(/[^\d+]/g, "") || newKey();
      return createContact({ workspaceId, ...given, externalClientId: id, tags: chosen });
    },
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: contactKeys.all(workspaceId) });
      done(t("created"));
      onClose();
      onCreated(id);
    },
    onError: (error) => form.setErrors(fieldErrors(error, FIELDS)),
  });
  return (
    <SaveForm
      problem={form.errors.form}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      submit={t("create")}
      isBusy={create.isPending}
      onCancel={onClose}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            label={t(`fields.${field}`)}
            data-autofocus={field === "name" || undefined}
            {...form.getInputProps(field)}
          />
        ))}
        <TagsInput label={t("columns.tags")} data={tags} {...form.getInputProps("tags")} />
      </SimpleGrid>
    </SaveForm>
  );
}
