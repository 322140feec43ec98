import { paths } from "../paths.ts";

/**
 * Where to go after signing in: a path of this portal, otherwise home. A path that could lead elsewhere (`//evil`, `/\evil`)
 * becomes home.
 */
export function safeReturn(returnTo: string | null): string {
  if (!returnTo || !/^\/(?![/\\])/.test(returnTo)) return paths.home();
  const url = URL.parse(returnTo, "http://portal.invalid");
  return url && url.origin === "http://portal.invalid" ? url.pathname + url.search : paths.home();
}
