"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { gqlRequest } from "../graphql/gql-request.ts";
import { done, failed } from "../ui/toasts.tsx";
import type { Agent, ConvRow, Message } from "./documents.ts";
import { useInbox } from "./inbox-context.tsx";
import * as documents from "./mutation-documents.ts";
import type { ClientPatch } from "./mutation-documents.ts";
import { inboxKeys, mergeIntoThread } from "./queries.ts";
import { withOwnReaction } from "../messages/reactions.ts";
import { useUndoable } from "./use-undoable.ts";

/** `until` null: until the contact writes. */
export type Snooze = { until: Date | null; onlyMe: boolean };

/**
 * An agent's actions on a conversation, apart from writing. Each shows at once, and the server's row follows. If the server refuses, the
 * row returns to its previous state and an error is shown. Actions that can be undone go onto the undo stack.
 */
export function useConvActions() {
  const { workspaceId, viewer, cache, refreshRows } = useInbox();
  const change = useUndoable();
  const t = useTranslations("bulk");
  const inbox = useTranslations("inbox");
  const format = useFormatter();

  return useMemo(() => {
    type Owner = Pick<ConvRow, "assigneeId" | "aiId">;
    const toOwner = ({ assigneeId, aiId }: Owner) =>
      ({ kind: "assign", agentId: assigneeId, isAi: assigneeId === null && aiId !== null }) as const;
    const toSnooze = (until: string | null, onlyMe: boolean) => ({ kind: "snooze", until, onlyMe }) as const;

    function give(row: ConvRow, patch: Partial<ConvRow>, to: Owner, done: string): Promise<boolean> {
      return change({
        row,
        patch,
        action: toOwner(to),
        fields: ["assigneeId", "aiId", "ended"],
        reverse: toOwner(row),
        done,
        notDone: t(to.aiId === null ? "not.assigned" : "not.toAssistant"),
      });
    }

    function assign(row: ConvRow, agent: Pick<Agent, "id" | "name"> | null): Promise<boolean> {
      const owner = { assigneeId: agent?.id ?? null, assigneeName: agent?.name ?? null, aiId: null };
      const patch = agent ? { ...owner, dormant: false } : owner;
      const name = row.clientName;
      const done = agent ? t("done.assigned", { name, to: agent.name }) : t("done.unassigned", { name });
      return give(row, patch, { assigneeId: agent?.id ?? null, aiId: null }, done);
    }

    return {
      assign,
      assignToMe: async (row: ConvRow) => {
        if (!viewer.agentId || row.assigneeId === viewer.agentId) return;
        await assign(row, { id: viewer.agentId, name: viewer.name });
      },
      /** The service chooses the assistant and returns it with the row that follows. */
      assignToAi: (row: ConvRow) =>
        give(
          row,
          { dormant: false },
          { assigneeId: null, aiId: "its own" },
          t("done.toAssistant", { name: row.clientName }),
        ),
      end: (row: ConvRow) =>
        change({
          row,
          patch: {
            ended: true,
            endedAt: new Date().toISOString(),
            needsResponse: false,
            waitingSince: null,
            slaDueAt: null,
          },
          action: { kind: "end" },
          fields: ["ended", "endedBy"],
          reverse: { kind: "reopen" },
          done: t("done.ended", { name: row.clientName }),
          notDone: t("not.ended"),
        }),
      snooze: (row: ConvRow, { until, onlyMe }: Snooze) => {
        const [name, iso] = [row.clientName, until?.toISOString() ?? null];
        const time = until && format.dateTime(until, { dateStyle: "medium", timeStyle: "short" });
        return change({
          row,
          patch: { isSnoozed: true, ...(onlyMe ? {} : { snoozedAt: new Date().toISOString(), snoozedUntil: iso }) },
          action: toSnooze(iso, onlyMe),
          fields: ["isSnoozed", "snoozedAt", "snoozedUntil", "ended"],
          reverse: row.snoozedAt ? toSnooze(row.snoozedUntil, false) : { kind: "unsnooze" },
          done: time ? t("done.snoozed", { name, time }) : t("done.snoozedUntilWrites", { name }),
          notDone: t("not.snoozed"),
        });
      },
      unsnooze: (row: ConvRow) =>
        change({
          row,
          patch: { isSnoozed: false, snoozedAt: null, snoozedUntil: null },
          action: { kind: "unsnooze" },
          fields: ["isSnoozed", "snoozedAt", "ended"],
          reverse: toSnooze(row.snoozedUntil, row.snoozedAt === null),
          done: t("done.unsnoozed", { name: row.clientName }),
          notDone: t("not.unsnoozed"),
        }),
      setTags: async (row: ConvRow, tags: string[]) => {
        const [add, remove] = [without(tags, row.tags), without(row.tags, tags)];
        await change({
          row,
          patch: { tags },
          action: { kind: "tags", add, remove },
          fields: ["tags"],
          reverse: { kind: "tags", add: remove, remove: add },
          after: () => void cache.client.invalidateQueries({ queryKey: inboxKeys.tags(workspaceId) }),
          done: t("done.tags", { name: row.clientName }),
          notDone: t("not.tags"),
          isQuiet: true,
        });
      },
      setStage: (row: ConvRow, stageId: string | null) =>
        change({
          row,
          patch: { stageId },
          action: { kind: "stage", stageId },
          fields: ["stageId"],
          reverse: { kind: "stage", stageId: row.stageId },
          done: t("done.stage", { name: row.clientName }),
          notDone: t("not.stage"),
          isQuiet: true,
        }),
      setOrderNo: (row: ConvRow, orderNo: string | null) =>
        change({
          row,
          patch: { orderNo },
          action: { kind: "orderNo", orderNo },
          fields: ["orderNo"],
          reverse: { kind: "orderNo", orderNo: row.orderNo },
          done: t("done.orderNo", { name: row.clientName }),
          notDone: t("not.orderNo"),
          isQuiet: true,
        }),
      /** Takes a conversation from the other app that answers the contact. */
      takeOver: async (row: ConvRow) => {
        try {
          await gqlRequest(documents.TAKE_OVER_CONV, { workspaceId, convId: row.id });
          await refreshRows([row.id]);
        } catch (error) {
          failed(t("not.takenOver"), error instanceof Error ? error : new Error(String(error)));
        }
      },
      /** Gives a conversation back to the other app that answered the contact before. */
      giveBack: async (row: ConvRow) => {
        try {
          await gqlRequest(documents.GIVE_BACK_CONV, { workspaceId, convId: row.id });
          await refreshRows([row.id]);
          done(t("done.givenBack", { name: row.clientName }));
        } catch (error) {
          failed(t("not.givenBack"), error instanceof Error ? error : new Error(String(error)));
        }
      },
      /** Edits the contact and refreshes the cards and rows that show it. Rejects with the reason. */
      patchClient: async (clientId: string, patch: ClientPatch): Promise<void> => {
        try {
          await gqlRequest(documents.PATCH_CLIENT, { workspaceId, id: clientId, ...patch });
        } finally {
          await cache.client.invalidateQueries({ queryKey: inboxKeys.client(workspaceId, clientId) });
        }
      },
      /** Sets the team's reaction to a contact's message. null removes it. */
      react: async (convId: string, message: Message, emoji: string | null) => {
        const by = { agentId: viewer.agentId, at: new Date().toISOString() };
        const shown = { ...message, reactions: withOwnReaction(message.reactions, emoji, by) };
        mergeIntoThread(workspaceId, convId, [shown], cache.client);
        try {
          const input = { workspaceId, messageId: message.messageId, emoji };
          const { reactToMessage } = await gqlRequest(documents.REACT_TO_MESSAGE, input);
          mergeIntoThread(workspaceId, convId, [reactToMessage], cache.client);
        } catch (error) {
          mergeIntoThread(workspaceId, convId, [message], cache.client);
          failed(inbox("reactions.failed"), error instanceof Error ? error : new Error(String(error)));
        }
      },
      /** Hides a comment from the public, or shows it again. */
      hideComment: async (convId: string, messageId: string, isHidden: boolean) => {
        try {
          const { hideComment } = await gqlRequest(documents.HIDE_COMMENT, { workspaceId, messageId, isHidden });
          mergeIntoThread(workspaceId, convId, [hideComment], cache.client);
          done(t(isHidden ? "done.hidden" : "done.shownAgain"));
        } catch (error) {
          failed(t("not.hidden"), error instanceof Error ? error : new Error(String(error)));
        }
      },
      /** Sends a failed message again, as a new message. */
      resend: async (convId: string, messageId: string) => {
        try {
          await gqlRequest(documents.RESEND_MESSAGE, { workspaceId, messageId });
          await cache.client.invalidateQueries({ queryKey: inboxKeys.thread(workspaceId, convId) });
        } catch (error) {
          failed(inbox("notSentAgain"), error instanceof Error ? error : new Error(String(error)));
        }
      },
    };
  }, [workspaceId, viewer, cache, refreshRows, change, t, inbox, format]);
}

const without = (some: readonly string[], others: readonly string[]) => some.filter((each) => !others.includes(each));
