"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Json } from "../graphql/graphql.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { done } from "../ui/toasts.tsx";
import { assistantsKey, type Assistant } from "./queries.ts";
import { patchAssistant, saveDraft } from "./version-queries.ts";

/** Where a change goes: to clients at once, or into what is prepared. */
export type Target = "live" | "draft";

/** Whether changes can go live at once: under a gate they cannot, and a draft there is takes them. */
export function goesLive({ draft, gateScore }: Assistant): boolean {
  return draft === null && gateScore === null;
}

/**
 * A change of some integrationProperties. It is over when what is shown has been read again.
 * @returns mutate({ properties, target }), as react-query does.
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
