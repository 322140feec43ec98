import type { Deliveries, Delivery, ProviderRequest } from "./deliveries.ts";
import { batched, webhookCall } from "./graph-webhook.ts";

/** The callback URL and the secret that signs its calls. */
export type GraphTarget = { url: string; object: string; appSecret: string };

/** Delivers one entry. With `isBatching`, entries to the same URL within half a second share one call. */
export type GraphPost = (target: GraphTarget, entry: Record<string, unknown>) => Promise<Delivery>;

const BATCH_MS = 500;

type Batch = { target: GraphTarget; entries: Record<string, unknown>[]; delivery: Promise<Delivery> };

export function graphPost(deliveries: Deliveries, isBatching: () => boolean): GraphPost {
  const open = new Map<string, Batch>();

  const send = ({ url, object, appSecret }: GraphTarget, entries: Record<string, unknown>[]) =>
    deliveries.bring({ url, ...webhookCall(object, entries, appSecret) });

  return (target, entry) => {
    if (!isBatching()) return send(target, [entry]);
    const key = `${target.url} ${target.object}`;
    const known = open.get(key);
    if (known) {
      known.entries.push(entry);
      return known.delivery;
    }
    const entries = [entry];
    const delivery = new Promise<Delivery>((resolve) => {
      setTimeout(() => {
        open.delete(key);
        resolve(send(target, batched(entries)));
      }, BATCH_MS).unref();
    });
    open.set(key, { target, entries, delivery });
    return delivery;
  };
}

/** Returns the call with an invalid proof: Meta's signature or Telegram's secret, reversed. */
export function spoiled(request: ProviderRequest): ProviderRequest {
  const turned = (value: string) => value.replace(/[^=]+$/, (proof) => [...proof].reverse().join(""));
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(
      ([name, value]) =>
        [name, name.startsWith("x-hub-signature") || name.endsWith("secret-token") ? turned(value) : value] as const,
    ),
  );
  return { ...request, headers };
}
