"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Tag } from "../inbox/documents.ts";
import { inboxKeys, tagsQuery } from "../inbox/queries.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import type { TagColor } from "../ui/tag-colors.ts";
import { failed } from "../ui/toasts.tsx";
import { createTag, deleteTag, patchTags } from "./queries.ts";

type TagPatch = { id: string; order?: number; color?: TagColor };

/** Adds, changes and deletes tags. A new order or colour is shown at once and rolled back if the service refuses it. */
export function useTagChanges() {
  const t = useTranslations("settings.tags");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const { queryKey } = tagsQuery(workspaceId, null);
  const reread = () => queryClient.invalidateQueries({ queryKey: inboxKeys.tags(workspaceId) });
  const create = useMutation({
    mutationFn: (tag: { type: Tag["type"]; tag: string; order: number | null }) => createTag({ workspaceId, ...tag }),
    onSuccess: reread,
  });
  const patch = useMutation({
    mutationFn: (patches: TagPatch[]) => patchTags({ workspaceId, patches }),
    onMutate: (patches) => {
      const changes = new Map(patches.map((change) => [change.id, change]));
      queryClient.setQueryData(queryKey, (rows) => rows?.map((row) => ({ ...row, ...changes.get(row.id) })));
    },
    onError: (error) => failed(t("notChanged"), error),
    onSettled: reread,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Tag) => deleteTag({ workspaceId, id }),
    onSuccess: reread,
    onError: (error, { tag }) => failed(t("notDeleted", { tag }), error),
  });
  return { create, patch, remove };
}
