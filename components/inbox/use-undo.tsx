"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useActions } from "../keys/use-actions.ts";
import { failed, ToastLine } from "../ui/toasts.tsx";
import { SecondsLeft } from "../messages/seconds-left.tsx";
import { createUndoStack, type Undoable } from "./undo-stack.ts";

/** How long the toast offers Undo. The key still works afterwards. */
const OFFERED_MS = 10_000;

/** One stack for the page. */
const stack = createUndoStack();

/** Registers actions that can be undone. Provides the toast and the undo key for them. */
export function useUndo() {
  const t = useTranslations("bulk");
  return useMemo(() => {
    async function takeBack(done?: Undoable): Promise<void> {
      const taken = stack.take(done);
      if (!taken) return;
      notifications.hide(toastOf(taken));
      try {
        await taken.undo();
        notifications.show({ message: t("undo.undone", { what: taken.label }), color: "petrol", role: "status" });
      } catch (error) {
        failed(t("undo.notUndone"), error instanceof Error ? error : new Error(String(error)));
      }
    }

    /** Shows the toast, unless the action was undone meanwhile. */
    function offer(done: Undoable, offeredMs = OFFERED_MS): void {
      if (!stack.has(done)) return;
      notifications.show({
        id: toastOf(done),
        color: "petrol",
        role: "status",
        autoClose: offeredMs,
        message: (
          <ToastLine
            button={
              <Button variant="subtle" size="compact-sm" onClick={() => void takeBack(done)}>
                {t("undo.button")}
              </Button>
            }
          >
            {done.left ? <SecondsLeft {...done.left} /> : done.label}
          </ToastLine>
        ),
      });
    }

    return {
      /** @param isQuiet shows no toast. @param offeredMs how long the toast offers Undo. */
      push(done: Undoable, isQuiet = false, offeredMs = OFFERED_MS): void {
        stack.push(done);
        if (!isQuiet) offer(done, offeredMs);
      },
      /** Registers an action in progress. From now on the undo key applies to it, and not to an earlier action. */
      begin: (done: Undoable): void => stack.push(done),
      offer,
      /** Removes an action that has failed. */
      drop: (done: Undoable): void => void stack.take(done),
      /** Undoes the last action. */
      undo: () => takeBack(),
    };
  }, [t]);
}

/** Handles Z, and Cmd or Ctrl with Z outside of text fields. If there is nothing to undo, the keys keep their usual meaning. */
export function useUndoKey(): void {
  const { undo } = useUndo();
  useActions({ undo: () => (stack.isEmpty() ? false : void undo()) });
}

const ids = new WeakMap<Undoable, string>();
let toasts = 0;

function toastOf(done: Undoable): string {
  const id = ids.get(done) ?? `undo-${++toasts}`;
  ids.set(done, id);
  return id;
}
