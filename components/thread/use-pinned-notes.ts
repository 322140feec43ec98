"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { failed } from "../ui/toasts.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { pinnedNotesQuery } from "../inbox/queries.ts";

const PIN_NOTE = graphql(`
  mutation InboxPinNote($input: NotePinInput!) {
    pinNote(input: $input) {
      messageId
    }
  }
`);

/** The notes pinned to a conversation's contact, and the pin action. Colleagues' changes arrive with the contact's events. */
export function usePinnedNotes(row: ConvRow, isShown: boolean) {
  const t = useTranslations("thread.pane");
  const { workspaceId } = useInbox();
  const client = useQueryClient();
  const options = pinnedNotesQuery(workspaceId, row.clientId, row.id);
  const { data } = useQuery({ ...options, enabled: isShown });
  const { mutate, isPending } = useMutation({
    mutationFn: (change: { messageId: string; isPinned: boolean }) => gqlRequest(PIN_NOTE, { workspaceId, ...change }),
    onError: (error) => failed(t("pinFailed"), error),
    onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
  });
  return { notes: data ?? [], pin: mutate, isPending };
}

export type PinnedNotesOf = ReturnType<typeof usePinnedNotes>;
