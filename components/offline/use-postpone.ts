"use client";

import { useCallback } from "react";
import type { Action } from "./actions.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { newKey } from "../ui/new-key.ts";

/** Takes back what waits; false: it is done or told already. */
type TakeBack = () => Promise<boolean>;

/** Leaves what is done to a conversation until the service can be reached. */
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
        // What it took the place of is meant again.
        if (isTaken && replaced) actions.add(replaced);
        return isTaken;
      };
    },
    [workspaceId, actions, userId],
  );
}
