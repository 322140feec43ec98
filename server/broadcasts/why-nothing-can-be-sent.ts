import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Broadcast, Integration } from "../generated/prisma/client.ts";
import { isOfAccount, templatesHeld } from "../integrations/account-stops.ts";
import { inEnglish } from "../say.ts";
import { whyNoTemplates } from "../integrations/sends-templates.ts";
import { approvedTemplate } from "../integrations/template-approval.ts";

type BroadcastTemplate = Pick<Broadcast, "templateName" | "templateLang"> & { templateComponents: unknown };

/** Why a broadcast would fail at launch, worded for the person who launches it; null: no known problem. */
export async function whyNothingCanBeSent(
  ctx: Ctx,
  { templateName, templateLang, templateComponents }: BroadcastTemplate,
  integration: Integration,
): Promise<string | null> {
  const { name, state, deletedAt, lastError, lastErrorSaid } = integration;
  if (deletedAt) return `The channel ${name} was deleted`;
  if (state === "error") {
    // The credentials are good.
    if (isOfAccount(lastErrorSaid)) return `The channel ${name} is in error (${lastError})`;
    return `The channel ${name} is in error${lastError ? ` (${lastError})` : ""}; put its credentials right first`;
  }
  if (state !== "active") return `The channel ${name} is not active; switch it on first`;
  const why = whyNoTemplates(integration) ?? templatesHeld(integration, ctx.now);
  if (why) return inEnglish(why);
  try {
    await approvedTemplate(ctx, integration, {
      name: templateName,
      language: templateLang,
      components: templateComponents,
    });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** The reason for a broadcast without recipients. */
export function nobody({ retryOfId }: Pick<Broadcast, "retryOfId">): string {
  if (retryOfId !== null) return "None of those who failed can be sent to again; broadcastPreflight says why";
  return "No client matches: all filters must hold, and archived clients, test numbers and clients whom this channel cannot reach are left out";
}
