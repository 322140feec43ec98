import { channelOf } from "../channels/registry.ts";
import { createPlaygroundClient } from "../clients/playground-clients.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { clientEvent, convEvent } from "../events/events.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { playgroundChannel } from "../integrations/playground-channel.ts";
import { holdAssistants } from "./choose-assignee.ts";
import { noteAssignment } from "./note-assignment.ts";

/**
 * Opens a playground conversation for an assistant, with a contact of its own on a channel that sends nothing. Its messages are then
 * processed like those of any conversation (receive-message.ts).
 * @param tx the open transaction.
 * @throws AppError NOT_FOUND if the assistant is gone.
 */
export async function openPlaygroundConv(tx: Ctx, input: { aiId: string; phone: string }): Promise<Conversation> {
  const { workspaceId } = tx;
  const { aiId, phone } = input;
  const integration = await playgroundChannel(tx);
  if (!(await holdAssistants(tx, [aiId])).has(aiId)) throw notFound("assistant");
  const scope = channelOf(integration.type).identityScope(integration);
  const client = await createPlaygroundClient(tx, { scope, phone });
  const conv = await tx.db.conversation.create({
    data: { workspaceId, integrationId: integration.id, clientId: client.id, aiId, isPlayground: true },
  });
  await noteAssignment(tx, conv.id, { assigneeId: null, aiId });
  const opened = convEvent("NEW_CONV", { conv, integration, client, message: null });
  await emit(tx, clientEvent("NEW_CLIENT", client, { integration }), opened);
  return conv;
}
