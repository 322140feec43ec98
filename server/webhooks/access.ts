import { encryptSecret, openSecret, type SecretPlace } from "../crypto.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Webhook } from "../generated/prisma/client.ts";

/**
 * The webhook of this id.
 * @throws AppError NOT_FOUND, for a deleted one and one of another workspace too.
 */
export async function webhookOr404(ctx: Ctx, id: string): Promise<Webhook> {
  const webhook = await ctx.db.webhook.findFirst({ where: { workspaceId: ctx.workspaceId, id, deletedAt: null } });
  if (!webhook) throw notFound("webhook");
  return webhook;
}

type SecretField = "secret" | "previousSecret" | "headers";

/** Encrypts a column of a webhook, bound to its row and column. */
export function sealField(
  webhook: Pick<Webhook, "workspaceId" | "id">,
  field: SecretField,
  value: unknown,
): Promise<string> {
  return encryptSecret(value, placeOf(webhook, field));
}

/** A webhook's extra headers; none when the column is empty. */
export async function headersOf(
  webhook: Pick<Webhook, "workspaceId" | "id" | "headers">,
): Promise<Record<string, string> | null> {
  if (webhook.headers === null) return null;
  return (await openSecret(webhook.headers, placeOf(webhook, "headers"))) as Record<string, string>;
}

/** The secret that signs, and the one before it, which signs too for 24 h (decided by the caller's clock). */
export async function secretsOf(
  webhook: Pick<Webhook, "workspaceId" | "id" | "secret" | "previousSecret">,
): Promise<{ secret: string; previousSecret: string | null }> {
  const { secret, previousSecret } = webhook;
  return {
    secret: (await openSecret(secret, placeOf(webhook, "secret"))) as string,
    previousSecret:
      previousSecret && ((await openSecret(previousSecret, placeOf(webhook, "previousSecret"))) as string),
  };
}

function placeOf({ workspaceId, id }: Pick<Webhook, "workspaceId" | "id">, field: SecretField): SecretPlace {
  return { workspaceId, table: "Webhook", id, field };
}
