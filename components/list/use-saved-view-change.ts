"use client";

import { useTranslations } from "next-intl";
import { gqlRequest } from "../graphql/gql-request.ts";
import { failed } from "../ui/toasts.tsx";
import type { SavedView } from "./list-documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { CREATE_SAVED_VIEW, ORDER_SAVED_VIEWS, PATCH_SAVED_VIEW } from "../inbox/mutation-documents.ts";
import { inboxKeys } from "../inbox/queries.ts";
import { useUndo } from "../inbox/use-undo.tsx";

type New = { name: string; query: string; icon: string; sort: string | null; isShared: boolean };
type Patch = Partial<{ name: string; icon: string; isShared: boolean; isCounted: boolean; isDeleted: boolean }>;

/** Changes to saved views. Each change shows at once, and a failed one shows an error. */
export function useSavedViewChange() {
  const t = useTranslations("list");
  const { workspaceId, cache, viewer } = useInbox();
  const { client } = cache;
  const undo = useUndo();
  const mayShare = viewer.permissions.includes("MANAGE_CONVS");
  const queryKey = inboxKeys.savedViews(workspaceId);

  /** @returns whether the change succeeded. */
  async function send(work: () => Promise<unknown>, show?: (views: SavedView[]) => SavedView[]): Promise<boolean> {
    if (show) client.setQueryData<SavedView[]>(queryKey, (views) => views && show(views));
    try {
      await work();
      return true;
    } catch (error) {
      failed(t("saved.notSaved"), error instanceof Error ? error : new Error(String(error)));
      return false;
    } finally {
      void client.invalidateQueries({ queryKey });
    }
  }

  const request = (id: string, patch: Patch) => gqlRequest(PATCH_SAVED_VIEW, { workspaceId, id, ...patch });

  return {
    create: (view: New) => send(() => gqlRequest(CREATE_SAVED_VIEW, { workspaceId, ...view })),
    patch: ({ id }: SavedView, patch: Patch) =>
      send(
        () => request(id, patch),
        (views) => views.map((view) => (view.id === id ? { ...view, ...patch } : view)),
      ),
    async remove({ id, name }: SavedView): Promise<void> {
      const isDone = await send(
        () => request(id, { isDeleted: true }),
        (views) => views.filter((view) => view.id !== id),
      );
      if (!isDone) return;
      undo.push(
        {
          label: t("saved.deleted", { name }),
          undo: async () => {
            await request(id, { isDeleted: false });
            await client.invalidateQueries({ queryKey });
          },
        },
        false,
      );
    },
    /** Sends only the views that the user may change. Without the permission, shared views keep their place. */
    move(views: readonly SavedView[], index: number, step: 1 | -1): Promise<boolean> {
      const order = [...views];
      const [moved] = order.splice(index, 1);
      if (moved) order.splice(index + step, 0, moved);
      const ids = order.filter(({ isShared }) => !isShared || mayShare).map(({ id }) => id);
      return send(
        () => gqlRequest(ORDER_SAVED_VIEWS, { workspaceId, ids }),
        () => order,
      );
    },
  };
}
