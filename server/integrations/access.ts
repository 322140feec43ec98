import { decryptSecret, encryptSecret, type SecretPlace } from "../crypto.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";

/** @throws AppError NOT_FOUND, also for a deleted channel, one of another workspace and the playground's. */
export async function integrationOr404(ctx: Ctx, id: string): Promise<Integration> {
  const integration = await ctx.db.integration.findFirst({
    where: { workspaceId: ctx.workspaceId, id, deletedAt: null, isPlayground: false },
  });
  if (!integration) throw notFound("channel");
  return integration;
}

type Row = Pick<Integration, "workspaceId" | "id">;

/** Encrypts integrationProperties, bound to its row. */
export function sealCredentials(row: Row, credentials: Record<string, unknown>): Promise<string> {
  return encryptSecret(credentials, placeOf(row));
}

/** Decrypts a channel's integrationProperties; its adapter's schema defines their shape. */
export async function credentialsOf(row: Row & Pick<Integration, "credentials">): Promise<Record<string, unknown>> {
  return (await decryptSecret(row.credentials, placeOf(row))) as Record<string, unknown>;
}

function placeOf({ workspaceId, id }: Row): SecretPlace {
  return { workspaceId, table: "Integration", id, field: "credentials" };
}
