import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { Browser } from "./browser.ts";

/** The claims of a person at the provider, besides `sub`. */
export type Person = Record<string, unknown>;

type Options = {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  logoutUri: string;
  /** By `sub`, which is also what they type to sign in. May change while it runs. */
  people: Record<string, Person>;
};

/** A certified OpenID Connect provider on loopback, with a page for signing in. */
export async function startIdentityProvider({ clientId, clientSecret, redirectUri, logoutUri, people }: Options) {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        backchannel_logout_uri: logoutUri,
        backchannel_logout_session_required: true,
      },
    ],
    scopes: ["openid", "email", "profile", "groups"],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
    // Claims in the ID token, as the large providers do it.
    conformIdTokenClaims: false,
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
    pkce: { required: () => true },
    cookies: { keys: ["only for tests"] },
    // The administrator has agreed for everybody.
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid email profile groups");
      await grant.save();
      return grant;
    },
    // Without its own guard, which refuses loopback.
    fetch: (url: string | URL | Request, init?: RequestInit) =>
      globalThis.fetch(url, { ...init, dispatcher: undefined } as RequestInit),
  });
  const answer = provider.callback();
  server.on("request", (request, response) => void answer(request, response));
  return {
    issuer,
    /** Signs a person in at the address to which the portal has sent the browser. @returns where it sends the browser back. */
    async signIn(address: string, login: string): Promise<string> {
      const browser = new Browser();
      const form = await browser.follow(address, (url) => url.includes("/interaction/"));
      const body = new URLSearchParams({ prompt: "login", login, password: "any" });
      return browser.follow(form, (url) => url.startsWith(redirectUri), { method: "POST", body });
    },
    /** Tells the portal that a session at the provider has ended, by a signed logout token. */
    async logOut(sub: string, sid: string): Promise<void> {
      const client = await provider.Client.find(clientId);
      if (!client) throw new Error("the provider has no such client");
      // Its types do not have it.
      await (client as unknown as { backchannelLogout: (sub: string, sid: string) => Promise<void> }).backchannelLogout(
        sub,
        sid,
      );
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
