import { plainText, type Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { env } from "../env.ts";
import { readState } from "../integrations/sign-in-tokens.ts";

/**
 * GET /channel-sign-in: Meta brings a person back who signed in to connect a channel. They go on to the page where they began. The code
 * that they brought is in the fragment of its address, which browsers send to nobody.
 */
export async function returnFromSignIn({ query }: Call): Promise<Answer> {
  const { APP_URL } = env();
  const text = query.get("state") ?? "";
  const state = await readState(text);
  const code = query.get("code");
  const slug = state?.type.toLowerCase().replaceAll("_", "-");
  const ended = query.get("error") === "access_denied" ? "declined" : "failed";
  const brought = code === null ? `?ended=${ended}` : `#${new URLSearchParams({ code, state: text }).toString()}`;
  const location = state ? `${APP_URL}/${state.workspaceId}/channels/connect/${slug}${brought}` : APP_URL;
  return plainText(303, "", { location, "cache-control": "no-store" });
}
