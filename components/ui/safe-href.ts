const WEB = ["https:", "http:"];
const OWN = "http://own.invalid";

/**
 * An address out of data (a message, a source, a provider's answer) as one that may be followed: of the web, or a path of our own.
 * Null for everything else, `javascript:` and the like; it is then shown as words.
 */
export function safeHref(address: string | null | undefined): string | null {
  if (!address) return null;
  // "//host" and "/\host" are another host's.
  if (address.startsWith("/")) return URL.parse(address, OWN)?.origin === OWN ? address : null;
  const url = URL.parse(address);
  return url && WEB.includes(url.protocol) ? url.href : null;
}
