import { createHash } from "node:crypto";
import { z } from "zod";
import { decryptSecret, encryptSecret, type SecretPlace } from "../crypto.ts";
import type { PushSubscription } from "../generated/prisma/client.ts";

const ADDRESS = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });

/** Where a browser's push service takes messages for it, and the keys that only the browser can open them with. */
type PushAddress = z.infer<typeof ADDRESS>;

/** Knows an endpoint again without naming it. */
export function hashOfEndpoint(endpoint: string): string {
  return createHash("sha256").update(endpoint).digest("base64url");
}

/** Sealed for one browser in one workspace; whoever the row belongs to later, it stands in the same place. */
export function sealAddress(workspaceId: number, address: PushAddress): Promise<string> {
  return encryptSecret(address, placeOf({ workspaceId, endpointHash: hashOfEndpoint(address.endpoint) }));
}

/** @throws Error when it was sealed under another ENCRYPTION_KEY. */
export async function addressOf(row: Pick<PushSubscription, "workspaceId" | "endpointHash" | "sealed">) {
  return ADDRESS.parse(await decryptSecret(row.sealed, placeOf(row)));
}

function placeOf({ workspaceId, endpointHash }: Pick<PushSubscription, "workspaceId" | "endpointHash">): SecretPlace {
  return { workspaceId, table: "PushSubscription", id: endpointHash, field: "address" };
}
