import { say } from "../../say.ts";
import type { SetupRefusal, Subscribed } from "../channel.ts";
import { callGraph, type GraphRequest } from "./graph-api.ts";
import { setupFailure } from "./verdict.ts";

type Subscription = Pick<GraphRequest, "host" | "accessToken"> & {
  /** The id of the page or the account. */
  id: string;
  fields: string;
  /** The further fields of comments. null: none are wanted. */
  comments: string | null;
};

/**
 * Subscribes a page or an account to its events. Where the access has no right for comments, messages come in all the same.
 */
export async function subscribeAccount(subscription: Subscription): Promise<Subscribed | SetupRefusal> {
  const { id, fields, comments, ...access } = subscription;
  const ask = (subscribed_fields: string) =>
    callGraph({ method: "POST", path: `${id}/subscribed_apps`, query: { subscribed_fields }, ...access });
  const reply = await ask(comments === null ? fields : `${fields},${comments}`);
  if (reply.kind === "ok") return { outcome: "subscribed" };
  if (comments === null || reply.kind !== "error") return setupFailure(reply, "accessToken");
  const withoutComments = await ask(fields);
  if (withoutComments.kind !== "ok") return setupFailure(withoutComments, "accessToken");
  return { outcome: "subscribed", missing: say("provider.metaSays", { details: reply.error.words }) };
}
