"use client";

import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { SaveForm } from "../ui/save-form.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { GUIDES } from "./channel-guides.ts";
import { CredentialInputs } from "./credential-inputs.tsx";
import { patchCredentials, type Channel } from "./queries.ts";
import { useChannelChange } from "./use-channel-change.ts";

/** Replaces a channel's credentials. They are write-only: stored values are never shown. */
export function CredentialsPanel({ channel }: { channel: Channel }) {
  const t = useTranslations("channels.credentials");
  const workspaceId = useWorkspaceId();
  const { fields, help } = GUIDES[channel.type];
  const names = fields.map(({ name }) => name);
  const form = useForm<Record<string, string>>({ initialValues: Object.fromEntries(names.map((name) => [name, ""])) });
  const save = useChannelChange((values: Record<string, string>) => {
    const integrationProperties = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
    return patchCredentials({ workspaceId, id: channel.id, integrationProperties });
  });
  if (fields.length === 0) return null;
  const submit = (values: Record<string, string>) =>
    save.mutate(values, {
      onSuccess: () => {
        form.reset();
        done(t("saved"));
      },
      onError: (error) => form.setErrors(fieldErrors(error, names)),
    });
  return (
    <Panel title={t("title")} description={help ? t("descriptionTried") : t("description")}>
      <SaveForm
        problem={form.errors.form}
        onSubmit={form.onSubmit(submit)}
        submit={t("save")}
        isBusy={save.isPending}
        isDisabled={!form.isDirty()}
      >
        <CredentialInputs
          fields={fields}
          placeholder={t("unchanged")}
          inputProps={(name) => form.getInputProps(name)}
        />
      </SaveForm>
    </Panel>
  );
}
