"use client";

import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useTranslations } from "next-intl";

type Question = {
  title: string;
  /** The consequence of the action. */
  message: string;
  /** The confirm button's label: a verb. */
  confirm: string;
  onConfirm: () => void;
};

/** A component, because only components know the language. */
function Cancel() {
  return useTranslations("ui")("cancel");
}

/** Asks for confirmation before an action that cannot be undone. */
export function askFirst({ title, message, confirm, onConfirm }: Question): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{message}</Text>,
    labels: { confirm, cancel: <Cancel /> },
    confirmProps: { color: "red" },
    onConfirm,
  });
}
