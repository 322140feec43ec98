import { channelOf } from "../channels/registry.ts";
import { env } from "../env.ts";
import type { Integration } from "../generated/prisma/client.ts";

/** Where the channel's outside system brings messages; null until its protocol is built. */
export function ingressUrl({ type, id }: Pick<Integration, "type" | "id">): string | null {
  return channelOf(type).adapter ? `${env().APP_URL}/ext/v1/incoming/${type.toLowerCase()}/${id}` : null;
}
