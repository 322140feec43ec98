"use client";

import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";

const SHOWN_MS = 10_000;

/** Says that something was done, with a way back for ten seconds. */
export function showUndo(message: string, undo: (() => Promise<void>) | null, label: string): void {
  const id = crypto.randomUUID();
  notifications.show({
    id,
    color: "sea",
    role: "status",
    autoClose: undo ? SHOWN_MS : undefined,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        {undo ? (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              notifications.hide(id);
              void undo();
            }}
          >
            {label}
          </Button>
        ) : null}
      </Group>
    ),
  });
}
