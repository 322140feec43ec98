"use client";

import { useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import { NO_STAGE, columnOf, type ContactFilter } from "./contact-filter.ts";
import type { ContactPage, ContactRow } from "./documents.ts";
import { contactKeys, contactsQuery, patchContact } from "./queries.ts";
import { showUndo } from "./undo-toast.tsx";

type Column = InfiniteData<ContactPage, string | null>;

/** Moves a contact to another stage. The card moves at once and returns if the service refuses. The move can be undone. */
export function useSetStage(filter: ContactFilter) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const client = useQueryClient();
  const keyOf = (stageId: string | null) =>
    contactsQuery(workspaceId, { ...filter, stageId: null }, columnOf(stageId ?? NO_STAGE)).queryKey;

  async function move(row: ContactRow, stageId: string | null): Promise<boolean> {
    await client.cancelQueries({ queryKey: contactKeys.lists(workspaceId) });
    client.setQueryData<Column>(keyOf(row.stageId), (column) => column && without(column, row.id));
    client.setQueryData<Column>(keyOf(stageId), (column) => column && withFirst(column, { ...row, stageId }));
    try {
      await patchContact(workspaceId, row.id, { stageId });
      return true;
    } catch (error) {
      failed(t("notMoved"), error instanceof Error ? error : new Error(String(error)));
      return false;
    } finally {
      void client.invalidateQueries({ queryKey: contactKeys.all(workspaceId) });
    }
  }

  return async (row: ContactRow, stageId: string | null, stageName: string) => {
    if (!(await move(row, stageId))) return;
    const back = async () => void (await move({ ...row, stageId }, row.stageId));
    showUndo(t("moved", { stage: stageName }), back, t("undo"));
  };
}

function without(column: Column, id: string): Column {
  return {
    ...column,
    pages: column.pages.map((page) => ({ ...page, nodes: page.nodes.filter((row) => row.id !== id) })),
  };
}

function withFirst(column: Column, row: ContactRow): Column {
  const [first, ...rest] = without(column, row.id).pages;
  return first ? { ...column, pages: [{ ...first, nodes: [row, ...first.nodes] }, ...rest] } : column;
}
