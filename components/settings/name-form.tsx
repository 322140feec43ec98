"use client";

import { Button, Group, Input, Text, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { viewerQuery, type Viewer } from "../shell/queries.ts";
import { workspaceKey } from "../shell/workspace-key.ts";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { done } from "../ui/toasts.tsx";
import { patchAgent } from "./queries.ts";

/** The name that team members see. Only those who manage the workspace may change agents' names. */
export function NameForm({ viewer }: { viewer: Viewer }) {
  const t = useTranslations("settings.name");
  const { agentId, permissions } = viewer;
  if (agentId && permissions.includes("MANAGE_WORKSPACE")) return <EditName viewer={viewer} agentId={agentId} />;
  return (
    <Input.Wrapper label={t("name")} description={t("ask")} labelElement="div">
      <Text size="sm">{viewer.name}</Text>
    </Input.Wrapper>
  );
}

function EditName({ viewer, agentId }: { viewer: Viewer; agentId: string }) {
  const t = useTranslations("settings.name");
  const { workspaceId } = viewer;
  const queryClient = useQueryClient();
  const [name = "", ...rest] = viewer.name.split(" ");
  const form = useForm({
    initialValues: { name, surname: rest.join(" ") },
    validate: { name: isNotEmpty(t("needed")) },
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) => patchAgent({ workspaceId, id: agentId, ...values }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: viewerQuery(workspaceId).queryKey });
      void queryClient.invalidateQueries({ queryKey: workspaceKey(workspaceId) });
      done(t("saved"));
    },
    onError: (error) => form.setErrors(fieldErrors(error, ["name", "surname"])),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <FormProblem>{form.errors.form}</FormProblem>
      <Group align="flex-end" wrap="wrap">
        <TextInput label={t("first")} autoComplete="given-name" flex="1 1 160px" {...form.getInputProps("name")} />
        <TextInput
          label={t("surname")}
          autoComplete="family-name"
          flex="1 1 160px"
          {...form.getInputProps("surname")}
        />
        <Button type="submit" variant="default" disabled={!form.isDirty()} loading={save.isPending}>
          {t("save")}
        </Button>
      </Group>
    </form>
  );
}
