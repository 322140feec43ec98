"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import { createTag, deleteTag, orderTags, tagsQuery, type Tag } from "./queries.ts";

/** Adds, reorders and deletes tags. A new order is shown at once and rolled back if the service refuses it. */
export function useTagChanges() {
  const t = useTranslations("settings.tags");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const { queryKey } = tagsQuery(workspaceId);
  const reread = () => queryClient.invalidateQueries({ queryKey });
  const create = useMutation({
    mutationFn: (tag: { type: Tag["type"]; tag: string; order: number | null }) => createTag({ workspaceId, ...tag }),
    onSuccess: reread,
  });
  const order = useMutation({
    mutationFn: (patches: { id: string; order: number }[]) => orderTags({ workspaceId, patches }),
    onMutate: (patches) => {
      const places = new Map(patches.map((patch) => [patch.id, patch.order]));
      queryClient.setQueryData(queryKey, (rows) =>
        rows?.map((row) => ({ ...row, order: places.get(row.id) ?? row.order })),
      );
    },
    onError: (error) => failed(t("orderNotChanged"), error),
    onSettled: reread,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Tag) => deleteTag({ workspaceId, id }),
    onSuccess: reread,
    onError: (error, { tag }) => failed(t("notDeleted", { tag }), error),
  });
  return { create, order, remove };
}
