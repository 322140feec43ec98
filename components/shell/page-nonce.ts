import { headers } from "next/headers";

/**
 * The nonce of the page being rendered, which the service adds to its request (server/http/headers.ts). undefined under plain
 * Next.
 */
export async function pageNonce(): Promise<string | undefined> {
  return (await headers()).get("x-nonce") ?? undefined;
}
