"use client";

import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { MIN_PASSWORD } from "../auth/min-password.ts";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { changePassword, sessionsQuery } from "./account-queries.ts";

const EMPTY = { currentPassword: "", newPassword: "" };

/** Changes the password. This ends all other sign-ins. */
export function ProfilePassword() {
  const t = useTranslations("settings.password");
  const workspaceId = useWorkspaceId();
  const email = useViewer()?.email ?? "";
  const cache = useQueryClient();
  const form = useForm({
    initialValues: EMPTY,
    validate: { newPassword: (text) => (text.length >= MIN_PASSWORD ? null : t("tooShort", { count: MIN_PASSWORD })) },
  });
  const save = useMutation({
    mutationFn: ({ currentPassword, newPassword }: typeof EMPTY) =>
      changePassword({ workspaceId, newPassword, ...(currentPassword ? { currentPassword } : {}) }),
    onSuccess: () => {
      form.reset();
      void cache.invalidateQueries({ queryKey: sessionsQuery(workspaceId).queryKey });
      done(t("done"));
    },
    onError: (error) => form.setErrors(fieldErrors(error, ["currentPassword", "newPassword"])),
  });
  return (
    <Panel title={t("title")} description={t("description")}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack gap="md" maw={420}>
          <FormProblem>{form.errors.form}</FormProblem>
          {/* Password keepers file what follows under it. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label={t("current")}
            description={t("currentHint")}
            autoComplete="current-password"
            {...form.getInputProps("currentPassword")}
          />
          <PasswordInput
            label={t("new")}
            description={t("newHint", { count: MIN_PASSWORD })}
            autoComplete="new-password"
            {...form.getInputProps("newPassword")}
          />
          <Group>
            <Button type="submit" variant="default" disabled={!form.values.newPassword} loading={save.isPending}>
              {t("save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
