import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { sayAhead } from "./door-response.ts";
import { doorOf, type Found } from "./mount.ts";
import { env } from "../env.ts";

/** How a browser has to treat what an address answers. */
type Kind = "page" | "door" | "file" | "sayingItself";

/** Files of the build and of public/: the same for everybody, and kept by browsers. */
const FILE = /^\/(?:_next\/static\/|(?:icon\.svg|manifest\.webmanifest|push-worker\.js|api-reference\.md)$)/;

/** A page learns its nonce by this header of its request (components/shell/page-nonce.ts); Next reads it in the policy beside it. */
const NONCE_HEADER = "x-nonce";
/** What somebody else could write there is taken away. */
const OURS = [NONCE_HEADER, "content-security-policy-report-only"];

/** Bytes of a nonce: nobody guesses it within the life of one page. */
const NONCE_BYTES = 18;
const HSTS = `max-age=${365 * 24 * 60 * 60}`;
const DOOR_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
/** The microphone is for voice messages. */
const PERMISSIONS = "camera=(), display-capture=(), geolocation=(), microphone=(self), payment=(), usb=()";

type Settings = { APP_URL: string; S3_ENDPOINT?: string | undefined; isDev?: boolean };

/**
 * Says to browsers what they may do with the answer, before anybody answers. A door that has something else to say names the same
 * header again. Each page gets a policy with a nonce of its own, which is put into the request too, for Next.
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
  // Other sites that a link leads to do not see the address with its ids; our own doors do.
  response.setHeader("referrer-policy", "same-origin");
}

/**
 * Scripts and styles of ours alone, and nothing written into the page: `strict-dynamic` lets a script that has the nonce load its
 * parts. Styles in attributes are how the library places things, and cannot load a script. Pictures come from us alone: one that lies
 * elsewhere comes by our own door (rest/pictures.ts). Films and sounds of a message may lie on any host, and are loaded by a click;
 * import files go straight to the object storage.
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
