"use client";

import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { newProperties, PROPERTY_FIELDS, propertyProblems, readProperties, type PropertyValues } from "./properties.ts";
import { PropertyFields } from "./property-fields.tsx";
import { assistantsKey, type Assistant } from "./queries.ts";
import { createAssistant } from "./version-queries.ts";

export function NewAssistantForm({ type }: { type: Assistant["type"] }) {
  const t = useTranslations("assistants.create");
  const words = useTranslations("assistants");
  const workspaceId = useWorkspaceId();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [nameProblem, setNameProblem] = useState<string | null>(null);
  const form = useForm<PropertyValues>({
    initialValues: { ...readProperties({}), handsOver: true, asksBack: true },
    validate: (values) => propertyProblems(type, values, words),
  });
  const create = useMutation({
    mutationFn: (values: PropertyValues) =>
      createAssistant({ workspaceId, type, name, integrationProperties: newProperties(type, values) }),
    onSuccess: ({ id }) => {
      done(t("done", { name: name.trim() }));
      void queryClient.invalidateQueries({ queryKey: assistantsKey(workspaceId) });
      router.push(paths.assistant(workspaceId, id));
    },
    onError: (error) => {
      const { name: ofName, ...others } = fieldErrors(error, ["name", ...PROPERTY_FIELDS]);
      setNameProblem(ofName ?? null);
      form.setErrors(others);
    },
  });
  return (
    <Panel>
      <form
        onSubmit={(event) => {
          const isNamed = name.trim() !== "";
          setNameProblem(isNamed ? null : t("noName"));
          form.onSubmit((values) => {
            if (isNamed) create.mutate(values);
          })(event);
        }}
        noValidate
        autoComplete="off"
      >
        <Stack gap="md">
          <FormProblem>{form.errors.form}</FormProblem>
          <TextInput
            label={t("name")}
            description={t("nameHint")}
            withAsterisk
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={nameProblem}
          />
          <PropertyFields type={type} form={form} />
          <Group justify="space-between" gap="sm">
            <Text size="xs" c="dimmed" flex="1 1 220px">
              {type === "builtIn" ? t("nextTeach") : t("nextCheck")}
            </Text>
            <Button type="submit" loading={create.isPending}>
              {t("submit")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
