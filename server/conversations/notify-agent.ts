import type { Ctx } from "../ctx.ts";
import { announceEphemeral, type OwnNews } from "../events/ephemeral.ts";

/**
 * Tells an agent's other tabs and devices that something of their own has changed: a draft, what they have read, a mention of them, a
 * scheduled message. Nothing of it is kept: whoever comes back reads again. Call it after the transaction, never inside.
 * @param agentId whose it is; null (a key without an agent): told to nobody.
 */
export function notifyAgent(ctx: Ctx, agentId: string | null, what: OwnNews["what"], convId: string | null): void {
  if (agentId === null) return;
  announceEphemeral({ workspaceId: ctx.workspaceId, kind: "own", agentId, what, convId });
}
