"use client";

import { Button, Group, NumberInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { setGate } from "./eval-queries.ts";
import { assistantKey } from "./queries.ts";
import type { Assistant } from "./queries.ts";

const USUAL = 90;

/** The share of golden questions that a new version must pass before customers meet it. */
export function EvalGatePanel({ assistant: { id: aiId, gateScore } }: { assistant: Assistant }) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const form = useForm<{ score: number | string }>({
    initialValues: { score: gateScore ?? USUAL },
    validate: {
      score: (score) => (Number.isInteger(score) ? null : "Enter a whole number from 1 to 100"),
    },
  });
  const save = useMutation({
    mutationFn: (score: number | null) => setGate({ workspaceId, aiId, score }),
    onSuccess: (_, score) => {
      void queryClient.invalidateQueries({ queryKey: assistantKey(workspaceId, aiId), exact: true });
      form.resetDirty();
      done(score === null ? "The gate is off" : `A new version now needs ${score} %`);
    },
    onError: (error) => form.setErrors(fieldErrors(error, ["score"])),
  });
  return (
    <Panel
      title="Gate"
      description={
        gateScore === null
          ? "Off: what you change can go live at once. With a gate, a change goes live only as a draft that passed enough golden questions, and no fewer than what is live."
          : `On: a change goes live only as a draft that passed ${gateScore} % of the golden questions, and no fewer than what is live.`
      }
    >
      <form onSubmit={form.onSubmit(({ score }) => save.mutate(Number(score)))} noValidate>
        <Stack gap="sm">
          <FormProblem>{form.errors.form}</FormProblem>
          <Group align="flex-end" gap="xs">
            <NumberInput
              label="Per cent that must pass"
              min={1}
              max={100}
              clampBehavior="strict"
              allowDecimal={false}
              suffix=" %"
              w={180}
              {...form.getInputProps("score")}
            />
            <Button type="submit" loading={save.isPending} disabled={gateScore !== null && !form.isDirty()}>
              {gateScore === null ? "Set the gate" : "Save"}
            </Button>
            {gateScore === null ? null : (
              <Button variant="default" disabled={save.isPending} onClick={() => save.mutate(null)}>
                Take it off
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
