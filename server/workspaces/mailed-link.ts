import { createHmac, hkdfSync } from "node:crypto";
import { hashSecret } from "../auth/key-format.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { AppError, notFound } from "../errors.ts";
import type { MailedLink } from "../generated/prisma/client.ts";
import { enqueue } from "../jobs/queue.ts";
import { newId } from "../new-id.ts";
import type { Preferences } from "./preferences.ts";

export type MailedLinkKind = "signUp" | "resetPassword";
export type Locale = NonNullable<Preferences["locale"]>;

const LIFE_MS = { signUp: 24 * 60 * 60_000, resetPassword: 30 * 60_000 } as const;
const PAGE = { signUp: "sign-up", resetPassword: "reset-password" } as const;

/**
 * The secret of a link. It is derived from the link's id with a key of the service, so that the job that mails it carries the id
 * alone; the table keeps its hash.
 */
export function linkToken(linkId: string): string {
  const key = new Uint8Array(hkdfSync("sha256", env().NEXTAUTH_SECRET, "", "links that prove an address", 32));
  return createHmac("sha256", key).update(linkId).digest("base64url");
}

/** The address that the person opens. */
export function linkAddress(kind: MailedLinkKind, linkId: string): string {
  return `${env().APP_URL}/${PAGE[kind]}/${linkToken(linkId)}`;
}

type NewLink = { kind: MailedLinkKind; email: string; locale: Locale } & Partial<
  Pick<MailedLink, "fullName" | "workspaceName" | "passwordHash">
>;

/**
 * Stores a link and the job that mails it. Whether the address has an account is looked up by that job: a request for a known and
 * for an unknown address does the same work.
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

/** What a link is worth now; `wrong`: it never existed. */
export type MailedLinkState = "valid" | "used" | "expired" | "wrong";

export async function findMailedLink(
  kind: MailedLinkKind,
  token: string,
): Promise<{ link: MailedLink | null; state: MailedLinkState }> {
  const link = await database().mailedLink.findFirst({ where: { kind, tokenHash: hashSecret(token) } });
  return { link, state: stateOf(link) };
}

function stateOf(link: MailedLink | null): MailedLinkState {
  if (!link) return "wrong";
  if (link.usedAt) return "used";
  return link.expiresAt > new Date() ? "valid" : "expired";
}

export const LINK_USED = "This link was used already";

/**
 * The link behind a token, while it can be used.
 * @throws AppError NOT_FOUND, or CONFLICT for a link that was used or has expired.
 */
export async function validMailedLink(kind: MailedLinkKind, token: string): Promise<MailedLink> {
  const { link, state } = await findMailedLink(kind, token);
  if (!link) throw notFound("Link");
  if (state === "used") throw new AppError("CONFLICT", LINK_USED);
  if (state === "expired") throw new AppError("CONFLICT", "This link has expired. Ask for a new one");
  return link;
}
