"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Json } from "../graphql/graphql.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { done } from "../ui/toasts.tsx";
import { assistantsKey, type Assistant } from "./queries.ts";
import { patchAssistant, saveDraft } from "./version-queries.ts";

/** Where a change goes: live to contacts at once, or into the draft. */
export type Target = "live" | "draft";

/** Whether a change can go live at once. With a gate it cannot, and with a draft it goes into the draft. */
export function goesLive({ draft, gateScore }: Assistant): boolean {
  return draft === null && gateScore === null;
}

/**
 * Saves some integrationProperties. Completes after the displayed data has been read again.
 * @returns react-query's `mutate`, called with { properties, target }.
 */
export function useSaveProperties({ id }: Assistant) {
  const t = useTranslations("assistants.save");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ properties, target }: { properties: Json; target: Target }) => {
      if (target === "live") await patchAssistant({ workspaceId, id, integrationProperties: properties });
      else await saveDraft({ workspaceId, aiId: id, integrationProperties: properties });
    },
    onSuccess: async (_, { target }) => {
      await queryClient.invalidateQueries({ queryKey: assistantsKey(workspaceId) });
      done(target === "live" ? t("isLive") : t("draftSaved"));
    },
  });
}
