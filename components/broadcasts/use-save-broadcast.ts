"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useRef } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import type { ReadyTemplate } from "../templates/template-draft.ts";
import { done } from "../ui/toasts.tsx";
import { broadcastInput } from "./broadcast-form.ts";
import type { BroadcastForm } from "./broadcast-form.ts";
import { broadcastQuery, broadcastsKey, createBroadcast, launchBroadcast, patchBroadcast } from "./queries.ts";
import { newKey } from "../ui/new-key.ts";

export type Intent = "draft" | "schedule" | "launch";
type Saving = { form: BroadcastForm; ready: ReadyTemplate; intent: Intent };

/**
 * Stores a broadcast, launches it if that is meant, and shows it. A step that failed is done again alone: one that is stored already
 * is changed, and a creation whose answer was lost makes no second one.
 */
export function useSaveBroadcast(change: (more: Partial<BroadcastForm>) => void, forget: () => void) {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const router = useRouter();
  const tried = useRef<{ text: string; key: string } | null>(null);

  async function store(form: BroadcastForm, ready: ReadyTemplate, intent: Intent) {
    const input = {
      workspaceId,
      ...broadcastInput(intent === "schedule" ? form : { ...form, scheduledAt: null }, ready),
    };
    if (form.id !== null) return patchBroadcast({ ...input, id: form.id });
    const text = JSON.stringify(input);
    if (tried.current?.text !== text) tried.current = { text, key: newKey() };
    const made = await createBroadcast(input, tried.current.key);
    // From here on it is this one that is changed, or launched.
    if (intent === "launch") change({ id: made.id });
    return made;
  }

  return useMutation({
    mutationFn: async ({ form, ready, intent }: Saving) => {
      const stored = await store(form, ready, intent);
      return intent === "launch" ? launchBroadcast(workspaceId, stored.id) : stored;
    },
    onSuccess: (broadcast) => {
      forget();
      if (broadcast.state === "draft") done(t("saved"));
      queryClient.setQueryData(broadcastQuery(workspaceId, broadcast.id).queryKey, broadcast);
      void queryClient.invalidateQueries({ queryKey: [...broadcastsKey(workspaceId), "list"] });
      router.push(paths.broadcast(workspaceId, broadcast.id));
    },
  });
}
