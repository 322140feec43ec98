import { z } from "zod";
import { quote, say } from "../../say.ts";
import type { Renewal } from "../channel.ts";
import { callGraph } from "../meta/graph-api.ts";
import { accessToken } from "../meta/credentials.ts";

const given = z.looseObject({ accessToken, pageId: z.string().optional() });
const answer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/**
 * Puts off the end of an Instagram login's token by another 60 days, once it is a day old; Meta takes no other of its tokens here. A
 * page's token does not end by itself.
 */
export async function renewInstagramToken(credentials: unknown, now: Date): Promise<Renewal> {
  const kept = given.parse(credentials);
  if (kept.pageId !== undefined) return { outcome: "fixed" };
  const reply = await callGraph({
    method: "GET",
    path: "refresh_access_token",
    query: { grant_type: "ig_refresh_token" },
    accessToken: kept.accessToken,
    host: "instagram",
  });
  if (reply.kind === "error") return { outcome: "refused", error: quote(reply.error.words) };
  if (reply.kind !== "ok") return { outcome: "unreachable", error: reply.error };
  const renewed = answer.safeParse(reply.body);
  if (!renewed.success) return { outcome: "unreachable", error: say("provider.metaUnreadable") };
  const { access_token, expires_in } = renewed.data;
  return {
    outcome: "renewed",
    credentials: { ...kept, accessToken: access_token },
    expiresAt: new Date(now.getTime() + expires_in * 1_000),
  };
}
