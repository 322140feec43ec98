import { badInput } from "../errors.ts";
import type { WebhookEvent } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";

/**
 * Whether a webhook also gets playground events.
 * @throws AppError BAD_INPUT for an event other than ANY_EVENT.
 */
export function readDebug(event: WebhookEvent, debug: boolean | null | undefined): boolean {
  if (debug && event !== "ANY_EVENT") {
    throw badInput("debug", say("service.webhookDebug"));
  }
  return debug ?? false;
}
