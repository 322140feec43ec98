"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { ApiError } from "../graphql/gql-request.ts";
import { failed } from "../ui/toasts.tsx";
import { deedWord } from "./deed-queue.ts";
import type { WaitingDeed } from "./deed-queue.ts";
import type { ConvRow } from "./documents.ts";
import { useInbox } from "./inbox-context.tsx";
import { inboxKeys, readRows } from "./queries.ts";
import { applyRows } from "./row-cache.ts";
import { useUndo } from "./use-undo.tsx";

type Change = {
  row: ConvRow;
  /** Shown at once. */
  patch: Partial<ConvRow>;
  ask: () => Promise<unknown>;
  /** What the change was one of: it can be taken back as long as these are as it left them. */
  fields: readonly (keyof ConvRow)[];
  takeBack: () => Promise<unknown>;
  /** What was done, and the title where it was not. */
  done: string;
  notDone: string;
  /** No toast: the change is before everybody's eyes. The key takes it back all the same. */
  isQuiet?: boolean;
  /** While the service cannot be reached this waits until it can; without it the change is refused then. */
  wait?: WaitingDeed["what"];
};

/**
 * Changes a row so that it shows at once and can be taken back. The server's row follows; where the server refuses, the row returns to
 * what it was and the reason is said. What waits for the connection is said to wait, and can be taken back meanwhile.
 * @returns whether it was done, or will be.
 */
export function useUndoable(): (change: Change) => Promise<boolean> {
  const t = useTranslations("bulk.undo");
  const ofWaits = useTranslations("bulk.waits");
  const { workspaceId, cache, refreshRows, deeds, userId } = useInbox();
  const undo = useUndo();

  return useCallback(
    async ({ row, patch, ask, fields, takeBack, done, notDone, isQuiet = false, wait }) => {
      const shown = () => cache.client.getQueryData<ConvRow | null>(inboxKeys.row(workspaceId, row.id));
      const before = shown() ?? row;
      const show = (next: ConvRow) => applyRows(cache, [next], new Set());
      const asked = Promise.withResolvers<(() => Promise<void>) | null>();
      const deed = {
        label: done,
        undo: async () => {
          const undoIt = await asked.promise;
          if (!undoIt) throw new Error(notDone);
          await undoIt();
        },
      };
      undo.begin(deed);
      show({ ...before, ...patch });
      try {
        await ask();
      } catch (error) {
        const isAway = error instanceof ApiError && error.code === "NETWORK";
        if (isAway && wait) {
          const id = crypto.randomUUID();
          const { integrationId, clientName: name, assigneeId, aiId, lastMessage } = row;
          const seen = { assigneeId, aiId, lastMessageId: lastMessage?.messageId ?? null };
          const createdAt = new Date().toISOString();
          const waiting = { id, userId, workspaceId, convId: row.id, integrationId, name, what: wait, seen, createdAt };
          const replaced = deeds.add(waiting);
          asked.resolve(async () => {
            if (await deeds.takeBack(id)) {
              // What it took the place of is meant again.
              if (replaced) deeds.add(replaced);
              show(before);
            } else await takeBack().finally(() => void refreshRows([row.id]));
          });
          deed.label = ofWaits(deedWord(wait), { name });
          undo.offer(deed);
          return true;
        }
        asked.resolve(null);
        undo.drop(deed);
        if (isAway) show(before);
        failed(notDone, error instanceof Error ? error : new Error(String(error)));
        void refreshRows([row.id]);
        return false;
      }
      const left = refreshRows([row.id]).then(shown);
      asked.resolve(async () => {
        const [asLeft, [now]] = [await left, await readRows(workspaceId, [row.id])];
        if (!now) throw new Error(t("gone"));
        if (asLeft && !isAlike(asLeft, now, fields)) throw new Error(t("changed"));
        try {
          await takeBack();
        } finally {
          void refreshRows([row.id]);
        }
      });
      if (!isQuiet) undo.offer(deed);
      return true;
    },
    [workspaceId, cache, refreshRows, deeds, userId, undo, t, ofWaits],
  );
}

function isAlike(a: ConvRow, b: ConvRow, fields: readonly (keyof ConvRow)[]): boolean {
  return fields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));
}
