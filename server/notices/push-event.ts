import type { NOTIFY_EVENTS, Preferences } from "../workspaces/preferences.ts";

/** Of what a person is told (inbox.md 14). */
export type PushEvent = (typeof NOTIFY_EVENTS)[number];

/** Whether a person is to be told of it now, on a device of this time zone: they chose it, and it is not one of their quiet hours. */
export function wantsPush(
  { notify, quietHours }: Pick<Preferences, "notify" | "quietHours">,
  event: PushEvent,
  { now, timeZone }: { now: Date; timeZone: string },
): boolean {
  return notify?.[event]?.desktop === true && !isQuiet(quietHours, timeOfDay(now, timeZone));
}

/** Between two times of the day; "22:00" to "07:00" goes over midnight, the same time twice is never. */
function isQuiet(hours: Preferences["quietHours"] | null, time: string): boolean {
  if (!hours) return false;
  const { from, to } = hours;
  return from <= to ? from <= time && time < to : time >= from || time < to;
}

/** "07:05" on a clock that hangs there. */
function timeOfDay(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(
    now,
  );
}
