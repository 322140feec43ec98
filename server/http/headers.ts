import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { sayAhead } from "./door-response.ts";
import { doorOf, type Found } from "./mount.ts";
import { env } from "../env.ts";

/** How browsers must treat the response of a URL. */
type Kind = "page" | "door" | "file" | "sayingItself";

/** Files of the build and of public/. They are the same for everyone and cached by browsers. */
const FILE =
  /^\/(?:_next\/static\/|(?:icon\.svg|manifest\.webmanifest|push-worker\.js|api-reference\.md|openapi\.json)$)/;

/** Pages read their nonce from this request header (components/shell/page-nonce.ts). Next reads it from the policy header. */
const NONCE_HEADER = "x-nonce";
/** Removed from incoming requests, because callers could forge them. */
const OURS = [NONCE_HEADER, "content-security-policy-report-only"];

/** Bytes of a nonce: too many to guess during the life of one page. */
const NONCE_BYTES = 18;
const HSTS = `max-age=${365 * 24 * 60 * 60}`;
const DOOR_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
/** Voice messages need the microphone. */
const PERMISSIONS = "camera=(), display-capture=(), geolocation=(), microphone=(self), payment=(), usb=()";

type Settings = { APP_URL: string; S3_ENDPOINT?: string | undefined; isDev?: boolean };

/**
 * Sets the browser policy headers before the request is handled. An endpoint can override them. Each page gets a policy with
 * its own nonce, which is also added to the request for Next.
 */
export function setBrowserHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  found: Found | null,
  settings: Settings = env(),
): void {
  sayAhead(response, "x-content-type-options", "nosniff");
  if (isSecure(settings)) sayAhead(response, "strict-transport-security", HSTS);
  switch (kindOf(request, found)) {
    case "file":
    case "sayingItself":
      return;
    case "door":
      sayAhead(response, "cache-control", "no-store");
      sayAhead(response, "content-security-policy", DOOR_POLICY);
      sayAhead(response, "cross-origin-resource-policy", "same-origin");
      return;
    case "page":
      return setPageHeaders(request, response, settings);
  }
}

function setPageHeaders(request: IncomingMessage, response: ServerResponse, settings: Settings): void {
  const nonce = randomBytes(NONCE_BYTES).toString("base64url");
  const policy = pagePolicy(nonce, settings);
  for (const name of OURS) delete request.headers[name];
  request.headers[NONCE_HEADER] = nonce;
  request.headers["content-security-policy"] = policy;
  response.setHeader("content-security-policy", policy);
  response.setHeader("cross-origin-opener-policy", "same-origin");
  response.setHeader("cross-origin-resource-policy", "same-origin");
  response.setHeader("permissions-policy", PERMISSIONS);
  // Linked sites must not see our URLs with their ids. Our own endpoints may.
  response.setHeader("referrer-policy", "same-origin");
}

/**
 * Allows only our scripts and styles, none of them inline without the nonce. `strict-dynamic` lets a script with the nonce
 * load its parts. The UI library positions elements with style attributes, which cannot load a script. Images come from this
 * server only; external ones go through our endpoint (rest/pictures.ts). Videos and audio of messages may be on any host and
 * load on click. Import files go straight to the object storage.
 */
function pagePolicy(nonce: string, settings: Settings): string {
  const anyHost = isSecure(settings) ? "https:" : "http: https:";
  const storage = settings.S3_ENDPOINT ? ` ${new URL(settings.S3_ENDPOINT).origin}` : "";
  // Next's development mode evaluates scripts and writes styles into the page.
  const [evaluated, styles] = settings.isDev ? [" 'unsafe-eval'", "'unsafe-inline'"] : ["", `'nonce-${nonce}'`];
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${evaluated}`,
    `style-src 'self' ${styles}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    `media-src 'self' blob: ${anyHost}`,
    "font-src 'self'",
    `connect-src 'self' blob:${storage}`,
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const isSecure = ({ APP_URL }: Settings): boolean => APP_URL.startsWith("https:");

function kindOf({ method = "GET", url = "/" }: IncomingMessage, found: Found | null): Kind {
  if (found) return doorOf(found, method)?.saysItself ? "sayingItself" : "door";
  return FILE.test(url.split("?", 1)[0] ?? "/") ? "file" : "page";
}
