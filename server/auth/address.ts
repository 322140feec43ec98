/** Where a request comes from, as its nearest proxy (or Next itself, from the socket) noted it. */
export function addressOf(headers: Headers): string {
  return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "unknown";
}
