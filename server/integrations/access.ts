import { decryptSecret, encryptSecret, type SecretPlace } from "../crypto.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";

/**
 * The channel of this id.
 * @throws AppError NOT_FOUND, for a deleted one, one of another workspace and the playground's too.
 */
export async function integrationOr404(ctx: Ctx, id: string): Promise<Integration> {
  const integration = await ctx.db.integration.findFirst({
    where: { workspaceId: ctx.workspaceId, id, deletedAt: null, isPlayground: false },
  });
  if (!integration) throw notFound("channel");
  return integration;
}

type Row = Pick<Integration, "workspaceId" | "id">;

/** Encrypts integrationProperties, bound to their row. */
export function sealCredentials(row: Row, credentials: Record<string, unknown>): Promise<string> {
  return encryptSecret(credentials, placeOf(row));
}

/** integrationProperties of a channel, in the shape that its adapter's schema gave them. */
export async function credentialsOf(row: Row & Pick<Integration, "credentials">): Promise<Record<string, unknown>> {
  return (await decryptSecret(row.credentials, placeOf(row))) as Record<string, unknown>;
}

function placeOf({ workspaceId, id }: Row): SecretPlace {
  return { workspaceId, table: "Integration", id, field: "credentials" };
}
