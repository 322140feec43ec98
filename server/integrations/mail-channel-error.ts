import { createHash } from "node:crypto";
import { systemCtx } from "../auth/system-ctx.ts";
import { env } from "../env.ts";
import { findAdmin, mailAdmin } from "../mail/admins.ts";
import { writeEmail, type Email } from "../mail/email.ts";
import type { ProviderNotice } from "./note-channel-error.ts";

type Facts = { workspaceName: string; channelName: string; url: string };
type ErrorFacts = Facts & {
  /** The provider's error message, or null. */
  error: string | null;
  /** Messages waiting for the channel. */
  waitingSends: number;
};

/**
 * Emails one admin of the workspace that a channel is in error, or what its provider says of its account. A job calls this and retries
 * while the mail server is unavailable. It sends nothing if the channel works again or the user is no longer an admin. Delivery is at
 * least once; mail programs show a repeated email as one message.
 * @param notice what the provider says; null: the channel is in error.
 * @throws Error for a temporary failure of the mail server.
 */
export async function mailChannelError(input: {
  workspaceId: number;
  integrationId: string;
  userId: string;
  notice?: ProviderNotice | null | undefined;
}): Promise<void> {
  const { workspaceId, integrationId, userId, notice = null } = input;
  const ctx = systemCtx(workspaceId, "mail-channel-error");
  const [channel, admin, waitingSends] = await Promise.all([
    ctx.db.integration.findFirst({ where: { workspaceId, id: integrationId, deletedAt: null } }),
    findAdmin(ctx, userId),
    ctx.db.sendQueue.count({ where: { workspaceId, integrationId } }),
  ]);
  if (!channel || !admin || (notice === null && channel.state !== "error")) return;
  const facts = {
    workspaceName: admin.workspaceName,
    channelName: channel.name,
    url: `${env().APP_URL}/${workspaceId}/channels/${integrationId}`,
  };
  const message =
    notice === null
      ? channelErrorEmail({ ...facts, error: channel.lastError, waitingSends })
      : channelNoticeEmail({ ...facts, notice: notice.text, isStopped: channel.state === "error" });
  const about =
    notice === null
      ? String(channel.lastErrorAt?.getTime() ?? 0)
      : createHash("sha256").update(`${notice.at} ${notice.text}`).digest("hex").slice(0, 32);
  await mailAdmin(ctx, admin, message, `channel-${integrationId}-${about}-${userId}`);
}

const LIMITS =
  "an agent's reply is given up after 15 minutes, all else after 24 hours. What customers write still comes in where the provider brings it.";
const WAITING = `The channel is in error. Messages wait; ${LIMITS}`;

/** The email to admins about a channel whose provider takes nothing from it. */
function channelErrorEmail({ workspaceName, channelName, error, waitingSends, url }: ErrorFacts): Email {
  const waiting = waitingSends === 1 ? "One message waits" : `${waitingSends} messages wait`;
  return writeEmail({
    subject: `${channelName} cannot send messages`,
    paragraphs: [
      "Hello,",
      `the channel “${channelName}” of “${workspaceName}” is in error:`,
      error ?? "its provider does not accept its credentials any more.",
      `${waitingSends === 0 ? "Messages wait" : waiting} until it is put right; ${LIMITS}`,
    ],
    action: { label: "Put it right", url },
    footnotes: [
      "You get this because you run the workspace. It is sent once; the next one comes only after the channel has worked again.",
    ],
  });
}

/** The email to admins about what a provider says of a channel's account. */
function channelNoticeEmail(given: Facts & { notice: string; isStopped: boolean }): Email {
  const { workspaceName, channelName, notice, isStopped, url } = given;
  return writeEmail({
    subject: `${channelName}: a notice from its provider`,
    paragraphs: [
      "Hello,",
      `the provider of the channel “${channelName}” of “${workspaceName}” says:`,
      notice,
      ...(isStopped ? [WAITING] : []),
    ],
    action: { label: "Open the channel", url },
    footnotes: ["You get this because you run the workspace. All notices are in its audit log."],
  });
}
