"use client";

import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useTranslations } from "next-intl";

type Question = {
  title: string;
  /** What will be, once it is done. */
  message: string;
  /** What the button does, in its own word. */
  confirm: string;
  onConfirm: () => void;
};

/** The question is asked by what is no component: only what it shows knows the language. */
function Cancel() {
  return useTranslations("ui")("cancel");
}

/** Asks before something that cannot be taken back. */
export function askFirst({ title, message, confirm, onConfirm }: Question): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{message}</Text>,
    labels: { confirm, cancel: <Cancel /> },
    confirmProps: { color: "red" },
    onConfirm,
  });
}
