"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import type { ContactDetail, ContactPatch } from "./documents.ts";
import { contactKeys, contactQuery, patchContact, setArchived } from "./queries.ts";
import { showUndo } from "./undo-toast.tsx";

/** Optimistic changes of one contact, rolled back if they are refused. */
export function useContactChanges(clientId: string) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const client = useQueryClient();
  const { queryKey } = contactQuery(workspaceId, clientId);

  /** @throws the service's refusal, so that a field can show it. */
  async function patch(changes: ContactPatch): Promise<void> {
    await client.cancelQueries({ queryKey, exact: true });
    const before = client.getQueryData<ContactDetail>(queryKey);
    client.setQueryData<ContactDetail>(queryKey, (contact) => contact && { ...contact, ...shown(changes) });
    try {
      await patchContact(workspaceId, clientId, changes);
    } catch (error) {
      client.setQueryData(queryKey, before);
      throw error;
    } finally {
      void client.invalidateQueries({ queryKey: contactKeys.all(workspaceId) });
    }
  }

  /** The same when no field can show a refusal. */
  const change = (changes: ContactPatch) =>
    void patch(changes).catch((error: unknown) => failed(t("notSaved"), asError(error)));

  async function setState(isArchived: boolean): Promise<boolean> {
    try {
      await setArchived(workspaceId, clientId, isArchived);
      return true;
    } catch (error) {
      failed(t("notSaved"), asError(error));
      return false;
    } finally {
      void client.invalidateQueries({ queryKey: contactKeys.all(workspaceId) });
    }
  }
  const archive = (isArchived: boolean) =>
    void setState(isArchived).then((isDone) => {
      const back = async () => void (await setState(!isArchived));
      if (isDone) showUndo(isArchived ? t("wasArchived") : t("wasUnarchived"), back, t("undo"));
    });
  return { patch, change, archive };
}

/** The part of a change that a contact displays. Omitted fields stay. */
function shown(changes: ContactPatch): Partial<ContactDetail> {
  const known = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Partial<ContactDetail>;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
