import { say } from "../../say.ts";
import type { SetupRefusal } from "../channel.ts";
import { callGraph } from "./graph-api.ts";
import { verifyToken } from "./handshake.ts";
import { setupFailure } from "./verdict.ts";

type App = { appId: string; appSecret: string; object: "page" | "instagram"; fields: string; address: string };

/**
 * Registers the app's address for events about one kind of object. An app has one address for each kind, so events of other
 * channels of the same app arrive there too (`InboundCall.elsewhere`).
 */
export async function subscribeApp(app: App): Promise<{ outcome: "subscribed" } | SetupRefusal> {
  const { appId, appSecret, object, fields, address } = app;
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
