"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResultOf } from "gql.tada";
import { useTranslations } from "next-intl";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { failed } from "../ui/toasts.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { inboxKeys } from "../inbox/queries.ts";

const PINNED_NOTES = graphql(`
  query InboxPinnedNotes($input: PinnedNotesInput!) {
    pinnedNotes(input: $input) {
      nodes {
        messageId
        convId
        content
        senderName
        createdAt
      }
    }
  }
`);

const PIN_NOTE = graphql(`
  mutation InboxPinNote($input: NotePinInput!) {
    pinNote(input: $input) {
      messageId
    }
  }
`);

export type PinnedNote = ResultOf<typeof PINNED_NOTES>["pinnedNotes"]["nodes"][number];

/** The notes pinned to a conversation's contact, and the pin action. Colleagues' changes arrive with the contact's events. */
export function usePinnedNotes(row: ConvRow, isShown: boolean) {
  const t = useTranslations("thread.pane");
  const { workspaceId } = useInbox();
  const client = useQueryClient();
  const queryKey = [...inboxKeys.client(workspaceId, row.clientId), "pinned", row.id];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await gqlRequest(PINNED_NOTES, { workspaceId, convId: row.id }, { signal })).pinnedNotes.nodes,
    enabled: isShown,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (change: { messageId: string; isPinned: boolean }) => gqlRequest(PIN_NOTE, { workspaceId, ...change }),
    onError: (error) => failed(t("pinFailed"), error),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return { notes: data ?? [], pin: mutate, isPending };
}

export type PinnedNotesOf = ReturnType<typeof usePinnedNotes>;
