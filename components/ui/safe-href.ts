const WEB = ["https:", "http:"];
const OWN = "http://own.invalid";

/**
 * A URL from data (a message, a source, a provider's response) that is safe to link: http, https, or a path of our own. null for
 * all others, such as `javascript:`. They are shown as text.
 */
export function safeHref(address: string | null | undefined): string | null {
  if (!address) return null;
  // "//host" and "/\host" point to another host.
  if (address.startsWith("/")) return URL.parse(address, OWN)?.origin === OWN ? address : null;
  const url = URL.parse(address);
  return url && WEB.includes(url.protocol) ? url.href : null;
}
