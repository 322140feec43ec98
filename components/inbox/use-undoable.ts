"use client";

import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { ApiError } from "../graphql/gql-request.ts";
import { failed } from "../ui/toasts.tsx";
import { actionWord, isAsLeft, type ShownAction } from "../offline/actions.ts";
import type { ConvRow } from "./documents.ts";
import { useInbox } from "./inbox-context.tsx";
import { inboxKeys, readRows } from "./queries.ts";
import { applyRows } from "../list/row-cache.ts";
import { usePostpone } from "../offline/use-postpone.ts";
import { useUndo } from "./use-undo.tsx";

type Change = {
  row: ConvRow;
  /** Shown at once. */
  patch: Partial<ConvRow>;
  ask: () => Promise<unknown>;
  /** What the change was one of: it can be taken back as long as these are as it left them. */
  fields: readonly (keyof ConvRow)[];
  /** Given the row as it is then. */
  takeBack: (now: ConvRow) => Promise<unknown>;
  /** What was done, and the title where it was not. */
  done: string;
  notDone: string;
  /** No toast: the change is before everybody's eyes. The key takes it back all the same. */
  isQuiet?: boolean;
  /** What waits while the service cannot be reached. */
  wait: ShownAction;
};

/**
 * Changes a row so that it shows at once and can be taken back. The server's row follows; where the server refuses, the row returns to
 * what it was and the reason is said. What waits for the connection is said to wait, and can be taken back meanwhile.
 * @returns whether it was done, or will be.
 */
export function useUndoable(): (change: Change) => Promise<boolean> {
  const t = useTranslations("bulk.undo");
  const ofWaits = useTranslations("bulk.waits");
  const { workspaceId, viewer, cache, refreshRows, userId, actions } = useInbox();
  const { agentId } = viewer;
  const postpone = usePostpone();
  const undo = useUndo();

  return useCallback(
    async ({ row, patch, ask, fields, takeBack, done, notDone, isQuiet = false, wait }) => {
      const shown = () => cache.client.getQueryData<ConvRow | null>(inboxKeys.row(workspaceId, row.id));
      const before = shown() ?? row;
      const show = (next: ConvRow) => applyRows(cache, [next], new Set());
      const asked = Promise.withResolvers<(() => Promise<void>) | null>();
      const action = {
        label: done,
        undo: async () => {
          const undoIt = await asked.promise;
          if (!undoIt) throw new Error(notDone);
          await undoIt();
        },
      };

      /** Unless it has become another since. */
      async function takeBackIf(isAsItWas: (now: ConvRow) => boolean): Promise<void> {
        const [now] = await readRows(workspaceId, [row.id]);
        if (!now) throw new Error(t("gone"));
        if (!isAsItWas(now)) throw new Error(t("changed"));
        await inTurn(row.id, () => takeBack(now)).finally(() => void refreshRows([row.id]));
      }

      undo.begin(action);
      show({ ...before, ...patch });
      try {
        await inTurn(row.id, ask);
      } catch (error) {
        if (error instanceof ApiError && error.code === "NETWORK") {
          const takeItBack = postpone(row, wait);
          asked.resolve(async () => {
            if (await takeItBack()) show(before);
            // Done meanwhile: what colleagues have made of it stays.
            else await takeBackIf((now) => isAsLeft(wait, now, { userId, agentId }));
          });
          action.label = ofWaits(actionWord(wait), { name: row.clientName });
          undo.offer(action);
          return true;
        }
        asked.resolve(null);
        undo.drop(action);
        failed(notDone, error instanceof Error ? error : new Error(String(error)));
        void refreshRows([row.id]);
        return false;
      }
      // Decided before, and still to be done: it would take this back.
      actions.replace({ convId: row.id, what: wait });
      const left = refreshRows([row.id]).then(shown);
      asked.resolve(async () => {
        const asLeft = await left;
        await takeBackIf((now) => !asLeft || isAlike(asLeft, now, fields));
      });
      if (!isQuiet) undo.offer(action);
      return true;
    },
    [workspaceId, agentId, cache, refreshRows, postpone, userId, actions, undo, t, ofWaits],
  );
}

function isAlike(a: ConvRow, b: ConvRow, fields: readonly (keyof ConvRow)[]): boolean {
  return fields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));
}

/** What was asked for last, by what it is asked of. */
const last = new Map<string, Promise<unknown>>();

/**
 * Asks once what was asked of the same thing before has its answer, so that two quick actions are done in the order they were meant:
 * requests that travel side by side arrive in any order.
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
