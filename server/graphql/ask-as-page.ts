import { headers } from "next/headers";
import { cache } from "react";
import { encodePosition, logEnd } from "../events/log.ts";
import { pageDoor } from "./page-door.ts";

/**
 * Asks the service what the page that is being drawn would ask from the browser, with the same cookies: the same operations, rights and
 * answers. Only the cookies go along, as it is the page that asks and not the site which led to it.
 * @param body of POST /core/gq or /bot/gq.
 * @returns the answer's JSON.
 */
export async function askAsPage(path: string, body: string): Promise<unknown> {
  const door = pageDoor();
  if (!door) throw new Error("no page door is open in this process");
  // What happens after this place the live stream tells: nothing may be read before it.
  await liveFrom();
  return door(path, body, (await headers()).get("cookie") ?? "");
}

/**
 * Whether the page comes with its answers. A browser that is in the portal already fetches a section by script, and has its cache:
 * it should not wait for what it may know.
 */
export async function readsAhead(): Promise<boolean> {
  return pageDoor() !== null && (await headers()).get("sec-fetch-dest") !== "empty";
}

/** The place in the event log from which a page that comes with its answers must hear the changes; one per request. */
export const liveFrom = cache(async (): Promise<string> => encodePosition(await logEnd()));
