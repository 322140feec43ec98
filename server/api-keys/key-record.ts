import { generateKey, hashSecret, maskKey } from "../auth/key-format.ts";
import type { Ctx } from "../ctx.ts";
import type { ApiKey } from "../generated/prisma/client.ts";
import type { ApiKeyScope } from "../generated/prisma/enums.ts";
import { newId } from "../new-id.ts";

/** A key as it is answered: `key` is the secret in the answer that created it, and masked in every other. */
export type KeyRecord = Pick<ApiKey, "workspaceId" | "id" | "label" | "agentId" | "scopes" | "createdAt"> & {
  key: string;
};

/** Makes and stores a key; its secret exists only in what this returns. */
export async function storeNewKey(
  tx: Ctx,
  input: { label: string; agentId: string | null; scopes?: ApiKeyScope[] },
): Promise<KeyRecord> {
  const key = generateKey();
  const row = await tx.db.apiKey.create({
    data: { workspaceId: tx.workspaceId, id: newId(), ...input, keyHash: hashSecret(key), last4: key.slice(-4) },
  });
  return { ...maskedKey(row), key };
}

/** A stored key, as everyone sees it after its creation. */
export function maskedKey(row: ApiKey): KeyRecord {
  const { workspaceId, id, label, agentId, scopes, createdAt, last4 } = row;
  return { workspaceId, id, label, agentId, scopes, createdAt, key: maskKey(last4) };
}
