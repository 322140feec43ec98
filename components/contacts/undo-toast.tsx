"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { ToastLine } from "../ui/toasts.tsx";
import { newKey } from "../ui/new-key.ts";

const SHOWN_MS = 10_000;

/** Confirms an action, with an Undo button for ten seconds. */
export function showUndo(message: string, undo: (() => Promise<void>) | null, label: string): void {
  const id = newKey();
  notifications.show({
    id,
    color: "petrol",
    role: "status",
    autoClose: undo ? SHOWN_MS : undefined,
    message: (
      <ToastLine
        button={
          undo ? (
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
          ) : null
        }
      >
        {message}
      </ToastLine>
    ),
  });
}
