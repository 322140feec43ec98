import { z } from "zod";
import { callGraph } from "./graph-api.ts";
import { secretOf } from "./operators-app.ts";

const given = z.object({ accessToken: z.string(), appId: z.string().optional(), appSecret: z.string() });
/** 0: the token never expires. */
const answer = z.object({ data: z.object({ expires_at: z.number().nonnegative() }) });

/**
 * When a token expires, according to Meta. null: never. undefined: Meta does not say. The request is authorized by the app if
 * its id is known, otherwise by the token itself. Meta accepts the token in question only in the address.
 */
export async function tokenEnd(credentials: unknown): Promise<Date | null | undefined> {
  const { accessToken, ...app } = given.parse(credentials);
  const { appId } = app;
  const reply = await callGraph({
    method: "GET",
    path: "debug_token",
    query: { input_token: accessToken },
    accessToken: appId === undefined ? accessToken : `${appId}|${secretOf(app)}`,
  });
  const said = answer.safeParse(reply.kind === "ok" ? reply.body : null);
  if (!said.success) return undefined;
  const { expires_at } = said.data.data;
  return expires_at === 0 ? null : new Date(expires_at * 1_000);
}
