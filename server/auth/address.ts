/** Where a request comes from, as the HTTP server settled it (client-address.ts). */
export function addressOf(headers: { get: (name: string) => string | null }): string {
  return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "unknown";
}
