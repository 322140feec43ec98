"use client";

import { Button, Group, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { FormEvent, ReactNode } from "react";
import { FormProblem } from "./form-problem.tsx";

type Props = {
  /** Why the form was refused, if the reason belongs to no field. */
  problem?: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The submit button's label. */
  submit: string;
  isBusy?: boolean;
  /** There is nothing to submit yet. */
  isDisabled?: boolean;
  /** The action cannot be undone. */
  isDangerous?: boolean;
  /** Cancels, in a dialog. */
  onCancel?: () => void;
  children: ReactNode;
};

/** Form fields, with the reason of a refusal above and the submit button below. */
export function SaveForm({ problem, onSubmit, submit, isBusy, isDisabled, isDangerous, onCancel, children }: Props) {
  const t = useTranslations("ui");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
      noValidate
    >
      <Stack gap="md">
        <FormProblem>{problem}</FormProblem>
        {children}
        <Group justify="flex-end">
          {onCancel ? (
            <Button variant="default" onClick={onCancel}>
              {t("cancel")}
            </Button>
          ) : null}
          <Button type="submit" color={isDangerous ? "red" : undefined} disabled={isDisabled} loading={isBusy}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
