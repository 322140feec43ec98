import { z } from "zod";
import { env } from "../../env.ts";
import type { IntegrationType } from "../../generated/prisma/enums.ts";
import { say } from "../../say.ts";
import type { SetupRefusal } from "../channel.ts";
import { callGraph } from "./graph-api.ts";
import { setupFailure } from "./verdict.ts";
import { listAll } from "./list-all.ts";
import { id, listOf, maybeText } from "./webhook.ts";

// Facebook Login for Business: a person signs in with Meta, chooses accounts, and the operator's app gets access to them. WhatsApp's
// variant of it is called embedded signup.

/** The operator's app, and the configuration of its sign-in, which lists the permissions to ask for. */
export type SignInApp = { appId: string; appSecret: string; configId: string };

/** An account that the person chose at Meta. */
export type MetaAccount = {
  /** As `KnownAccount.accountId`. */
  id: string;
  name: string;
  /** As people know it: a phone number, a page's name, an Instagram username. */
  identifier: string;
  /** integrationProperties of its channel. Never shown. */
  credentials: Record<string, unknown>;
  /** A WhatsApp number that the Cloud API does not know yet: it is registered with a PIN of six digits. */
  needsPin: boolean;
  /** A WhatsApp number that is also used in WhatsApp's app, where it has a history. */
  isInApp?: boolean;
};

/** The sign-in for channels of this type. null: the operator has not set it up, or the type's provider is not Meta. */
export function signInAppOf(type: IntegrationType): SignInApp | null {
  const { META_APP_ID, META_APP_SECRET, META_WHATSAPP_CONFIG_ID, META_PAGES_CONFIG_ID } = env();
  const configs: Partial<Record<IntegrationType, string | undefined>> = {
    WHATSAPP: META_WHATSAPP_CONFIG_ID,
    WA_GATEWAY: META_WHATSAPP_CONFIG_ID,
    FACEBOOK: META_PAGES_CONFIG_ID,
    INSTAGRAM: META_PAGES_CONFIG_ID,
  };
  const configId = configs[type];
  if (!META_APP_ID || !META_APP_SECRET || !configId) return null;
  return { appId: META_APP_ID, appSecret: META_APP_SECRET, configId };
}

/** The page of Meta's where the person signs in. `state` comes back with the person. */
export function signInUrl(type: IntegrationType, app: SignInApp, state: string): string {
  const { META_SIGN_IN_URL, META_GRAPH_VERSION } = env();
  // Also offers numbers that are used in WhatsApp's app for businesses.
  const extras = { setup: {}, featureType: "whatsapp_business_app_onboarding" };
  const query = new URLSearchParams({
    client_id: app.appId,
    config_id: app.configId,
    redirect_uri: redirectUri(),
    response_type: "code",
    override_default_response_type: "true",
    state,
    ...(isWhatsapp(type) ? { extras: JSON.stringify(extras) } : {}),
  });
  return `${META_SIGN_IN_URL}/${META_GRAPH_VERSION}/dialog/oauth?${query.toString()}`;
}

/** The address to which Meta brings the person back. The operator enters it in the app's settings. */
function redirectUri(): string {
  return `${env().APP_URL}/channel-sign-in`;
}

const exchanged = z.object({ access_token: z.string().min(1) });

/** Exchanges the code that the person brought back for an access token. A code works once, and soon after the sign-in. */
export async function exchangeCode(
  app: SignInApp,
  code: string,
): Promise<{ outcome: "signedIn"; accessToken: string } | SetupRefusal> {
  const { appId, appSecret } = app;
  const query = { client_id: appId, client_secret: appSecret, redirect_uri: redirectUri(), code };
  const reply = await callGraph({
    method: "GET",
    path: "oauth/access_token",
    query,
    accessToken: `${appId}|${appSecret}`,
  });
  if (reply.kind !== "ok") return setupFailure(reply, "code");
  const found = exchanged.safeParse(reply.body);
  if (!found.success) return unreadable();
  return { outcome: "signedIn", accessToken: found.data.access_token };
}

type Listing = { outcome: "listed"; accounts: MetaAccount[] } | SetupRefusal;

/** The accounts that the token gives access to, for channels of this type. */
export function listAccounts(type: IntegrationType, app: SignInApp, accessToken: string): Promise<Listing> {
  return isWhatsapp(type) ? listNumbers(app, accessToken) : listPages(type, app, accessToken);
}

function isWhatsapp(type: IntegrationType): boolean {
  return type === "WHATSAPP" || type === "WA_GATEWAY";
}

