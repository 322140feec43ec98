"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import { filterInput, type ContactFilter } from "./contact-filter.ts";
import type { Segment, SegmentConditions, SegmentPatch } from "./segment-documents.ts";
import { contactKeys, createSegment, patchSegment, segmentCountsQuery, segmentsQuery } from "./queries.ts";
import { showUndo } from "./undo-toast.tsx";
import type { ContactsUrl } from "./use-contacts-url.ts";

export type Segments = ReturnType<typeof useSegments>;

/** The segments, the chosen one, and the one whose conditions are being changed. */
export function useSegments({ filter: { segmentId }, editingId }: ContactsUrl) {
  const t = useTranslations("contacts.segments");
  const workspaceId = useWorkspaceId();
  const client = useQueryClient();
  const { data: list = [] } = useQuery(segmentsQuery(workspaceId));
  const named = (segment: string | null) => list.find(({ id }) => id === segment) ?? null;

  async function readAgain(): Promise<void> {
    await Promise.all([
      client.invalidateQueries({ queryKey: segmentsQuery(workspaceId).queryKey }),
      client.invalidateQueries({ queryKey: segmentCountsQuery(workspaceId).queryKey }),
      client.invalidateQueries({ queryKey: contactKeys.lists(workspaceId) }),
    ]);
  }

  async function patch(id: string, changes: SegmentPatch): Promise<void> {
    await patchSegment(workspaceId, id, changes);
    await readAgain();
  }

  async function tried(work: Promise<void>): Promise<boolean> {
    try {
      await work;
      return true;
    } catch (error) {
      failed(t("notSaved"), error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  }

  return {
    list,
    chosen: named(segmentId),
    editing: named(editingId),
    create: async (name: string, filter: ContactFilter) => {
      const { id } = await createSegment(workspaceId, name, conditionsOf(filter));
      await readAgain();
      return id;
    },
    rename: (segment: Segment, name: string) => patch(segment.id, { name }),
    setConditions: ({ id }: Segment, next: ContactFilter) => tried(patch(id, { filter: conditionsOf(next) })),
    remove: async ({ id, name }: Segment) => {
      const undo = async () => void (await tried(patch(id, { isDeleted: false })));
      if (await tried(patch(id, { isDeleted: true }))) showUndo(t("deleted", { name }), undo, t("undo"));
    },
  };
}

function conditionsOf(filter: ContactFilter): SegmentConditions {
  return filterInput({ ...filter, segmentId: null });
}
