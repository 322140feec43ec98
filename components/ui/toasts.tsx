"use client";

import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./toasts.module.css";

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

/** What a toast says, with the button that does something about it. */
export function ToastLine({ children, button }: { children: ReactNode; button: ReactNode }) {
  return (
    <span className={classes.line}>
      <span className={classes.words}>{children}</span>
      {button}
    </span>
  );
}
