import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { SignedIn } from "./auth/session.ts";
import type * as surfaceModule from "./page-surface.ts";

/**
 * All of the server that pages and layouts import, and that Next bundles. What it asks for is the process's own, loaded by Node: its
 * connections, limits and caches are there once (e2e/production/one-copy.spec.ts).
 */
type Surface = typeof surfaceModule;

const surface = (): Promise<Surface> => {
  const { href } = pathToFileURL(join(process.cwd(), "server/page-surface.ts"));
  return import(/* webpackIgnore: true */ /* turbopackIgnore: true */ href) as Promise<Surface>;
};

/**
 * The sign-in of the request that a page or layout renders, or null. Every signed-in page asks it: middleware is no security
 * boundary. Which workspaces and rows they may see is asked by each request to the API, never here.
 */
export async function pageSession(): Promise<SignedIn | null> {
  return (await surface()).sessionOfCookies(await headers());
}

/** The same for a page that is only for the signed in: everybody else is led to `signInPath`. */
export async function requirePageSession(signInPath: string): Promise<SignedIn> {
  return (await pageSession()) ?? redirect(signInPath);
}

/** Whose two-factor sign-in the workspace of this page waits for; null where it waits for none. */
export async function twoFactorDue(workspaceId: number): Promise<SignedIn | null> {
  return (await surface()).dueOfCookies(await headers(), workspaceId);
}

/** The email address of a person who has to set up two-factor sign-in, and the name of their workspace. */
export async function namesOf(person: SignedIn, workspaceId: number): Promise<{ email: string; workspace: string }> {
  return (await surface()).namesOf(person, workspaceId);
}

/** Where the signed-in person belongs when they come without an address: the first of their workspaces, null without any. */
export async function homeWorkspaceId(person: SignedIn): Promise<number | null> {
  return (await surface()).homeWorkspaceId(person);
}

/** Which outside providers this installation offers. */
export async function offeredProviders(): Promise<("google" | "github")[]> {
  return (await surface()).offeredProviders();
}

/** Who can make an account here, and whether an email reaches them. */
export async function accountRules(): Promise<ReturnType<Surface["accountRules"]>> {
  return (await surface()).accountRules();
}

/** What a link's page shows to the person who opened it. */
export async function showMailedLink(...link: Parameters<Surface["showMailedLink"]>) {
  return (await surface()).showMailedLink(...link);
}

/**
 * Asks the service what the page that is being drawn would ask from the browser, with the same cookies: the same operations, rights and
 * answers. Only the cookies go along, as it is the page that asks and not the site which led to it.
 * @param body of POST /core/gq or /bot/gq.
 * @returns the answer's JSON.
 */
export async function askAsPage(path: string, body: string): Promise<unknown> {
  // What happens after this place the live stream tells: nothing may be read before it.
  await liveFrom();
  return (await surface()).answerPage(path, body, (await headers()).get("cookie") ?? "");
}

/**
 * Whether the page comes with its answers. A browser that is in the portal already fetches a section by script, and has its cache:
 * it should not wait for what it may know.
 */
export async function readsAhead(): Promise<boolean> {
  return (await headers()).get("sec-fetch-dest") !== "empty";
}

/** The place in the event log from which a page that comes with its answers must hear the changes; one per request. */
export const liveFrom = cache(async (): Promise<string> => (await surface()).logPlace());
