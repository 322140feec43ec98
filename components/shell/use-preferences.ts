"use client";

import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { failed } from "../ui/toasts.tsx";
import { preferencesOf, type Preferences } from "./preferences.ts";
import { savePreferences, viewerQuery } from "./queries.ts";
import { useViewer, useWorkspaceId } from "./workspace.tsx";

/**
 * The viewer's preferences with defaults, and a function that changes some: they apply at once and are saved with the account.
 */
export function usePreferences(): [Preferences, (changes: Partial<Preferences>) => void] {
  const t = useTranslations("shell");
  const workspaceId = useWorkspaceId();
  const viewer = useViewer();
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: ["preferences", workspaceId],
    // Save one change after the other, so that the last change is also saved last.
    scope: { id: `preferences ${workspaceId}` },
    mutationFn: (changes: Partial<Preferences>) => savePreferences(workspaceId, changes),
    onMutate: (changes) => show(cache, workspaceId, changes),
    onSuccess: async () => {
      // An older read may have overwritten the cache in between, and further changes may be pending.
      await cache.cancelQueries({ queryKey: viewerQuery(workspaceId).queryKey });
      show(cache, workspaceId, unkept(cache, workspaceId));
    },
    onError: (error) => {
      failed(t("notKept"), error);
      void cache.invalidateQueries({ queryKey: viewerQuery(workspaceId).queryKey });
    },
  });
  const change = useCallback((changes: Partial<Preferences>) => mutate(changes), [mutate]);
  return [preferencesOf(viewer), change];
}

/** Changes that the service has not confirmed yet. Later ones win. */
export function unkept(cache: QueryClient, workspaceId: number): Partial<Preferences> {
  const pending = cache.getMutationCache().findAll({ mutationKey: ["preferences", workspaceId], status: "pending" });
  return Object.assign({}, ...pending.map(({ state }) => state.variables)) as Partial<Preferences>;
}

function show(cache: QueryClient, workspaceId: number, changes: Partial<Preferences>): void {
  cache.setQueryData(viewerQuery(workspaceId).queryKey, (known) =>
    known ? { ...known, preferences: { ...(known.preferences as Partial<Preferences>), ...changes } } : known,
  );
}
