import type { Ctx } from "../ctx.ts";
import { log } from "../log.ts";
import type { Email } from "./email.ts";
import { MailRefused, sendMail } from "./send-mail.ts";

/** An owner or admin of a workspace, to be told something by email. */
export type Admin = { email: string; workspaceName: string };

/** The users who run the workspace. Queue a job for each: if an email cannot be delivered, only that one is retried. */
export async function adminIds({ db, workspaceId }: Ctx): Promise<string[]> {
  const admins = await db.membership.findMany({
    where: { workspaceId, role: { in: ["OWNER", "ADMIN"] } },
    select: { userId: true },
  });
  return admins.map(({ userId }) => userId);
}

/** Null if the user is no longer an admin, or the workspace is gone. */
export async function findAdmin({ db, workspaceId }: Ctx, userId: string): Promise<Admin | null> {
  const found = await db.membership.findFirst({
    where: { workspaceId, userId, role: { in: ["OWNER", "ADMIN"] }, workspace: { deletedAt: null } },
    select: { user: { select: { email: true } }, workspace: { select: { name: true } } },
  });
  return found && { email: found.user.email, workspaceName: found.workspace.name };
}

/**
 * Sends the email. If the mail server refuses it for good, that is logged.
 * @param id mail programs show emails with the same ID as one message.
 * @throws Error for a temporary failure of the mail server.
 */
export async function mailAdmin({ workspaceId }: Ctx, { email }: Admin, message: Email, id: string): Promise<void> {
  try {
    await sendMail(email, message, id);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ workspaceId, id, error: error.message }, "an admin cannot be told by mail");
  }
}
