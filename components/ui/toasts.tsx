"use client";

import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./toasts.module.css";

/** Confirms that an action succeeded. */
export function done(message: string): void {
  notifications.show({ message, color: "petrol", icon: <IconCheck size={16} aria-hidden />, role: "status" });
}

/** Shows what failed and why. Stays until it is closed. */
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

/** A toast's message with an action button. */
export function ToastLine({ children, button }: { children: ReactNode; button: ReactNode }) {
  return (
    <span className={classes.line}>
      <span className={classes.words}>{children}</span>
      {button}
    </span>
  );
}
