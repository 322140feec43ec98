import { systemCtx } from "../auth/system-ctx.ts";
import { database, inTransaction } from "../db.ts";
import { env } from "../env.ts";
import type { ApiKey } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { adminIds, findAdmin, mailAdmin } from "../mail/admins.ts";
import { writeEmail, type Email } from "../mail/email.ts";
import { enqueue } from "../work/queue.ts";

/** A week before a key expires, admins are told. For a key that was made for less there is no notice. */
const NOTICE_MS = 7 * 24 * 60 * 60 * 1000;
const AT_ONCE = 100;
const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** Finds keys that expire soon, and queues an email about each to each admin, once. */
export async function noteExpiringKeys(now = new Date()): Promise<void> {
  const soon = await database().apiKey.findMany({
    where: {
      deletedAt: null,
      expiryNotedAt: null,
      expiresAt: { gt: now, lt: new Date(now.getTime() + NOTICE_MS) },
      OR: [{ agentId: null }, { agent: { deletedAt: null } }],
    },
    orderBy: { expiresAt: "asc" },
    take: AT_ONCE,
  });
  for (const key of soon)
    await noteExpiry(key, now).catch((error: unknown) => log.warn({ error, keyId: key.id }, "an expiry was not noted"));
}

async function noteExpiry({ workspaceId, id, createdAt, expiresAt }: ApiKey, now: Date): Promise<void> {
  const isShort = expiresAt !== null && expiresAt.getTime() - createdAt.getTime() <= NOTICE_MS;
  await inTransaction(systemCtx(workspaceId, "note-expiring-keys"), async (tx) => {
    const where = { workspaceId, id, expiryNotedAt: null };
    const { count } = await tx.db.apiKey.updateMany({ where, data: { expiryNotedAt: now } });
    if (count === 0 || isShort) return;
    for (const userId of await adminIds(tx)) await enqueue(tx, "mail-expiring-key", { workspaceId, keyId: id, userId });
  });
}

/**
 * Emails one admin that a key expires soon. It sends nothing if the key is gone or the user is no longer an admin. Delivery is at least
 * once; mail programs show a repeated email as one message.
 * @throws Error for a temporary failure of the mail server.
 */
export async function mailExpiringKey(input: { workspaceId: number; keyId: string; userId: string }): Promise<void> {
  const { workspaceId, keyId, userId } = input;
  const ctx = systemCtx(workspaceId, "mail-expiring-key");
  const [key, admin] = await Promise.all([
    ctx.db.apiKey.findFirst({ where: { workspaceId, id: keyId, deletedAt: null } }),
    findAdmin(ctx, userId),
  ]);
  if (!key?.expiresAt || !admin) return;
  const url = `${env().APP_URL}/${workspaceId}/developers`;
  const message = expiryEmail({ label: key.label, workspaceName: admin.workspaceName, expiresAt: key.expiresAt, url });
  await mailAdmin(ctx, admin, message, `key-${keyId}-${userId}`);
}

type Facts = { label: string; workspaceName: string; expiresAt: Date; url: string };

function expiryEmail({ label, workspaceName, expiresAt, url }: Facts): Email {
  return writeEmail({
    subject: `The API key ${label} expires on ${DAY.format(expiresAt)}`,
    paragraphs: [
      "Hello,",
      `the API key “${label}” of “${workspaceName}” expires on ${DAY.format(expiresAt)}. Calls with it are refused from then on.`,
      "Make a new key, give it to the program that uses this one, then delete this one.",
    ],
    action: { label: "Open the API keys", url },
    footnotes: ["You get this because you run the workspace. It is sent once for each key."],
  });
}
