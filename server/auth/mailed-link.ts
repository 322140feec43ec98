import { createHmac, hkdfSync } from "node:crypto";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { AppError, notFound } from "../errors.ts";
import type { MailedLink } from "../generated/prisma/client.ts";
import { hashSecret } from "./key-format.ts";
import { say } from "../say.ts";

export type MailedLinkKind = "signUp" | "resetPassword";
/** The languages of the emails. */
export const MAIL_LOCALES = ["en", "de", "es", "fr"] as const;
export type Locale = (typeof MAIL_LOCALES)[number];

const PAGE = { signUp: "sign-up", resetPassword: "reset-password" } as const;

/**
 * The secret of a link, derived from the link's id with a key of the service. The job that sends the email therefore only needs the id.
 * The table stores the hash.
 */
export function linkToken(linkId: string): string {
  const key = new Uint8Array(hkdfSync("sha256", env().NEXTAUTH_SECRET, "", "links that prove an address", 32));
  return createHmac("sha256", key).update(linkId).digest("base64url");
}

/** The URL that the recipient opens. */
export function linkAddress(kind: MailedLinkKind, linkId: string): string {
  return `${env().APP_URL}/${PAGE[kind]}/${linkToken(linkId)}`;
}

/** The current state of a link. `wrong`: it never existed. */
type MailedLinkState = "valid" | "used" | "expired" | "wrong";

async function findMailedLink(
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

/** What a link's page shows. */
type MailedLinkView =
  | { state: "valid"; email: string; workspaceName: string | null }
  | { state: Exclude<MailedLinkState, "valid"> };

export async function showMailedLink(kind: MailedLinkKind, token: string): Promise<MailedLinkView> {
  const { link, state } = await findMailedLink(kind, token);
  if (link && state === "valid") return { state, email: link.email, workspaceName: link.workspaceName };
  return { state: state === "valid" ? "wrong" : state };
}

/**
 * The link for a token, if it is still valid.
 * @throws AppError NOT_FOUND, or CONFLICT for a link that was used or has expired.
 */
export async function validMailedLink(kind: MailedLinkKind, token: string): Promise<MailedLink> {
  const { link, state } = await findMailedLink(kind, token);
  if (!link) throw notFound("link");
  if (state === "used") throw new AppError("CONFLICT", say("workspaces.linkUsed"));
  if (state === "expired") throw new AppError("CONFLICT", say("workspaces.linkExpired"));
  return link;
}
