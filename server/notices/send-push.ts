import webPush from "web-push";
import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { env } from "../env.ts";
import type { PushSubscription } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { safeFetch } from "../safe-fetch.ts";
import { inEnglish } from "../say.ts";
import type { Preferences } from "../workspaces/preferences.ts";
import { newsFor, type News } from "./news-for.ts";
import { wantsPush } from "./push-event.ts";
import { pushKeys } from "./push-keys.ts";
import { addressOf } from "./push-subscription.ts";
import type { Push } from "./notify-people.ts";

/** Milliseconds. After this time the push is obsolete, and the push service drops it if it is not delivered. */
const NEWS_MS = 3_600_000;
/** Push services answer at once. A slow one would block a slot that others wait for. */
const DEADLINE_MS = 5_000;

/**
 * Job: sends a notification to one browser, encrypted for it (RFC 8291), through the guard for customer-given addresses.
 * Nothing is sent if it no longer applies: another assignee, no seat, a revoked session, a changed choice, quiet hours, a conversation
 * that they may not see, a message that they have read. If the push service no longer knows the browser, its subscription is deleted.
 * @throws Error while the push service is down or busy. The job is retried for an hour.
 */
export async function sendPush(job: Omit<Push, "timeZone" | "preferences" | "at"> & { at: string }): Promise<void> {
  const { workspaceId, endpointHash } = job;
  const leftMs = Date.parse(job.at) + NEWS_MS - Date.now();
  if (leftMs <= 0) return;
  const { db } = systemCtx(workspaceId, "push");
  const browser = await db.pushSubscription.findFirst({
    where: { workspaceId, endpointHash, userId: job.userId, session: { revokedAt: null } },
    include: { membership: { include: { workspace: { select: { plan: true, deletedAt: true } } } } },
  });
  if (!browser || browser.membership.workspace.deletedAt || browser.membership.workspace.plan === "GATEWAY") return;
  const { membership } = browser;
  const agent = await db.agent.findFirst({ where: { workspaceId, userId: job.userId, deletedAt: null } });
  if (!agent) return;
  const preferences = membership.preferences as Preferences;
  // Check again, because retries last an hour: quiet hours may have begun, or the choice may have changed.
  if (!wantsPush(preferences, job.event, { now: new Date(), timeZone: browser.timeZone })) return;
  const { userId, sessionId } = browser;
  const actor = { kind: "user", userId, agentId: agent.id, role: membership.role, sessionId } as const;
  const ctx: Ctx = { ...systemCtx(workspaceId, "push"), actor };
  const news = await newsFor(ctx, job, { agentId: agent.id, preferences, way: "desktop" });
  if (news) await post(browser, news, Math.ceil(leftMs / 1_000));
}

async function post(browser: PushSubscription, { title, body, convId }: News, ttl: number): Promise<void> {
  const { workspaceId, endpointHash, userId } = browser;
  const notice = { title, body, tag: convId, url: `/${workspaceId}/inbox/${convId}` };
  const { endpoint, p256dh, auth } = await addressOf(browser);
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(notice), {
    vapidDetails: { subject: `mailto:${addressIn(env().MAIL_FROM)}`, ...pushKeys() },
    TTL: ttl,
    urgency: "high",
    // For a sleeping device, a later push of the same conversation replaces an earlier one. At most 32 characters.
    topic: notice.tag.replaceAll("-", ""),
  });
  const headers = Object.entries(request.headers as Record<string, string | number>).flatMap(([name, value]) =>
    name === "Content-Length" ? [] : [[name.toLowerCase(), String(value)] as const],
  );
  const reply = await safeFetch({
    url: endpoint,
    method: "POST",
    headers: Object.fromEntries(headers),
    ...(request.body ? { body: request.body } : {}),
    deadlineMs: DEADLINE_MS,
  });
  const where = { workspaceId, userId, service: new URL(endpoint).host };
  if (reply.kind === "refused-address") return log.warn(where, "a push service's address may not be reached");
  if (reply.kind !== "answer") throw new Error(`the push service did not answer: ${inEnglish(reply.error)}`);
  const { status } = reply;
  if (status === 404 || status === 410) {
    await systemCtx(workspaceId, "push").db.pushSubscription.deleteMany({ where: { workspaceId, endpointHash } });
  } else if (status === 408 || status === 429 || status >= 500) {
    throw new Error(`the push service answered ${status}`);
  } else if (status >= 300) {
    // A retry would be refused too: the keys were replaced, or the notification is too long.
    log.warn({ ...where, status }, "a push service refused a notice");
  }
}

/** "no-reply@example.com" of "Example <no-reply@example.com>". */
function addressIn(sender: string): string {
  return /<([^<>]+)>/.exec(sender)?.[1] ?? sender.trim();
}
