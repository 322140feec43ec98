import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { sessionOfCookies } from "./session.ts";
import type { SignedIn } from "./session.ts";
import { dueOfCookies } from "./two-factor-due.ts";

export { showMailedLink } from "./mailed-link.ts";
export { accountRules } from "./sign-up-rules.ts";
export { namesOf } from "./two-factor-due.ts";

/**
 * The sign-in of the request that a page or layout renders, or null. Every signed-in page asks it: middleware is no security
 * boundary. Which workspaces and rows they may see is asked by each request to the API, never here.
 */
export async function pageSession(): Promise<SignedIn | null> {
  return sessionOfCookies(new Headers(await headers()));
}

/** The same for a page that is only for the signed in: everybody else is led to `signInPath`. */
export async function requirePageSession(signInPath: string): Promise<SignedIn> {
  return (await pageSession()) ?? redirect(signInPath);
}

/** Whose two-factor sign-in the workspace of this page waits for; null where it waits for none (`dueOfCookies`). */
export async function twoFactorDue(workspaceId: number): Promise<SignedIn | null> {
  return dueOfCookies(new Headers(await headers()), workspaceId);
}

/** Where the signed-in person belongs when they come without an address: the first of their workspaces, null without any. */
export async function homeWorkspaceId({ userId }: SignedIn): Promise<number | null> {
  const membership = await database().membership.findFirst({
    where: { userId, workspace: { deletedAt: null } },
    orderBy: { workspaceId: "asc" },
    select: { workspaceId: true },
  });
  return membership?.workspaceId ?? null;
}

/** Which outside providers this installation offers. */
export function offeredProviders(): ("google" | "github")[] {
  const { GOOGLE_CLIENT_ID, GITHUB_ID } = env();
  return [...(GOOGLE_CLIENT_ID ? (["google"] as const) : []), ...(GITHUB_ID ? (["github"] as const) : [])];
}