const scope = z.object({ scope: z.string(), target_ids: z.unknown().optional() });
const token = z.object({ data: z.object({ granular_scopes: z.unknown() }) });
const number = z.object({
  id,
  display_phone_number: z.string().min(1),
  verified_name: maybeText,
  platform_type: maybeText,
  is_on_biz_app: z.boolean().optional().catch(undefined),
});

/**
 * The numbers of every WhatsApp Business account that the token names. An account that refuses is left out, because a token can name
 * accounts that were shared with the app before.
 */
async function listNumbers({ appId, appSecret }: SignInApp, accessToken: string): Promise<Listing> {
  const asked = await callGraph({
    method: "GET",
    path: "debug_token",
    query: { input_token: accessToken },
    accessToken: `${appId}|${appSecret}`,
  });
  if (asked.kind !== "ok") return setupFailure(asked, "code");
  const scopes = listOf(token.safeParse(asked.body).data?.data.granular_scopes, scope);
  const ofAccounts = scopes.filter(({ scope: name }) => name.startsWith("whatsapp_business_"));
  const wabaIds = new Set(ofAccounts.flatMap(({ target_ids }) => listOf(target_ids, id)));
  const accounts: MetaAccount[] = [];
  let refusal: SetupRefusal | null = null;
  for (const wabaId of wabaIds) {
    const fields = "id,display_phone_number,verified_name,platform_type,is_on_biz_app";
    const listed = await listAll(`${wabaId}/phone_numbers`, fields, accessToken, number, "code");
    if (!Array.isArray(listed)) {
      refusal = listed;
      continue;
    }
    for (const each of listed) {
      const isInApp = each.is_on_biz_app === true;
      const isUnknown = each.platform_type !== undefined && each.platform_type !== "CLOUD_API";
      accounts.push({
        id: each.id,
        name: each.verified_name ?? each.display_phone_number,
        identifier: `+${each.display_phone_number.replace(/\D/g, "")}`,
        credentials: { accessToken, phoneNumberId: each.id, wabaId, appId, appSecret },
        // The app has registered it already.
        needsPin: isUnknown && !isInApp,
        isInApp,
      });
    }
  }
  return accounts.length === 0 && refusal ? refusal : { outcome: "listed", accounts };
}

const page = z.object({
  id,
  name: z.string().min(1),
  /** Absent if the person may not manage the page's messages. */
  access_token: maybeText,
  instagram_business_account: z
    .object({ id, username: z.string().min(1) })
    .optional()
    .catch(undefined),
});

/** Pages, or the Instagram accounts that are linked to them. */
async function listPages(type: IntegrationType, app: SignInApp, accessToken: string): Promise<Listing> {
  const { appId, appSecret } = app;
  const fields = "id,name,access_token,instagram_business_account{id,username}";
  const listed = await listAll("me/accounts", fields, accessToken, page, "code");
  if (!Array.isArray(listed)) return listed;
  const accounts = listed.flatMap(
    ({ id: pageId, name, access_token: pageToken, instagram_business_account: linked }): MetaAccount[] => {
      if (!pageToken) return [];
      const shared = { accessToken: pageToken, pageId, appId, appSecret };
      const needsPin = false;
      if (type === "FACEBOOK") return [{ id: pageId, name, identifier: name, credentials: shared, needsPin }];
      if (!linked) return [];
      const { id: accountId, username } = linked;
      return [{ id: accountId, name, identifier: username, credentials: { ...shared, accountId }, needsPin }];
    },
  );
  return { outcome: "listed", accounts };
}

/** Registers a number with the Cloud API. The PIN becomes the number's, or must be the one that it has. */
export async function registerNumber(
  phoneNumberId: string,
  pin: string,
  accessToken: string,
): Promise<SetupRefusal | null> {
  const body = { messaging_product: "whatsapp", pin };
  const reply = await callGraph({ method: "POST", path: `${phoneNumberId}/register`, body, accessToken });
  return reply.kind === "ok" ? null : setupFailure(reply, "pin");
}

/**
 * Asks for what was written on a number in WhatsApp's app (`history`), or for its contacts' names (`smb_app_state_sync`). It comes by
 * webhook, once, if it is asked for within a day of the sign-in and the business has agreed. Source: Meta, "Onboarding WhatsApp Business
 * app users".
 */
export async function requestAppData(
  phoneNumberId: string,
  accessToken: string,
  sync_type: "history" | "smb_app_state_sync",
): Promise<SetupRefusal | null> {
  const body = { messaging_product: "whatsapp", sync_type };
  const reply = await callGraph({ method: "POST", path: `${phoneNumberId}/smb_app_data`, body, accessToken });
  return reply.kind === "ok" ? null : setupFailure(reply, "phoneNumberId");
}

function unreadable(): SetupRefusal {
  return { outcome: "unreachable", error: say("provider.metaUnreadable") };
}
