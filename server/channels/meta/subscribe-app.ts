import { say } from "../../say.ts";
import type { SetupRefusal } from "../channel.ts";
import { callGraph } from "./graph-api.ts";
import { verifyToken } from "./handshake.ts";
import { setupFailure } from "./verdict.ts";

type App = { appId: string; appSecret: string; object: "page" | "instagram"; fields: string; address: string };

/**
 * Registers an address for what happens to objects of a kind, as the app itself. An app has one for each kind: what belongs to
 * other channels of the same app comes here too (`InboundCall.elsewhere`).
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
