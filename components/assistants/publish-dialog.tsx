"use client";

import { Anchor, Modal, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { ApiError } from "../graphql/gql-request.ts";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { done } from "../ui/toasts.tsx";
import { assistantsKey, type Assistant } from "./queries.ts";
import { publishDraft } from "./version-queries.ts";

type Props = { assistant: Assistant; opened: boolean; onClose: () => void };

/** Asks for a summary of the changes and publishes the draft. If the gate refuses it, shows the figures. */
export function PublishDialog({ assistant, opened, onClose }: Props) {
  const t = useTranslations("assistants.publish");
  return (
    <Modal opened={opened} onClose={onClose} title={t("title", { number: assistant.draft?.number ?? "" })}>
      <PublishForm assistant={assistant} onClose={onClose} />
    </Modal>
  );
}

function PublishForm({ assistant: { id, name, draft }, onClose }: Omit<Props, "opened">) {
  const t = useTranslations("assistants.publish");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const [note, setNote] = useState(draft?.note ?? "");
  const publish = useMutation({
    mutationFn: () => publishDraft({ workspaceId, aiId: id, note: note.trim() || null }),
    onSuccess: () => {
      done(t("done", { name }));
      onClose();
      return queryClient.invalidateQueries({ queryKey: assistantsKey(workspaceId) });
    },
  });
  const isGated = publish.error instanceof ApiError && publish.error.code === "CONFLICT";
  return (
    <SaveForm
      problem={
        publish.error ? (
          <>
            {publish.error.message}.{" "}
            {isGated ? (
              <Anchor component={Link} href={paths.assistant(workspaceId, id, "evals")} inherit>
                {t("evals")}
              </Anchor>
            ) : null}
          </>
        ) : null
      }
      onSubmit={() => publish.mutate()}
      submit={t("submit")}
      isBusy={publish.isPending}
      onCancel={onClose}
    >
      <Text size="sm">{t("about")}</Text>
      <TextInput
        label={t("note")}
        description={t("noteHint")}
        maxLength={1000}
        data-autofocus
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </SaveForm>
  );
}
