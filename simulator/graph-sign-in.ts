import { randomBytes } from "node:crypto";
import { parameterError, refuse, type GraphAnswer } from "./graph-answer.ts";
import type { GraphWorld, SignInCode } from "./graph-world.ts";

// Facebook Login for Business: the page on which a person gives an app access to accounts, the exchange of the code that it returns, and
// the accounts of the token. https://developers.facebook.com/docs/facebook-login/facebook-login-for-business

/** A person gives an app access to accounts. Returns the code that their browser takes to the app. */
export function signIn(world: GraphWorld, given: SignInCode): string {
  const code = `AQ${randomBytes(24).toString("base64url")}`;
  world.codes.set(code, given);
  return code;
}

/**
 * The dialog. It lists the accounts that fit, each with a link that returns to the app with access to that account. Which kind fits is
 * part of the app's configuration at Meta; here WhatsApp's is told by its `extras`.
 */
export function dialog(world: GraphWorld, query: URLSearchParams): GraphAnswer {
  const [appId, redirectUri] = [query.get("client_id") ?? "", query.get("redirect_uri") ?? ""];
  if (!world.appTokens.has(appId)) return page("<p>Invalid app ID: the app does not exist.</p>");
  if (!URL.canParse(redirectUri)) return page("<p>The redirect_uri is missing or is no address.</p>");
  if (!query.get("config_id")) return page("<p>This app has no such configuration.</p>");
  if (query.get("response_type") !== "code") return page("<p>response_type must be code.</p>");
  const back = (given: Record<string, string>) => {
    const url = new URL(redirectUri);
    for (const [name, value] of Object.entries({ ...given, state: query.get("state") ?? "" }))
      url.searchParams.set(name, value);
    return { status: 302, body: "", headers: { location: url.href } };
  };
  const chosen = query.get("account");
  if (chosen === "") {
    return back({ error: "access_denied", error_code: "200", error_reason: "user_denied" });
  }
  if (chosen !== null) return back({ code: signIn(world, { appId, redirectUri, accountIds: [chosen] }) });
  const accounts = query.has("extras")
    ? [...world.numbers.values()].map(({ phoneNumberId, displayPhoneNumber }) => [phoneNumberId, displayPhoneNumber])
    : [...world.messaging.values()].map(({ id, name, object }) => [id, `${name} (${object})`]);
  const link = (id: string, words: string) => {
    const next = new URLSearchParams(query);
    next.set("account", id);
    return `<p><a href="?${escaped(next.toString())}">${escaped(words)}</a></p>`;
  };
  const links = accounts.map(([id = "", name = ""]) => link(id, name));
  return page(`<h1>Choose an account</h1>${links.join("")}${link("", "Cancel")}`);
}

/** Exchanges a code for a token. A code works once, for the app and the address that it was made for. */
export function exchangeCode(world: GraphWorld, query: URLSearchParams): GraphAnswer {
  const [appId, secret] = [query.get("client_id") ?? "", query.get("client_secret") ?? ""];
  if (world.appTokens.get(appId) !== `${appId}|${secret}`) {
    return refuse({ status: 400, code: 1, message: "Error validating client secret." });
  }
  const code = query.get("code") ?? "";
  const given = world.codes.get(code);
  world.codes.delete(code);
  if (given?.appId !== appId) return parameterError("This authorization code has been used or is not valid.");
  if (given.redirectUri !== query.get("redirect_uri")) {
    return parameterError("Error validating verification code. Please make sure your redirect_uri is identical");
  }
  for (const id of given.accountIds) {
    world.options.onSignIn?.(id, { appId, appSecret: secret });
    const account = world.messaging.get(id);
    if (account?.object === "instagram") account.pageId ??= pageOf(id);
  }
  const number = given.accountIds.map((id) => world.numbers.get(id)).find((each) => each !== undefined);
  const token = number?.accessToken ?? `EAAU${randomBytes(24).toString("hex")}`;
  world.tokens.add(token);
  if (!number) world.signIns.set(token, given.accountIds);
  return { status: 200, body: { access_token: token, token_type: "bearer" } };
}

/** The pages that a token of a sign-in gives access to, with their own tokens. */
export function pagesOf(world: GraphWorld, token: string): GraphAnswer {
  const data = (world.signIns.get(token) ?? []).flatMap((accountId): object[] => {
    const account = world.messaging.get(accountId);
    if (!account) return [];
    const { object, id, name, accessToken: access_token, pageId } = account;
    return object === "page"
      ? [{ id, name, access_token }]
      : [{ id: pageId, name: `Page of ${name}`, access_token, instagram_business_account: { id, username: name } }];
  });
  return { status: 200, body: { data } };
}

/** The page of an Instagram account. An account that was connected by a sign-in is reached through it. */
export function pageOf(accountId: string): string {
  return `1${accountId}`;
}

function page(content: string): GraphAnswer {
  return { status: 200, body: `<!doctype html><meta charset="utf-8"><title>Sign in</title>${content}` };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
