"use client";

import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";

/** Says that something was done. */
export function done(message: string): void {
  notifications.show({ message, color: "sea", icon: <IconCheck size={16} aria-hidden />, role: "status" });
}

/** Says what was not done and why; stays until it is read. */
export function failed(title: string, error: Error): void {
  notifications.show({
    title,
    message: error.message,
    color: "red",
    icon: <IconAlertTriangle size={16} aria-hidden />,
    autoClose: 12_000,
    role: "alert",
  });
}
