"use client";

import { Button, Group, Stack } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { FormEvent, ReactNode } from "react";
import { FormProblem } from "./form-problem.tsx";

type Props = {
  /** Why it was refused, where no field is to blame. */
  problem?: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** What the button says. */
  submit: string;
  isBusy?: boolean;
  /** There is nothing to send yet. */
  isDisabled?: boolean;
  /** What is done cannot be taken back. */
  isDangerous?: boolean;
  /** In a dialog: the way out. */
  onCancel?: () => void;
  children: ReactNode;
};

/** Fields, with the reason of a refusal above them and the button that sends them below. */
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
