import type { Conversation } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { reviveConv } from "../messages/revive.ts";
import { sendTemplateTo, type TemplateToInput } from "../messages/send-template-to.ts";

export type ConvStartInput = Omit<TemplateToInput, "trunk" | "senderId">;

/**
 * Opens a conversation by sending a template to a contact, and assigns it by the channel's routing. If the contact has an open
 * conversation on the channel, the template is sent into it and the response is that conversation.
 * @param idempotencyKey of the request: the same key and input send one message and get the same response.
 * @throws AppError NOT_FOUND, BAD_INPUT (no recipient, no such template, no way to reach the contact), FORBIDDEN_ROLE (phone without
 * MANAGE_CLIENTS), CONFLICT (another agent's conversation), CLIENT_ARCHIVED, CHANNEL_INACTIVE; then nothing is stored
 */
export const startConv = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  (ctx, input: ConvStartInput, idempotencyKey: string | null = null): Promise<Conversation> => {
    return sendTemplateTo(ctx, input, idempotencyKey, {
      operation: "startConv",
      pick: ({ conv }) => conv,
      revive: reviveConv,
    });
  },
);
