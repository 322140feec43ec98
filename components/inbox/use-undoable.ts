"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { ApiError } from "../graphql/gql-request.ts";
import { failed } from "../ui/toasts.tsx";
import { actionWord, isAsLeft, type ShownAction } from "../offline/actions.ts";
import { askAction, type AskedAction } from "./ask-action.ts";
import type { ConvRow } from "./documents.ts";
import { useInbox } from "./inbox-context.tsx";
import { inboxKeys, readRows } from "./queries.ts";
import { applyRows } from "../list/row-cache.ts";
import { usePostpone } from "../offline/use-postpone.ts";
import { useUndo } from "./use-undo.tsx";

type Change = {
  row: ConvRow;
  /** The optimistic change. */
  patch: Partial<ConvRow>;
  /** Asked for at once. While the service is not reachable, it is queued. */
  action: ShownAction;
  /** The changed fields. Undo is possible only while they still have the values that the change gave them. */
  fields: readonly (keyof ConvRow)[];
  /** The action that undoes it. */
  reverse: AskedAction;
  /** Runs after the server has done either. */
  after?: () => void;
  /** The text for success, and the title for failure. */
  done: string;
  notDone: string;
  /** Shows no toast, because the change is visible. The undo key still works. */
  isQuiet?: boolean;
};

/**
 * Changes a row optimistically and makes the change undoable. The server's row follows. If the server refuses, the row returns to its
 * previous state and an error is shown. Without a connection, the action is queued, and a toast shows it and offers Undo.
 * @returns whether the change was made or queued.
 */
export function useUndoable(): (change: Change) => Promise<boolean> {
  const t = useTranslations("bulk.undo");
  const ofWaits = useTranslations("bulk.waits");
  const { workspaceId, viewer, cache, refreshRows, userId, actions } = useInbox();
  const { agentId } = viewer;
  const postpone = usePostpone();
  const undo = useUndo();

  return useCallback(
    async ({ row, patch, action, fields, reverse, after, done, notDone, isQuiet = false }) => {
      const shown = () => cache.client.getQueryData<ConvRow | null>(inboxKeys.row(workspaceId, row.id));
      const before = shown() ?? row;
      const show = (next: ConvRow) => applyRows(cache, [next], new Set());
      const asked = Promise.withResolvers<(() => Promise<void>) | null>();
      const entry = {
        label: done,
        undo: async () => {
          const undoIt = await asked.promise;
          if (!undoIt) throw new Error(notDone);
          await undoIt();
        },
      };

      /** Undoes the change, unless the row has been changed again since. */
      async function takeBackIf(isAsItWas: (now: ConvRow) => boolean): Promise<void> {
        const [now] = await readRows(workspaceId, [row.id]);
        if (!now) throw new Error(t("gone"));
        if (!isAsItWas(now)) throw new Error(t("changed"));
        await inTurn(row.id, () => askAction(workspaceId, now, reverse)).finally(() => void refreshRows([row.id]));
        after?.();
      }

      undo.begin(entry);
      show({ ...before, ...patch });
      try {
        await inTurn(row.id, () => askAction(workspaceId, row, action));
        after?.();
      } catch (error) {
        if (error instanceof ApiError && error.code === "NETWORK") {
          const takeItBack = postpone(row, action);
          asked.resolve(async () => {
            if (await takeItBack()) show(before);
            // The queued action has run meanwhile. Keep what colleagues have changed since.
            else await takeBackIf((now) => isAsLeft(action, now, { userId, agentId }));
          });
          entry.label = ofWaits(actionWord(action), { name: row.clientName });
          undo.offer(entry);
          return true;
        }
        asked.resolve(null);
        undo.drop(entry);
        failed(notDone, error instanceof Error ? error : new Error(String(error)));
        void refreshRows([row.id]);
        return false;
      }
      // An older action may still be queued. Replace it, because it would revert this change.
      actions.replace({ convId: row.id, what: action });
      const left = refreshRows([row.id]).then(shown);
      asked.resolve(async () => {
        const asLeft = await left;
        await takeBackIf((now) => !asLeft || isAlike(asLeft, now, fields));
      });
      if (!isQuiet) undo.offer(entry);
      return true;
    },
    [workspaceId, agentId, cache, refreshRows, postpone, userId, actions, undo, t, ofWaits],
  );
}

function isAlike(a: ConvRow, b: ConvRow, fields: readonly (keyof ConvRow)[]): boolean {
  return fields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));
}

/** The last request for each object, by the object's id. */
const last = new Map<string, Promise<unknown>>();

/**
 * Sends a request after the previous one for the same object was answered. So two quick actions run in their order: parallel requests
 * can arrive in any order.
 */
export function inTurn<T>(id: string, ask: () => Promise<T>): Promise<T> {
  const turn = (last.get(id) ?? Promise.resolve()).then(ask);
  const settled = turn.then(
    () => undefined,
    () => undefined,
  );
  last.set(id, settled);
  void settled.then(() => {
    if (last.get(id) === settled) last.delete(id);
  });
  return turn;
}
