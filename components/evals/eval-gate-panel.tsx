"use client";

import { Button, Group, NumberInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { setGate } from "./eval-queries.ts";
import { assistantKey, type Assistant } from "../assistants/queries.ts";

const USUAL = 90;

/** The share of golden questions that a new version must pass before it goes live. */
export function EvalGatePanel({ assistant: { id: aiId, gateScore } }: { assistant: Assistant }) {
  const t = useTranslations("evals.gate");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const form = useForm<{ score: number | string }>({
    initialValues: { score: gateScore ?? USUAL },
    validate: {
      score: (score) => (Number.isInteger(score) ? null : t("whole")),
    },
  });
  const save = useMutation({
    mutationFn: (score: number | null) => setGate({ workspaceId, aiId, score }),
    onSuccess: (_, score) => {
      void queryClient.invalidateQueries({ queryKey: assistantKey(workspaceId, aiId), exact: true });
      form.resetDirty();
      done(score === null ? t("isOff") : t("isSet", { score }));
    },
    onError: (error) => form.setErrors(fieldErrors(error, ["score"])),
  });
  return (
    <Panel title={t("title")} description={gateScore === null ? t("off") : t("on", { score: gateScore })}>
      <form onSubmit={form.onSubmit(({ score }) => save.mutate(Number(score)))} noValidate>
        <Stack gap="sm">
          <FormProblem>{form.errors.form}</FormProblem>
          <Group align="flex-end" gap="xs">
            <NumberInput
              label={t("score")}
              min={1}
              max={100}
              clampBehavior="strict"
              allowDecimal={false}
              suffix=" %"
              w={180}
              {...form.getInputProps("score")}
            />
            <Button type="submit" loading={save.isPending} disabled={gateScore !== null && !form.isDirty()}>
              {gateScore === null ? t("set") : t("save")}
            </Button>
            {gateScore === null ? null : (
              <Button variant="default" disabled={save.isPending} onClick={() => save.mutate(null)}>
                {t("takeOff")}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
