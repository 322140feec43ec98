"use client";

import { Alert, Button, Group, Modal, Stack } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyField } from "./copy.tsx";

type Props = {
  title: string;
  /** Null: closed. */
  secrets: { label: string; text: string }[] | null;
  children?: ReactNode;
  onClose: () => void;
};

/** Shows what is shown once. It does not close by a slip: neither a click beside it nor Escape takes the secret away. */
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
