import { headers } from "next/headers";

/** The nonce of the page that is being drawn, which the service puts into its request (server/http/headers.ts); undefined under plain Next. */
export async function pageNonce(): Promise<string | undefined> {
  return (await headers()).get("x-nonce") ?? undefined;
}
