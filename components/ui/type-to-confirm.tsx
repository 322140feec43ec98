"use client";

import { Modal, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { SaveForm } from "./save-form.tsx";

type Props = {
  opened: boolean;
  title: string;
  /** The consequence of the action. */
  message: ReactNode;
  name: string;
  /** The confirm button's label. */
  confirm: string;
  /** If it rejects, the dialog stays open and shows the reason. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks for confirmation before an irreversible action. The person must type the name, so that no accidental click runs it. */
export function TypeToConfirm({ opened, title, onClose, ...question }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Question onClose={onClose} {...question} />
    </Modal>
  );
}

function Question({ message, name, confirm, onConfirm, onClose }: Omit<Props, "opened" | "title">) {
  const t = useTranslations("ui");
  const [typed, setTyped] = useState("");
  const act = useMutation({ mutationFn: onConfirm });
  const isRight = typed.trim() === name.trim();
  return (
    <SaveForm
      problem={act.error?.message}
      onSubmit={() => {
        if (isRight && !act.isPending) act.mutate();
      }}
      submit={confirm}
      isBusy={act.isPending}
      isDisabled={!isRight}
      isDangerous
      onCancel={onClose}
    >
      <Text size="sm">{message}</Text>
      <TextInput
        label={t("typeToConfirm", { name })}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </SaveForm>
  );
}
