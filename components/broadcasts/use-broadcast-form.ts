"use client";

import { useSessionStorage } from "@mantine/hooks";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { readForm, type BroadcastForm } from "./broadcast-form.ts";
import { formKey } from "./kept-form.ts";

/**
 * A broadcast that is being written, kept in the tab until it is stored: a reload, or a call that fails, loses nothing.
 * @param initial what it begins with: empty, or a stored draft.
 * @param place where it is kept (kept-form.ts).
 */
export function useBroadcastForm(initial: BroadcastForm, place: string) {
  const key = formKey(useWorkspaceId(), place);
  const [kept, setKept] = useSessionStorage<BroadcastForm>({
    key,
    defaultValue: initial,
    deserialize: (text) => readForm(text, initial),
  });
  return {
    form: kept,
    change: (more: Partial<BroadcastForm>) => setKept((before) => ({ ...before, ...more })),
    /** The form stays on the screen until its page is left. */
    forget: () => window.sessionStorage.removeItem(key),
  };
}
