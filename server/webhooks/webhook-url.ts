import { badInput } from "../errors.ts";
import { assertPublicUrl } from "../safe-fetch.ts";
import { requiredLine } from "../text-rules.ts";
import { say } from "../say.ts";

const URL_MAX = 2_048;

/**
 * The URL of a subscriber, unchanged.
 * @throws AppError BAD_INPUT when it is not an http(s) URL, or one that the service must not call.
 */
export async function readWebhookUrl(text: string): Promise<string> {
  const url = requiredLine("url", text, URL_MAX);
  const parsed = URL.parse(url);
  if (!parsed || !["http:", "https:"].includes(parsed.protocol)) {
    throw badInput("url", say("service.httpAddress", { field: "url" }));
  }
  await assertPublicUrl(url);
  return url;
}
