import type { SignedIn } from "./auth/session.ts";
import { database } from "./db.ts";
import { env } from "./env.ts";
import { encodePosition, logEnd } from "./events/log.ts";

// All that pages may use of the server (for-pages.ts).
export { showMailedLink } from "./auth/mailed-link.ts";
export { sessionOfCookies } from "./auth/session.ts";
export { accountRules } from "./auth/sign-up-rules.ts";
export { dueOfCookies, namesOf } from "./auth/two-factor-due.ts";
export { answerPage } from "./graphql/answer-page.ts";
export { runningBuild } from "./builds/running-build.ts";

/** The first workspace of a person; null without any. */
export async function homeWorkspaceId({ userId }: SignedIn): Promise<number | null> {
  const membership = await database().membership.findFirst({
    where: { userId, workspace: { deletedAt: null } },
    orderBy: { workspaceId: "asc" },
    select: { workspaceId: true },
  });
  return membership?.workspaceId ?? null;
}

/** The sign-in providers that this installation offers. */
export function offeredProviders(): ("google" | "github")[] {
  const { GOOGLE_CLIENT_ID, GITHUB_ID } = env();
  return [...(GOOGLE_CLIENT_ID ? (["google"] as const) : []), ...(GITHUB_ID ? (["github"] as const) : [])];
}

/** The end of the event log, as a cursor. */
export async function logPlace(): Promise<string> {
  return encodePosition(await logEnd());
}
