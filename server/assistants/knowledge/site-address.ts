/** What of a site is read: one origin, and what lies under one path of it. */
export type SiteScope = { origin: string; path: string };

/** What tells a page's owner where its readers came from, and nothing about the page. */
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|_ga|igshid|ref_src)$/i;
/** No text that people read in a browser. */
const OTHER_FILES =
  /\.(?:jpe?g|png|gif|webp|svg|ico|css|js|mjs|json|xml|rss|atom|zip|gz|exe|dmg|mp[34]|webm|avi|mov|woff2?|ttf|xlsx?|pptx?)$/i;

/** One spelling of an address. */
export function plainAddress(address: URL): URL {
  const url = new URL(address);
  url.hash = "";
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name);
  return url;
}

/**
 * What lies under a site's address: `/help` and all below it; of `/help/index.html`, what lies beside it.
 * @param found where the address led to: another origin's is read instead, and another path's where it left the one that was named.
 */
export function scopeOf(named: URL, found: URL): SiteScope {
  const path = pathUnder(named.pathname);
  const isInside = isUnder(found.pathname, path);
  return { origin: found.origin, path: isInside ? path : pathUnder(found.pathname) };
}

export function isInScope(url: URL, { origin, path }: SiteScope): boolean {
  return url.origin === origin && isUnder(url.pathname, path) && !OTHER_FILES.test(url.pathname);
}

function pathUnder(pathname: string): string {
  const isFile = /\/[^/]+\.[a-z0-9]{1,5}$/i.test(pathname);
  return isFile ? pathname.replace(/[^/]+$/, "") : pathname.replace(/\/$/, "");
}

function isUnder(pathname: string, path: string): boolean {
  return path.endsWith("/") ? pathname.startsWith(path) : pathname === path || pathname.startsWith(`${path}/`);
}
