import { database } from "../db.ts";
import { isWorkspaceId, sessionAt, tokenOfCookies, type HeaderReader, type SignedIn } from "./session.ts";

/**
 * Whose two-factor sign-in the workspace waits for before it opens; null where it waits for none, or is not theirs. Asked at the same
 * time as who is signed in, it costs no statement more. Each request to the API asks it again.
 */
export async function dueOfCookies(cookies: HeaderReader, workspaceId: number): Promise<SignedIn | null> {
  const found = await sessionAt(tokenOfCookies(cookies), isWorkspaceId(workspaceId) ? workspaceId : null);
  return found?.seat?.needsTwoFactor ? { userId: found.userId, sessionId: found.sessionId } : null;
}

/** What that person is told of themselves and the workspace. */
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
