"use client";

import { Alert, Button, Group, Modal, Stack } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
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
        <Alert icon={<IconLock size={18} aria-hidden />} color="yellow" title="Store it now">
          This is the only time it is shown. We keep no copy that could be shown again.
        </Alert>
        {secrets?.map((secret) => (
          <CopyField key={secret.label} {...secret} />
        ))}
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            I have stored it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
