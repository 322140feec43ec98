"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import type { ReadyTemplate } from "../templates/template-draft.ts";
import { done } from "../ui/toasts.tsx";
import { broadcastInput, type BroadcastForm } from "./broadcast-form.ts";
import { broadcastQuery, broadcastsKey, createBroadcast, patchBroadcast } from "./queries.ts";
import { useLaunch } from "./use-launch.ts";
import { newKey } from "../ui/new-key.ts";

export type Intent = "draft" | "schedule" | "launch";
type Saving = { form: BroadcastForm; ready: ReadyTemplate; intent: Intent };

/**
 * Saves a broadcast and opens its page. Launches it there if requested. A retry after a lost response creates no second draft.
 */
export function useSaveBroadcast(forget: () => void) {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const router = useRouter();
  const launch = useLaunch();
  const tried = useRef<{ text: string; key: string } | null>(null);

  return useMutation({
    mutationFn: ({ form, ready, intent }: Saving) => {
      const input = {
        workspaceId,
        ...broadcastInput(intent === "schedule" ? form : { ...form, scheduledAt: null }, ready),
      };
      if (form.id !== null) return patchBroadcast({ ...input, id: form.id });
      const text = JSON.stringify(input);
      if (tried.current?.text !== text) tried.current = { text, key: newKey() };
      return createBroadcast(input, tried.current.key);
    },
    onSuccess: (broadcast, { intent }) => {
      if (intent === "launch") launch.mutate(broadcast.id);
      else if (broadcast.state === "draft") done(t("saved"));
      forget();
      queryClient.setQueryData(broadcastQuery(workspaceId, broadcast.id).queryKey, broadcast);
      void queryClient.invalidateQueries({ queryKey: [...broadcastsKey(workspaceId), "list"] });
      router.push(paths.broadcast(workspaceId, broadcast.id));
    },
  });
}
