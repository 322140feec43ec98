import type { Message } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { reviveMessage } from "./revive.ts";
import { sendTemplateTo, type TemplateToInput } from "./send-template-to.ts";

/**
 * Sends a template to a contact (contract.md, Messaging; also for one-time passwords): into their open conversation on the channel, or
 * into a new one. A closed reply window does not block it. Retried for up to 24 hours.
 * @param idempotencyKey of the request: the same key and input send one message and get one answer.
 * @throws AppError as startConv
 */
export const sendNotification = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  (ctx, input: TemplateToInput, idempotencyKey: string | null = null): Promise<Message> => {
    return sendTemplateTo(ctx, input, idempotencyKey, {
      operation: "sendNotification",
      pick: ({ message }) => message,
      revive: reviveMessage,
    });
  },
);
