import { paths } from "../paths.ts";

/** Where to go after signing in: an address of this portal, or home. Anything that could leave it (`//evil`, `/\evil`) is home. */
export function safeReturn(returnTo: string | null): string {
  if (!returnTo || !/^\/(?![/\\])/.test(returnTo)) return paths.home();
  const url = URL.parse(returnTo, "http://portal.invalid");
  return url && url.origin === "http://portal.invalid" ? url.pathname + url.search : paths.home();
}
