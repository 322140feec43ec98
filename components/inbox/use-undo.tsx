"use client";

import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useActions } from "../keys/use-actions.ts";
import { failed, ToastLine } from "../ui/toasts.tsx";
import { SecondsLeft } from "../messages/seconds-left.tsx";
import { createUndoStack, type Undoable } from "./undo-stack.ts";

/** How long the toast offers it; the key still takes it back afterwards. */
const OFFERED_MS = 10_000;

/** Of this page. */
const stack = createUndoStack();

/** What was done can be taken back: say so here, and the toast and the key follow. */
export function useUndo() {
  const t = useTranslations("bulk");
  return useMemo(() => {
    async function takeBack(done?: Undoable): Promise<void> {
      const taken = stack.take(done);
      if (!taken) return;
      notifications.hide(toastOf(taken));
      try {
        await taken.undo();
        notifications.show({ message: t("undo.undone", { what: taken.label }), color: "sea", role: "status" });
      } catch (error) {
        failed(t("undo.notUndone"), error instanceof Error ? error : new Error(String(error)));
      }
    }

    /** Says what was done, unless it was taken back meanwhile. */
    function offer(done: Undoable, offeredMs = OFFERED_MS): void {
      if (!stack.has(done)) return;
      notifications.show({
        id: toastOf(done),
        color: "sea",
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
      /** @param isQuiet without a toast. @param offeredMs how long the toast offers it. */
      push(done: Undoable, isQuiet = false, offeredMs = OFFERED_MS): void {
        stack.push(done);
        if (!isQuiet) offer(done, offeredMs);
      },
      /** Something that is on its way: the key means it from now on, and not what was done before. */
      begin: (done: Undoable): void => stack.push(done),
      offer,
      /** What was begun was not done. */
      drop: (done: Undoable): void => void stack.take(done),
      /** The last thing. */
      undo: () => takeBack(),
    };
  }, [t]);
}

/** Z, and Cmd or Ctrl with Z outside of texts: where there is nothing to take back they keep their meaning. */
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
