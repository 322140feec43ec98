import { hashSecret } from "../auth/key-format.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Invitation } from "../generated/prisma/client.ts";
import { emit } from "../events/emit.ts";
import { MailRefused, sendMail } from "../mail/send-mail.ts";
import { personNames } from "./invitation-record.ts";
import { invitationLink, invitationToken } from "./invitation-token.ts";
import { waiting } from "./waiting-invitations.ts";
import { writeEmail, type Email } from "../mail/email.ts";
import type { Role } from "../generated/prisma/enums.ts";

const ROLE_WORDS: Record<Role, string> = { OWNER: "Owner", ADMIN: "Admin", AGENT_PLUS: "Agent+", AGENT: "Agent" };
const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

type Facts = {
  workspaceName: string;
  /** null when an API key sent the invitation. */
  inviterName: string | null;
  email: string;
  role: Role;
  link: string;
  expiresAt: Date;
};

const LATER = "The mail server takes no mail at the moment; it is tried again";
const OLD_SECRET = "The service's secret has changed since it was made; send the invitation again";

/**
 * Sends the email of a pending invitation once, and stores the result with the invitation. A job calls this and retries while the mail
 * server is unavailable. A crash between the server's response and our update sends the same message (one Message-ID) twice.
 * @throws Error for a temporary failure of the mail server.
 */
export async function mailInvitation(input: { workspaceId: number; invitationId: string }): Promise<void> {
  const ctx = systemCtx(input.workspaceId, "mail-invitation");
  const [invitation, workspace] = await Promise.all([
    ctx.db.invitation.findFirst({
      where: waiting(ctx, { id: input.invitationId, mailState: "waiting", expiresAt: { gt: ctx.now } }),
    }),
    ctx.db.workspace.findFirst({ where: { id: ctx.workspaceId, deletedAt: null } }),
  ]);
  if (!invitation || !workspace) return;
  const { id, email, role, invitedById, expiresAt } = invitation;
  const token = invitationToken(ctx.workspaceId, id);
  if (Buffer.compare(invitation.tokenHash, hashSecret(token)) !== 0) return note(ctx, invitation, "failed", OLD_SECRET);
  const message = invitationEmail({
    workspaceName: workspace.name,
    inviterName: (await personNames(ctx, [invitedById])).get(invitedById) ?? null,
    email,
    role,
    link: invitationLink(token),
    expiresAt,
  });
  let outcome: "sent" | "logged";
  try {
    outcome = await sendMail(email, message, id);
  } catch (error) {
    if (error instanceof MailRefused) return note(ctx, invitation, "failed", `The mail server said: ${error.message}`);
    await note(ctx, invitation, "waiting", LATER);
    throw error;
  }
  await note(ctx, invitation, outcome, null);
}

async function note(ctx: Ctx, invitation: Invitation, mailState: string, mailError: string | null): Promise<void> {
  if (invitation.mailState === mailState && invitation.mailError === mailError) return;
  await inTransaction(ctx, async (tx) => {
    const { workspaceId, id } = invitation;
    await tx.db.invitation.update({ where: { workspaceId_id: { workspaceId, id } }, data: { mailState, mailError } });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
  });
}

function invitationEmail({ workspaceName, inviterName, email, role, link, expiresAt }: Facts): Email {
  const offer = `work in “${workspaceName}” as ${ROLE_WORDS[role]}`;
  return writeEmail({
    subject: inviterName ? `${inviterName} invites you to ${workspaceName}` : `You are invited to ${workspaceName}`,
    paragraphs: [
      "Hello,",
      inviterName ? `${inviterName} invites you to ${offer}.` : `you are invited to ${offer}.`,
      "There you answer your customers' messages from every channel together, in one inbox.",
    ],
    action: { label: "Accept the invitation", url: link },
    footnotes: [
      `The link is for ${email} alone, works once, and holds until ${DAY.format(expiresAt)} (UTC).`,
      "If you did not expect this, do nothing: nobody can join in your place without the link.",
    ],
  });
}
