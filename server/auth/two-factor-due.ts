import { database } from "../db.ts";
import { isWorkspaceId, sessionAt, tokenOfCookies, type HeaderReader, type SignedIn } from "./session.ts";

/**
 * The session of a user who must set up two-factor sign-in before the workspace opens; null if no setup is due or the user has no seat
 * there. The same statement reads the session, so this costs no extra query. Every API request checks it again.
 */
export async function dueOfCookies(cookies: HeaderReader, workspaceId: number): Promise<SignedIn | null> {
  const found = await sessionAt(tokenOfCookies(cookies), isWorkspaceId(workspaceId) ? workspaceId : null);
  return found?.seat?.needsTwoFactor ? { userId: found.userId, sessionId: found.sessionId } : null;
}

/** The user's email and the workspace's name, shown to that user. */
export async function namesOf(
  { userId }: SignedIn,
  workspaceId: number,
): Promise<{ email: string; workspace: string }> {
  const { user, workspace } = await database().membership.findUniqueOrThrow({
    where: { workspaceId_userId: { workspaceId, userId } },
    select: { user: { select: { email: true } }, workspace: { select: { name: true } } },
  });
  return { email: user.email, workspace: workspace.name };
}
