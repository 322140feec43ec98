import { may } from "../auth/permissions.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import type { LoggedEvent } from "../events/log.ts";

/** A change as a caller receives it. It holds ids only; the caller reads the rows again through the API. */
export type Change = {
  name: string;
  convId: string | null;
  clientId: string | null;
  messageId: string | null;
  gone: boolean;
  /** It happened in the playground, so no inbox list shows it. */
  isPlayground?: true;
};

/**
 * What the actor receives of an event. null: nothing. Applies the rule of `convsVisibleTo` to the conversation's agent at the time of the
 * event. If a conversation has just been assigned to another agent, the former agent receives it as gone, so that their list removes it
 * at once. Playground events go to those who may open the playground.
 */
export function visibleEvent(ctx: Ctx, event: LoggedEvent): Change | null {
  // The receipt texts add nothing to MESSAGE_UPDATED.
  if (event.name === "MESSAGE_UPDATED_SMPP") return null;
  if (event.name === "BROADCAST_CHANGED" && !may(ctx, "MANAGE_BROADCASTS")) return null;
  if (event.name === "EVAL_CHANGED" && !may(ctx, "MANAGE_WORKSPACE")) return null;
  const { name, convId, clientId, messageId, assigneeId, prevAssigneeId } = event;
  const change = { name, convId, clientId, messageId };
  if (event.isDebug) return may(ctx, "MANAGE_WORKSPACE") ? { ...change, gone: false, isPlayground: true } : null;
  if (convId === null || isOfVisibleConv(ctx, assigneeId)) return { ...change, gone: false };
  const agentId = actorAgentId(ctx.actor);
  // Only a change of the conversation itself can take it away from the actor. Messages in someone else's conversation are not visible.
  const wasVisible = name === "CONV_CHANGED" && (prevAssigneeId === null || prevAssigneeId === agentId);
  return wasVisible ? { ...change, gone: true } : null;
}

/** Whether the actor may receive events of a conversation that has this assignee. */
export function isOfVisibleConv(ctx: Ctx, assigneeId: string | null): boolean {
  return may(ctx, "MANAGE_CONVS") || assigneeId === null || assigneeId === actorAgentId(ctx.actor);
}
