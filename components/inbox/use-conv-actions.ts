"use client";

import { useMemo } from "react";
import { gqlRequest } from "../graphql/gql-request.ts";
import { done, failed } from "../ui/toasts.tsx";
import type { Agent, ConvRow, Message } from "./documents.ts";
import { useInbox } from "./inbox-context.tsx";
import * as documents from "./mutation-documents.ts";
import type { ClientPatch } from "./mutation-documents.ts";
import { inboxKeys, mergeIntoThread } from "./queries.ts";
import { withOwnReaction } from "./reactions.ts";
import { patchRow } from "./row-cache.ts";

/**
 * What an agent does to a conversation beside writing. Each shows at once; the server's row follows, and where the server
 * refuses, the row returns to what it was and the reason is said.
 */
export function useConvActions() {
  const { workspaceId, viewer, cache, refreshRows } = useInbox();

  return useMemo(() => {
    const of = (row: ConvRow) => ({ workspaceId, integrationId: row.integrationId, convId: row.id });

    async function change(
      row: ConvRow,
      patch: Partial<ConvRow>,
      words: string,
      ask: () => Promise<unknown>,
    ): Promise<boolean> {
      patchRow(cache, row.id, patch);
      try {
        await ask();
        return true;
      } catch (error) {
        failed(words, error instanceof Error ? error : new Error(String(error)));
        return false;
      } finally {
        void refreshRows([row.id]);
      }
    }

    function assign(row: ConvRow, agent: Pick<Agent, "id" | "name"> | null): Promise<boolean> {
      const patch = { assigneeId: agent?.id ?? null, assigneeName: agent?.name ?? null, aiId: null };
      const input = agent ? { ...of(row), agentId: agent.id } : of(row);
      return change(row, patch, "Not assigned", () => gqlRequest(documents.ASSIGN_CONV, input));
    }

    return {
      assign,
      assignToMe: async (row: ConvRow) => {
        if (!viewer.agentId || row.assigneeId === viewer.agentId) return;
        await assign(row, { id: viewer.agentId, name: viewer.name });
      },
      /** Which assistant it is the service says, with the row that follows. */
      assignToAi: (row: ConvRow) =>
        change(row, {}, "Not given to the assistant", () =>
          gqlRequest(documents.ASSIGN_CONV, { ...of(row), isAi: true }),
        ),
      end: async (row: ConvRow) => {
        const patch = { ended: true, endedAt: new Date().toISOString(), needsResponse: false, waitingSince: null };
        const isEnded = await change(row, patch, "Not ended", () => gqlRequest(documents.END_CONV, of(row)));
        if (isEnded) done(`Conversation with ${row.clientName} ended`);
      },
      setTags: async (row: ConvRow, tags: string[]) => {
        await change(row, { tags }, "Tags not changed", () => gqlRequest(documents.TAG_CONV, { ...of(row), tags }));
        void cache.client.invalidateQueries({ queryKey: [...inboxKeys.workspaceParts(workspaceId), "tags"] });
      },
      setStage: (row: ConvRow, stageId: string | null) => {
        const input = { ...of(row), stageId };
        return change(row, { stageId }, "Stage not changed", () => gqlRequest(documents.PATCH_CONV, input));
      },
      setOrderNo: (row: ConvRow, orderNo: string | null) => {
        const input = { ...of(row), orderNo };
        return change(row, { orderNo }, "Order number not changed", () => gqlRequest(documents.PATCH_CONV, input));
      },
      /** Edits the contact; the cards and rows that show it follow. Rejects with the reason. */
      patchClient: async (clientId: string, patch: ClientPatch): Promise<void> => {
        try {
          await gqlRequest(documents.PATCH_CLIENT, { workspaceId, id: clientId, ...patch });
        } finally {
          await cache.client.invalidateQueries({ queryKey: inboxKeys.client(workspaceId, clientId) });
        }
      },
      /** The team's reaction to a customer's message; null takes it back. */
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
          failed("Not reacted", error instanceof Error ? error : new Error(String(error)));
        }
      },
      /** A failed message again, as a new message. */
      resend: async (convId: string, messageId: string) => {
        try {
          await gqlRequest(documents.RESEND_MESSAGE, { workspaceId, messageId });
          await cache.client.invalidateQueries({ queryKey: inboxKeys.thread(workspaceId, convId) });
        } catch (error) {
          failed("Not sent again", error instanceof Error ? error : new Error(String(error)));
        }
      },
    };
  }, [workspaceId, viewer, cache, refreshRows]);
}
