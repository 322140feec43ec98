import { generateKey, hashSecret } from "../auth/key-format.ts";
import { mustHaveNoLimits } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { ApiKey } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";

/** A key with its secret, `key`. Only the response that created it contains the secret. */
export type NewKey = ApiKey & { key: string };

/**
 * Creates and stores a key. Only the return value contains its secret.
 * @throws AppError FORBIDDEN_ROLE for a key that has limits itself.
 */
export async function storeNewKey(
  tx: Ctx,
  input: Pick<ApiKey, "label" | "agentId"> &
    Partial<Pick<ApiKey, "scopes" | "permissions" | "expiresAt" | "allowedRanges">>,
): Promise<NewKey> {
  mustHaveNoLimits(tx);
  const key = generateKey();
  const row = await tx.db.apiKey.create({
    data: { workspaceId: tx.workspaceId, id: newId(), ...input, keyHash: hashSecret(key), last4: key.slice(-4) },
  });
  return { ...row, key };
}
