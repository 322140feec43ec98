import { may } from "../auth/permissions.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import type { LoggedEvent } from "../events/log.ts";

/** A change as a caller hears of it: ids only, the rows are read again through the ordinary doors. */
export type Change = {
  name: string;
  convId: string | null;
  clientId: string | null;
  messageId: string | null;
  gone: boolean;
  /** It happened in the playground: no list of the inbox shows it. */
  isPlayground?: true;
};

/**
 * What the actor hears of an event; null: nothing. The rule is that of `convsVisibleTo`, applied to the conversation's agent at
 * the time of the event. A conversation that has just gone to another agent is told as gone, so that their list lets go of it
 * at once (decisions section 2). What happens in the playground is told to those who may open it.
 */
export function visibleEvent(ctx: Ctx, event: LoggedEvent): Change | null {
  // The receipt words tell nothing that MESSAGE_UPDATED does not.
  if (event.name === "MESSAGE_UPDATED_SMPP") return null;
  if (event.name === "BROADCAST_CHANGED" && !may(ctx, "MANAGE_BROADCASTS")) return null;
  if (event.name === "EVAL_CHANGED" && !may(ctx, "MANAGE_WORKSPACE")) return null;
  const { name, convId, clientId, messageId, assigneeId, prevAssigneeId } = event;
  const change = { name, convId, clientId, messageId };
  if (event.isDebug) return may(ctx, "MANAGE_WORKSPACE") ? { ...change, gone: false, isPlayground: true } : null;
  if (convId === null || isOfVisibleConv(ctx, assigneeId)) return { ...change, gone: false };
  const agentId = actorAgentId(ctx.actor);
  // Only a change of the conversation itself can have taken it away; what is said in another's conversation is not theirs.
  const wasVisible = name === "CONV_CHANGED" && (prevAssigneeId === null || prevAssigneeId === agentId);
  return wasVisible ? { ...change, gone: true } : null;
}

/** Whether the actor may hear of what happens in a conversation of this agent's. */
export function isOfVisibleConv(ctx: Ctx, assigneeId: string | null): boolean {
  return may(ctx, "MANAGE_CONVS") || assigneeId === null || assigneeId === actorAgentId(ctx.actor);
}
