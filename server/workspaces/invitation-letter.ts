import { writeLetter, type Letter } from "../mail/letter.ts";
import type { Role } from "../generated/prisma/enums.ts";

const ROLE_WORDS: Record<Role, string> = { OWNER: "Owner", ADMIN: "Admin", AGENT_PLUS: "Agent+", AGENT: "Agent" };
const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

type Facts = {
  workspaceName: string;
  /** Null when no person invited, but a key. */
  inviterName: string | null;
  email: string;
  role: Role;
  link: string;
  expiresAt: Date;
};

/** The mail to an invited person. */
export function invitationLetter({ workspaceName, inviterName, email, role, link, expiresAt }: Facts): Letter {
  const offer = `work in “${workspaceName}” as ${ROLE_WORDS[role]}`;
  return writeLetter({
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
