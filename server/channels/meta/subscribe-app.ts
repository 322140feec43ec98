import { say } from "../../say.ts";
import type { SetupRefusal, Subscribed } from "../channel.ts";
import { callGraph } from "./graph-api.ts";
import { verifyToken } from "./handshake.ts";
import { isOperatorsApp, operatorsAppAddress, secretOf } from "./operators-app.ts";
import { setupFailure } from "./verdict.ts";

type App = {
  appId: string;
  appSecret: string;
  object: "page" | "instagram" | "whatsapp_business_account";
  fields: string;
  /** The channel's own. */
  address: string;
};

/**
 * Registers the app's address for events about one kind of object. An app has one address for each kind, so events of other
 * channels of the same app arrive there too (`InboundCall.elsewhere`). The operator's app serves many workspaces and has an address
 * that belongs to no channel (`incomingMetaApp`).
 */
export async function subscribeApp(app: App): Promise<Subscribed | SetupRefusal> {
  const { appId, object, fields } = app;
  const appSecret = secretOf(app);
  const address = isOperatorsApp(app) ? operatorsAppAddress() : app.address;
  const query = { object, fields, callback_url: address, verify_token: verifyToken(appSecret) };
  const reply = await callGraph({
    method: "POST",
    path: `${appId}/subscriptions`,
    query,
    accessToken: `${appId}|${appSecret}`,
  });
  if (reply.kind === "ok") return { outcome: "subscribed" };
  const failure = setupFailure(reply, "appId");
  if (failure.outcome === "unreachable" || failure.path === "appId") return failure;
  return {
    ...failure,
    path: "appSecret",
    error: say("provider.appWrong"),
  };
}
