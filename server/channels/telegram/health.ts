import { quote } from "../../say.ts";
import type { Said } from "../../say.ts";
import type { BotReply } from "./bot-api.ts";
import { z } from "zod";
import type { ChannelHealth } from "../channel.ts";
import { callBot } from "./bot-api.ts";
import { isPassing, failureOf } from "./errors.ts";
import { ALLOWED_UPDATES } from "./read-update.ts";

const webhook = z.object({
  url: z.string(),
  pending_update_count: z.number(),
  last_error_date: z.number().optional(),
  last_error_message: z.string().optional(),
  allowed_updates: z.array(z.string()).optional(),
});

const SAVE_AGAIN = "save the bot's token here once more";

/** Whether Telegram brings the bot's updates to this address, as it says itself. */
export async function webhookHealth(accessToken: string, address: string): Promise<ChannelHealth> {
  const reply = await callBot(accessToken, "getWebhookInfo", {});
  if (reply.kind === "error" && !isPassing(reply.status)) {
    return { outcome: "failing", error: failureOf(reply), whatToDo: quote("Copy the current token from @BotFather") };
  }
  const info = reply.kind === "ok" ? webhook.safeParse(reply.result).data : undefined;
  if (!info) {
    return { outcome: "unreachable", error: unreadable(reply) };
  }
  if (info.url === "") {
    const error = quote("Telegram brings this bot's messages nowhere: its webhook was removed");
    return { outcome: "failing", error, whatToDo: quote(`To have them brought here, ${SAVE_AGAIN}`) };
  }
  if (info.url !== address) {
    const error = quote(`Telegram brings this bot's messages to another service, at ${hostOf(info.url)}`);
    return { outcome: "failing", error, whatToDo: quote(`Disconnect the bot there, then ${SAVE_AGAIN}`) };
  }
  // What is waiting is the sign that the last error is not over.
  if (info.last_error_date !== undefined && info.pending_update_count > 0) {
    const error = quote(
      `${waiting(info.pending_update_count)} since Telegram could not bring them: ${info.last_error_message ?? "no reason given"}`,
    );
    return {
      outcome: "failing",
      error,
      whatToDo: quote(`Make sure that ${hostOf(address)} can be reached from the internet`),
    };
  }
  const missing = ALLOWED_UPDATES.filter((kind) => !info.allowed_updates?.includes(kind));
  if (missing.length === 0) return { outcome: "working" };
  return {
    outcome: "failing",
    error: quote(`Telegram does not bring everything: ${missing.join(", ")} are left out`),
    whatToDo: quote(`To have them brought, ${SAVE_AGAIN}`),
  };
}

function unreadable(reply: BotReply): Said {
  if (reply.kind === "ok") return quote("Telegram's answer cannot be read");
  return reply.kind === "error" ? reply.said : reply.error;
}

function waiting(count: number): string {
  return count === 1 ? "1 message waits" : `${count} messages wait`;
}

/** An address may have secrets in its path. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "an address that cannot be read";
}
