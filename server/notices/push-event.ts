import type { NOTIFY_EVENTS, Preferences } from "../workspaces/preferences.ts";

/** Of what a person is told (inbox.md 14). */
export type PushEvent = (typeof NOTIFY_EVENTS)[number];

/** By which way a person is told while they do not look at the portal. */
export type AwayWay = "desktop" | "email";

type Chosen = Pick<Preferences, "notify" | "quietHours">;

/** Whether a person chose to be told of it by this way. */
export function hasChosen({ notify }: Pick<Preferences, "notify">, event: PushEvent, way: AwayWay): boolean {
  return notify?.[event]?.[way] === true;
}

/** Whether a person is to be told of it now, on a device of this time zone: they chose it, and it is not one of their quiet hours. */
export function wantsPush(chosen: Chosen, event: PushEvent, { now, timeZone }: { now: Date; timeZone: string }) {
  return hasChosen(chosen, event, "desktop") && !isQuiet(chosen.quietHours, { now, timeZone });
}

/** Whether it is between two times of the day there; "22:00" to "07:00" goes over midnight, the same time twice is never. */
export function isQuiet(hours: Preferences["quietHours"] | null, { now, timeZone }: { now: Date; timeZone: string }) {
  if (!hours) return false;
  const { from, to } = hours;
  const time = timeOfDay(now, timeZone);
  return from <= to ? from <= time && time < to : time >= from || time < to;
}

/** "07:05" on a clock that hangs there. */
function timeOfDay(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(
    now,
  );
}
