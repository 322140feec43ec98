"use client";

import { useCallback } from "react";
import type { Action } from "./actions.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { newKey } from "../ui/new-key.ts";

/** Removes the queued action. false: it is already done or reported. */
type TakeBack = () => Promise<boolean>;

/** Queues an action on a conversation until the service is reachable. */
export function usePostpone(): (row: ConvRow, what: Action) => TakeBack {
  const { workspaceId, actions, userId } = useInbox();
  return useCallback(
    (row, what) => {
      const id = newKey();
      const { id: convId, integrationId, clientName: name, assigneeId, aiId, lastMessage, stageId, orderNo } = row;
      const seen = { assigneeId, aiId, lastMessageId: lastMessage?.messageId ?? null, stageId, orderNo };
      const createdAt = new Date().toISOString();
      const replaced = actions.add({ id, userId, workspaceId, convId, integrationId, name, what, seen, createdAt });
      return async () => {
        const isTaken = await actions.takeBack(id);
        // Restore the action that it had replaced.
        if (isTaken && replaced) actions.add(replaced);
        return isTaken;
      };
    },
    [workspaceId, actions, userId],
  );
}
