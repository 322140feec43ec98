"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { gqlRequest } from "../graphql/gql-request.ts";
import { failed } from "../ui/toasts.tsx";
import * as bulk from "../list/bulk-documents.ts";
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
  const { workspaceId, viewer, cache } = useInbox();
  const change = useUndoable();
  const t = useTranslations("bulk");
  const inbox = useTranslations("inbox");
  const format = useFormatter();

  return useMemo(() => {
    const of = (row: ConvRow) => ({ workspaceId, integrationId: row.integrationId, convId: row.id });
    const ask = {
      owner: (row: ConvRow, { assigneeId, aiId }: Pick<ConvRow, "assigneeId" | "aiId">) => {
        const owner = assigneeId ? { agentId: assigneeId } : aiId ? { isAi: true } : {};
        return gqlRequest(documents.ASSIGN_CONV, { ...of(row), ...owner });
      },
      tags: async (row: ConvRow, tags: string[]) => {
        await gqlRequest(documents.TAG_CONV, { ...of(row), tags });
        void cache.client.invalidateQueries({ queryKey: [...inboxKeys.workspaceParts(workspaceId), "tags"] });
      },
      patch: (row: ConvRow, patch: { stageId?: string | null; orderNo?: string | null }) =>
        gqlRequest(documents.PATCH_CONV, { ...of(row), ...patch }),
      snooze: (row: ConvRow, until: string | null, onlyMe: boolean) =>
        gqlRequest(bulk.SNOOZE_CONV, { workspaceId, convId: row.id, until, onlyMe }),
      unsnooze: (row: ConvRow) => gqlRequest(bulk.UNSNOOZE_CONV, { workspaceId, convId: row.id }),
    };

    function give(
      row: ConvRow,
      patch: Partial<ConvRow>,
      to: { assigneeId: string | null; aiId: string | null },
      done: string,
    ) {
      return change({
        row,
        patch,
        ask: () => ask.owner(row, to),
        fields: ["assigneeId", "aiId", "ended"],
        takeBack: () => ask.owner(row, row),
        wait: { kind: "assign", agentId: to.aiId === null ? to.assigneeId : null, isAi: to.aiId !== null },
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
          ask: () => gqlRequest(documents.END_CONV, of(row)),
          fields: ["ended", "endedBy"],
          takeBack: () => gqlRequest(bulk.REOPEN_CONV, { workspaceId, convId: row.id }),
          wait: { kind: "end" },
          done: t("done.ended", { name: row.clientName }),
          notDone: t("not.ended"),
        }),
      snooze: (row: ConvRow, { until, onlyMe }: Snooze) => {
        const [name, iso] = [row.clientName, until?.toISOString() ?? null];
        const time = until && format.dateTime(until, { dateStyle: "medium", timeStyle: "short" });
        return change({
          row,
          patch: { isSnoozed: true, ...(onlyMe ? {} : { snoozedAt: new Date().toISOString(), snoozedUntil: iso }) },
          ask: () => ask.snooze(row, iso, onlyMe),
          fields: ["isSnoozed", "snoozedAt", "snoozedUntil", "ended"],
          takeBack: () => (row.snoozedAt ? ask.snooze(row, row.snoozedUntil, false) : ask.unsnooze(row)),
          wait: { kind: "snooze", until: iso, onlyMe },
          done: time ? t("done.snoozed", { name, time }) : t("done.snoozedUntilWrites", { name }),
          notDone: t("not.snoozed"),
        });
      },
      unsnooze: (row: ConvRow) =>
        change({
          row,
          patch: { isSnoozed: false, snoozedAt: null, snoozedUntil: null },
          ask: () => ask.unsnooze(row),
          fields: ["isSnoozed", "snoozedAt", "ended"],
          takeBack: () => ask.snooze(row, row.snoozedUntil, row.snoozedAt === null),
          wait: { kind: "unsnooze" },
          done: t("done.unsnoozed", { name: row.clientName }),
          notDone: t("not.unsnoozed"),
        }),
      setTags: async (row: ConvRow, tags: string[]) => {
        const [add, remove] = [without(tags, row.tags), without(row.tags, tags)];
        await change({
          row,
          patch: { tags },
          ask: () => ask.tags(row, tags),
          fields: ["tags"],
          takeBack: (now) => ask.tags(row, [...without(now.tags, [...add, ...remove]), ...remove]),
          wait: { kind: "tags", add, remove },
          done: t("done.tags", { name: row.clientName }),
          notDone: t("not.tags"),
          isQuiet: true,
        });
      },
      setStage: (row: ConvRow, stageId: string | null) =>
        change({
          row,
          patch: { stageId },
          ask: () => ask.patch(row, { stageId }),
          fields: ["stageId"],
          takeBack: () => ask.patch(row, { stageId: row.stageId }),
          wait: { kind: "stage", stageId },
          done: t("done.stage", { name: row.clientName }),
          notDone: t("not.stage"),
          isQuiet: true,
        }),
      setOrderNo: (row: ConvRow, orderNo: string | null) =>
        change({
          row,
          patch: { orderNo },
          ask: () => ask.patch(row, { orderNo }),
          fields: ["orderNo"],
          takeBack: () => ask.patch(row, { orderNo: row.orderNo }),
          wait: { kind: "orderNo", orderNo },
          done: t("done.orderNo", { name: row.clientName }),
          notDone: t("not.orderNo"),
          isQuiet: true,
        }),
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
  }, [workspaceId, viewer, cache, change, t, inbox, format]);
}

const without = (some: readonly string[], others: readonly string[]) => some.filter((each) => !others.includes(each));
