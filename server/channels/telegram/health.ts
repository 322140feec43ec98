import { quote, say, type Said } from "../../say.ts";
import { z } from "zod";
import type { ChannelHealth } from "../channel.ts";
import { callBot, type BotReply } from "./bot-api.ts";
import { isPassing, failureOf } from "./errors.ts";
import { ALLOWED_UPDATES } from "./read-update.ts";

const webhook = z.object({
  url: z.string(),
  pending_update_count: z.number(),
  last_error_date: z.number().optional(),
  last_error_message: z.string().optional(),
  allowed_updates: z.array(z.string()).optional(),
});

/** Whether Telegram brings the bot's updates to this address, as it says itself. */
export async function webhookHealth(accessToken: string, address: string): Promise<ChannelHealth> {
  const reply = await callBot(accessToken, "getWebhookInfo", {});
  if (reply.kind === "error" && !isPassing(reply.status)) {
    return { outcome: "failing", error: failureOf(reply), whatToDo: say("provider.tg.copyToken") };
  }
  const info = reply.kind === "ok" ? webhook.safeParse(reply.result).data : undefined;
  if (!info) {
    return { outcome: "unreachable", error: unreadable(reply) };
  }
  if (info.url === "") {
    const error = say("provider.tg.webhookRemoved");
    return { outcome: "failing", error, whatToDo: say("provider.tg.saveAgain") };
  }
  if (info.url !== address) {
    const error = say("provider.tg.webhookElsewhere", { host: hostOf(info.url) });
    return { outcome: "failing", error, whatToDo: say("provider.tg.disconnectThere") };
  }
  // What is waiting is the sign that the last error is not over.
  if (info.last_error_date !== undefined && info.pending_update_count > 0) {
    const why = info.last_error_message === undefined ? say("provider.tg.noReason") : quote(info.last_error_message);
    const error = say("provider.tg.webhookFailing", { count: info.pending_update_count, why });
    return {
      outcome: "failing",
      error,
      whatToDo: say("provider.tg.reachable", { host: hostOf(address) }),
    };
  }
  const missing = ALLOWED_UPDATES.filter((kind) => !info.allowed_updates?.includes(kind));
  if (missing.length === 0) return { outcome: "working" };
  return {
    outcome: "failing",
    error: say("provider.tg.leftOut", { kinds: missing.join(", ") }),
    whatToDo: say("provider.tg.bringAll"),
  };
}

function unreadable(reply: BotReply): Said {
  if (reply.kind === "ok") return say("provider.tg.unreadable");
  return reply.kind === "error" ? reply.said : reply.error;
}

/** An address may have secrets in its path. */
function hostOf(url: string): string | Said {
  return URL.parse(url)?.host ?? say("provider.tg.addressUnreadable");
}
