import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { SignedIn } from "./auth/session.ts";
import type * as surfaceModule from "./page-surface.ts";

/**
 * The only server module that pages and layouts import, and that Next bundles. It loads the surface through Node, so
 * connections, limits and caches exist once per process (e2e/production/one-copy.spec.ts).
 */
type Surface = typeof surfaceModule;

const surface = (): Promise<Surface> => {
  const { href } = pathToFileURL(join(process.cwd(), "server/page-surface.ts"));
  return import(/* webpackIgnore: true */ /* turbopackIgnore: true */ href) as Promise<Surface>;
};

/**
 * The session of the request that a page or layout renders, or null. Every signed-in page calls this: middleware is no
 * security boundary. Each API request checks workspace and row access itself; this function does not.
 */
export async function pageSession(): Promise<SignedIn | null> {
  return (await surface()).sessionOfCookies(await headers());
}

/** The same for pages that require a session. Other visitors are redirected to `signInPath`. */
export async function requirePageSession(signInPath: string): Promise<SignedIn> {
  return (await pageSession()) ?? redirect(signInPath);
}

/** The person who must set up two-factor sign-in for this page's workspace; null when it is not due. */
export async function twoFactorDue(workspaceId: number): Promise<SignedIn | null> {
  return (await surface()).dueOfCookies(await headers(), workspaceId);
}

/** The email address of a person who has to set up two-factor sign-in, and their workspace's name. */
export async function namesOf(person: SignedIn, workspaceId: number): Promise<{ email: string; workspace: string }> {
  return (await surface()).namesOf(person, workspaceId);
}

/** The first workspace of the signed-in person, for requests without a workspace in the path; null without any. */
export async function homeWorkspaceId(person: SignedIn): Promise<number | null> {
  return (await surface()).homeWorkspaceId(person);
}

/** The sign-in providers that this installation offers. */
export async function offeredProviders(): Promise<("google" | "github")[]> {
  return (await surface()).offeredProviders();
}

/** Who can create an account here, and whether the installation can email them. */
export async function accountRules(): Promise<ReturnType<Surface["accountRules"]>> {
  return (await surface()).accountRules();
}

/** What the page of an emailed link shows. */
export async function showMailedLink(...link: Parameters<Surface["showMailedLink"]>) {
  return (await surface()).showMailedLink(...link);
}

/**
 * Sends the query that the rendered page would send from the browser, with the same cookies. Operations, permissions and
 * responses are the same. Only the cookies are forwarded, because the page makes the request and not the site that linked to
 * it.
 * @param body of POST /core/gq or /bot/gq.
 * @returns the JSON response.
 */
export const askAsPage = cache(async (path: string, body: string): Promise<unknown> => {
  // The live stream reports changes after this cursor, so get the cursor before reading anything.
  await liveFrom();
  return (await surface()).answerPage(path, body, (await headers()).get("cookie") ?? "");
});

/**
 * Whether the page includes its data. A browser that is already in the portal loads a section by script and has a cache, so
 * it should not wait for data it may have.
 */
export async function readsAhead(): Promise<boolean> {
  return (await headers()).get("sec-fetch-dest") !== "empty";
}

/** The build of this page. */
export async function runningBuild(): Promise<string | null> {
  return (await surface()).runningBuild();
}

/** The event log cursor from which the page must receive changes; one per request. */
export const liveFrom = cache(async (): Promise<string> => (await surface()).logPlace());
