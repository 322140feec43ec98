import type { NotifyEvent, NotifyWays, Preferences } from "../shell/preferences.ts";

/** Something an agent is to be told of. `id` is the same for the same news, in every tab. */
export type Notice = { id: string; event: NotifyEvent; convId: string; name: string };

export const NOTIFY_EVENTS: readonly NotifyEvent[] = [
  "assignedToMe",
  "replyInMine",
  "mention",
  "newUnassigned",
  "windowClosing",
  "slaRisk",
  "failedSend",
];

/** What holds until the person has chosen: what calls for them is said and heard, what is for anybody is heard. */
const USUAL_WAYS: Record<NotifyEvent, Required<NotifyWays>> = {
  assignedToMe: { inApp: true, sound: true, desktop: false, email: false },
  replyInMine: { inApp: false, sound: true, desktop: false, email: false },
  mention: { inApp: true, sound: true, desktop: false, email: false },
  newUnassigned: { inApp: false, sound: true, desktop: false, email: false },
  windowClosing: { inApp: true, sound: false, desktop: false, email: false },
  slaRisk: { inApp: true, sound: false, desktop: false, email: false },
  failedSend: { inApp: true, sound: true, desktop: false, email: false },
};

export function waysOf(chosen: Preferences["notify"], event: NotifyEvent): Required<NotifyWays> {
  return { ...USUAL_WAYS[event], ...chosen[event] };
}

/** Whether it is between two times of the day ("22:00" to "07:00" goes over midnight); the same time twice: never. */
export function isQuiet(hours: Preferences["quietHours"], now: Date): boolean {
  if (!hours) return false;
  const time = `${String(now.getHours()).padStart(2, "0")}:${String(now.getMinutes()).padStart(2, "0")}`;
  const { from, to } = hours;
  return from <= to ? from <= time && time < to : time >= from || time < to;
}

/** What is done about news that came together: what is shown here, and how it is heard and seen elsewhere, once for all of it. */
export function waysToNotify(
  notices: readonly Notice[],
  { notify, quietHours }: Pick<Preferences, "notify" | "quietHours">,
  now: Date,
): { shown: Notice[]; desktop: Notice[]; hasSound: boolean } {
  const by = (way: keyof NotifyWays) => notices.filter(({ event }) => waysOf(notify, event)[way]);
  const quiet = isQuiet(quietHours, now);
  return { shown: by("inApp"), desktop: quiet ? [] : by("desktop"), hasSound: !quiet && by("sound").length > 0 };
}
