import { encryptSecret, openSecret, type SecretPlace } from "../crypto.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Webhook } from "../generated/prisma/client.ts";

/** @throws AppError NOT_FOUND, also for a deleted webhook and one of another workspace. */
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

/** A webhook's extra headers; null when there are none. */
export async function headersOf(
  webhook: Pick<Webhook, "workspaceId" | "id" | "headers">,
): Promise<Record<string, string> | null> {
  if (webhook.headers === null) return null;
  return (await openSecret(webhook.headers, placeOf(webhook, "headers"))) as Record<string, string>;
}

/** The signing secret and the previous one, which also signs for 24 h (the caller checks the time). */
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
