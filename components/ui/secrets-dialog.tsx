"use client";

import { Alert, Button, Group, Modal, Stack } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyField } from "./copy.tsx";

type Props = {
  title: string;
  /** null: closed. */
  secrets: { label: string; text: string }[] | null;
  children?: ReactNode;
  onClose: () => void;
};

/** Shows secrets once. Neither a click outside nor Escape closes it, so that no slip loses them. */
export function SecretsDialog({ title, secrets, children, onClose }: Props) {
  const t = useTranslations("ui.secrets");
  return (
    <Modal
      opened={secrets !== null}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert icon={<IconLock size={18} aria-hidden />} color="yellow" title={t("title")}>
          {t("words")}
        </Alert>
        {secrets?.map((secret) => (
          <CopyField key={secret.label} {...secret} />
        ))}
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t("stored")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
