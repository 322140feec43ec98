import { database } from "../db.ts";
import type { MailedLink } from "../generated/prisma/client.ts";
import { enqueue } from "../work/queue.ts";
import { newId } from "../new-id.ts";
import { hashSecret } from "./key-format.ts";
import { linkToken, type Locale, type MailedLinkKind } from "./mailed-link.ts";

const LIFE_MS = { signUp: 24 * 60 * 60_000, resetPassword: 30 * 60_000 } as const;

type NewLink = { kind: MailedLinkKind; email: string; locale: Locale } & Partial<
  Pick<MailedLink, "fullName" | "workspaceName" | "passwordHash">
>;

/**
 * Stores a link and the job that sends it. The job looks up whether the address has an account, so a request for a known and for an
 * unknown address does the same work.
 */
export async function addMailedLink(link: NewLink): Promise<void> {
  const id = newId();
  const now = Date.now();
  await database().$transaction(async (db) => {
    const expiresAt = new Date(now + LIFE_MS[link.kind]);
    await db.mailedLink.create({ data: { ...link, id, tokenHash: hashSecret(linkToken(id)), expiresAt } });
    await enqueue({ db, wakes: new Set() }, "mail-link", { linkId: id });
  });
}
