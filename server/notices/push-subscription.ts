import { createHash } from "node:crypto";
import { z } from "zod";
import { decryptSecret, encryptSecret, type SecretPlace } from "../crypto.ts";
import type { PushSubscription } from "../generated/prisma/client.ts";

const ADDRESS = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });

/** The browser's address at its push service, and the keys to encrypt for this browser. */
type PushAddress = z.infer<typeof ADDRESS>;

/** Identifies an endpoint without revealing it. */
export function hashOfEndpoint(endpoint: string): string {
  return createHash("sha256").update(endpoint).digest("base64url");
}

/** Encrypted for one browser in one workspace. It stays valid when the row gets another owner. */
export function sealAddress(workspaceId: number, address: PushAddress): Promise<string> {
  return encryptSecret(address, placeOf({ workspaceId, endpointHash: hashOfEndpoint(address.endpoint) }));
}

/** @throws Error when it was encrypted under another ENCRYPTION_KEY. */
export async function addressOf(row: Pick<PushSubscription, "workspaceId" | "endpointHash" | "sealed">) {
  return ADDRESS.parse(await decryptSecret(row.sealed, placeOf(row)));
}

function placeOf({ workspaceId, endpointHash }: Pick<PushSubscription, "workspaceId" | "endpointHash">): SecretPlace {
  return { workspaceId, table: "PushSubscription", id: endpointHash, field: "address" };
}
