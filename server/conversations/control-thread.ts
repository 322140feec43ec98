import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { placeOf } from "../messages/sendable.ts";
import type { Said } from "../say.ts";
import { ANSWER_MS, providerPlace } from "./provider-place.ts";

/**
 * Asks a conversation's provider to take it from another app, or to give it back. Outside any transaction.
 * @returns `nothing`: there is nothing to ask on this channel.
 */
export async function controlThread(
  ctx: Ctx,
  conversation: Conversation,
  action: "takeThread" | "releaseThread",
): Promise<"done" | "nothing" | { refused: Said }> {
  const { client, integration } = await placeOf(ctx, conversation);
  const ask = channelOf(integration.type).adapter?.[action];
  if (!ask) return "nothing";
  const place = await providerPlace(ctx, integration, { client, conversation });
  if ("error" in place) return { refused: place.error };
  const { externalClientId, credentials } = place;
  const result = await ask(externalClientId, credentials, AbortSignal.timeout(ANSWER_MS));
  return result.outcome === "accepted" ? "done" : { refused: result.error };
}
