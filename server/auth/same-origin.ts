import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import type { HeaderReader } from "./session.ts";
import { say } from "../say.ts";

/**
 * A request authenticated by the portal's cookie must come from the portal's own pages.
 * @throws AppError FORBIDDEN_WORKSPACE when the browser reports another site as the sender.
 */
export function sameOrigin(headers: HeaderReader): void {
  const site = headers.get("sec-fetch-site");
  if (site === "cross-site" || site === "same-site") throw foreign();
  const origin = headers.get("origin");
  if (origin === null || origin === ownOrigin()) return;
  // The portal may be opened under another name of the same machine (127.0.0.1 instead of localhost).
  const host = headers.get("host");
  if (host && URL.parse(origin)?.host === host) return;
  throw foreign();
}

let own: { url: string; origin: string } | null = null;

/** Parsed once: parsing a URL is slow compared with the rest of a request. */
function ownOrigin(): string {
  const { APP_URL: url } = env();
  if (own?.url !== url) own = { url, origin: new URL(url).origin };
  return own.origin;
}

function foreign(): AppError {
  return new AppError("FORBIDDEN_WORKSPACE", say("service.otherSite"));
}
