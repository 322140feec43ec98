import type { NOTIFY_EVENTS, Preferences } from "../workspaces/preferences.ts";

/** The events that a person can be notified of (inbox.md 14). */
export type PushEvent = (typeof NOTIFY_EVENTS)[number];

/** The ways to notify a person who is not looking at the portal. */
export type AwayWay = "desktop" | "email";

type Chosen = Pick<Preferences, "notify" | "quietHours">;

/** Whether a person chose to be notified of the event this way. */
export function hasChosen({ notify }: Pick<Preferences, "notify">, event: PushEvent, way: AwayWay): boolean {
  return notify?.[event]?.[way] === true;
}

/** Whether to notify a person now on a device in this time zone: they chose the event, and it is not in their quiet hours. */
export function wantsPush(chosen: Chosen, event: PushEvent, { now, timeZone }: { now: Date; timeZone: string }) {
  return hasChosen(chosen, event, "desktop") && !isQuiet(chosen.quietHours, { now, timeZone });
}

/** Whether the local time is within the hours. "22:00" to "07:00" spans midnight. Two equal times mean never. */
export function isQuiet(hours: Preferences["quietHours"] | null, { now, timeZone }: { now: Date; timeZone: string }) {
  if (!hours) return false;
  const { from, to } = hours;
  const time = timeOfDay(now, timeZone);
  return from <= to ? from <= time && time < to : time >= from || time < to;
}

/** The local time in a time zone: "07:05". */
function timeOfDay(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(
    now,
  );
}
