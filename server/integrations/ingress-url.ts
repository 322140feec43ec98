import { channelOf } from "../channels/registry.ts";
import { env } from "../env.ts";
import type { Integration } from "../generated/prisma/client.ts";

/** The URL to which the external system sends messages; null for a channel type without an adapter. */
export function ingressUrl({ type, id }: Pick<Integration, "type" | "id">): string | null {
  return channelOf(type).adapter ? `${env().APP_URL}/ext/v1/incoming/${type.toLowerCase()}/${id}` : null;
}
