import * as oauth from "oauth4webapi";
import { safeFetch } from "../safe-fetch.ts";
import { inEnglish } from "../say.ts";

/** A failure at a company's provider. The message is for the owner of the workspace and has no secrets. */
export class ProviderFailure extends Error {
  override name = "ProviderFailure";
}

const ANSWER_MAX_BYTES = 512 * 1024;
const DEADLINE_MS = 10_000;

/** A `fetch` for oauth4webapi that goes through the guard, with limits of time and size. */
async function guarded(url: string, init: oauth.CustomFetchOptions<"GET" | "POST", unknown>): Promise<Response> {
  const reply = await safeFetch({
    url,
    method: init.method,
    headers: init.headers,
    ...(init.body instanceof URLSearchParams ? { body: init.body.toString() } : {}),
    deadlineMs: DEADLINE_MS,
    maxBodyBytes: ANSWER_MAX_BYTES,
  });
  if (reply.kind !== "answer") throw new ProviderFailure(`${URL.parse(url)?.host}: ${inEnglish(reply.error)}`);
  if (reply.cut) throw new ProviderFailure(`${URL.parse(url)?.host} sent too much, or not everything`);
  const { status, body } = reply;
  if (status < 200 || status > 599) throw new ProviderFailure(`${URL.parse(url)?.host} answered ${status}`);
  const type = reply.headers["content-type"];
  return new Response([204, 205, 304].includes(status) ? null : body, {
    status,
    headers: type ? { "content-type": type } : {},
  });
}

/** The guard decides whether an address may use http. */
const OPTIONS = { [oauth.customFetch]: guarded, [oauth.allowInsecureRequests]: true };

/** What a sign-in needs of the provider's description of itself (OpenID Connect Discovery 1.0). */
export type IdentityProvider = oauth.AuthorizationServer & {
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
};

/** Answers are kept this long, failures too: anybody can begin a sign-in, and a provider must not be asked at each try. */
const KEPT_MS = 30_000;
const MOST_KEPT = 1_000;
const kept = new Map<string, { until: number; answer: Promise<unknown> }>();

function keep<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known && known.until > Date.now()) return known.answer as Promise<T>;
  if (kept.size >= MOST_KEPT) kept.clear();
  const answer = ask();
  // Every caller that awaits the answer gets the failure.
  answer.catch(() => undefined);
  kept.set(key, { until: Date.now() + KEPT_MS, answer });
  return answer;
}

/**
 * The provider's description of itself, at most 30 seconds old.
 * @param issuer its address.
 * @throws ProviderFailure
 */
export function readProvider(issuer: string): Promise<IdentityProvider> {
  return keep(`provider ${issuer}`, () => askProvider(issuer));
}

/** The same, asked now. @throws ProviderFailure */
export async function askProvider(issuer: string): Promise<IdentityProvider> {
  const url = new URL(issuer);
  const server = await telling(async () =>
    oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, OPTIONS)),
  );
  const { authorization_endpoint, token_endpoint, jwks_uri } = server;
  if (!authorization_endpoint || !token_endpoint || !jwks_uri)
    throw new ProviderFailure("Its description has no authorization_endpoint, token_endpoint or jwks_uri");
  // The browser goes there.
  if (!/^https?:$/.test(URL.parse(authorization_endpoint)?.protocol ?? ""))
    throw new ProviderFailure("Its authorization_endpoint is no address of a page");
  return { ...server, authorization_endpoint, token_endpoint, jwks_uri };
}

type Exchange = {
  clientId: string;
  clientSecret: string;
  /** The parameters with which the provider sent the browser back. */
  params: URLSearchParams;
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
};

/**
 * Exchanges the code of a sign-in for its ID token, and checks everything that the specification asks for: state, issuer, audience,
 * nonce, times and signature.
 * @returns the ID token.
 * @throws ProviderFailure
 */
export async function exchangeCode(provider: IdentityProvider, input: Exchange): Promise<string> {
  const client: oauth.Client = { client_id: input.clientId };
  const methods = provider.token_endpoint_auth_methods_supported;
  const authenticate =
    !methods || methods.includes("client_secret_basic") ? oauth.ClientSecretBasic : oauth.ClientSecretPost;
  return telling(async () => {
    const params = oauth.validateAuthResponse(provider, client, input.params, input.state);
    const response = await oauth.authorizationCodeGrantRequest(
      provider,
      client,
      authenticate(input.clientSecret),
      params,
      input.redirectUri,
      input.codeVerifier,
      OPTIONS,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(provider, client, response, {
      expectedNonce: input.nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(provider, response, OPTIONS);
    if (!tokens.id_token) throw new ProviderFailure("It sent no ID token");
    return tokens.id_token;
  });
}

/** The provider's public keys (RFC 7517), at most 30 seconds old. @throws ProviderFailure */
export function readKeys({ jwks_uri }: IdentityProvider): Promise<unknown> {
  return keep(`keys ${jwks_uri}`, async () => {
    const response = await guarded(jwks_uri, { ...GET, headers: { accept: "application/json" } });
    const keys: unknown = await response.json().catch(() => {
      throw new ProviderFailure("Its keys are not JSON");
    });
    return keys;
  });
}

const GET = { method: "GET", body: undefined, redirect: "manual" } as const;

/** Turns the library's errors into sentences without tokens, codes and secrets. */
async function telling<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError)
      throw new ProviderFailure([error.error, error.error_description].filter(Boolean).join(": "));
    throw new ProviderFailure(error instanceof Error ? error.message : "It answered with something else");
  }
}
