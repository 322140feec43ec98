import { gqlRequest } from "../graphql/gql-request.ts";
import { REOPEN_CONV, SNOOZE_CONV, UNSNOOZE_CONV } from "../list/bulk-documents.ts";
import type { Action } from "../offline/actions.ts";
import type { ConvRow } from "./documents.ts";
import { ASSIGN_CONV, END_CONV, MARK_UNREAD, PATCH_CONV, SET_CONV_READ, TAG_CONV } from "./mutation-documents.ts";

/** An action, and the reverse of ending, which is never queued. */
export type AskedAction = Action | { kind: "reopen" };

/**
 * Asks the server for an action on a conversation.
 * @param row its state as the person sees it. Tags that the action does not name are taken from it. If the contact has written since, ending and
 * snoozing are refused.
 * @throws ApiError
 */
export function askAction(
  workspaceId: number,
  { id: convId, integrationId, tags, lastSeq: seenSeq }: Pick<ConvRow, "id" | "integrationId" | "tags" | "lastSeq">,
  action: AskedAction,
): Promise<unknown> {
  const conv = { workspaceId, integrationId, convId };
  switch (action.kind) {
    case "end":
      return gqlRequest(END_CONV, { ...conv, seenSeq });
    case "reopen":
      return gqlRequest(REOPEN_CONV, { workspaceId, convId });
    case "assign": {
      const owner = action.isAi ? { isAi: true } : action.agentId ? { agentId: action.agentId } : {};
      return gqlRequest(ASSIGN_CONV, { ...conv, ...owner });
    }
    case "snooze":
      return gqlRequest(SNOOZE_CONV, { workspaceId, convId, until: action.until, onlyMe: action.onlyMe, seenSeq });
    case "unsnooze":
      return gqlRequest(UNSNOOZE_CONV, { workspaceId, convId });
    case "tags": {
      const others = tags.filter((tag) => !action.add.includes(tag) && !action.remove.includes(tag));
      return gqlRequest(TAG_CONV, { ...conv, tags: [...others, ...action.add] });
    }
    case "stage":
      return gqlRequest(PATCH_CONV, { ...conv, stageId: action.stageId });
    case "orderNo":
      return gqlRequest(PATCH_CONV, { ...conv, orderNo: action.orderNo });
    case "read":
      return gqlRequest(SET_CONV_READ, { workspaceId, convId, seq: action.seq });
    case "unread":
      return gqlRequest(MARK_UNREAD, { workspaceId, convId, fromSeq: action.fromSeq });
  }
}
