import type { Ctx } from "../ctx.ts";
import { announceEphemeral, type OwnNews } from "../events/ephemeral.ts";

/**
 * Notifies an agent's other tabs and devices that something of their own has changed: a draft, what they have read, a mention, a
 * scheduled message. Nothing is stored: a device that reconnects reads everything again. Call it after the transaction, never inside.
 * @param agentId the owner of the change. null (a key without an agent): no one is notified.
 */
export function notifyAgent(ctx: Ctx, agentId: string | null, what: OwnNews["what"], convId: string | null): void {
  if (agentId === null) return;
  announceEphemeral({ workspaceId: ctx.workspaceId, kind: "own", agentId, what, convId });
}
