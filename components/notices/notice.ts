import type { NotifyEvent, NotifyWays, Preferences } from "../shell/preferences.ts";

/** A notice for an agent. `id` is the same for the same news in every tab. */
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

/** The defaults: news for the agent personally is shown and heard, news for everyone is only heard. */
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

/** Whether a time is within quiet hours. "22:00" to "07:00" spans midnight. Two equal times: never. */
export function isQuiet(hours: Preferences["quietHours"], now: Date): boolean {
  if (!hours) return false;
  const time = `${String(now.getHours()).padStart(2, "0")}:${String(now.getMinutes()).padStart(2, "0")}`;
  const { from, to } = hours;
  return from <= to ? from <= time && time < to : time >= from || time < to;
}

/** How to deliver simultaneous notices: which to show here, which on the desktop, and whether to play one sound for all. */
export function waysToNotify(
  notices: readonly Notice[],
  { notify, quietHours }: Pick<Preferences, "notify" | "quietHours">,
  now: Date,
): { shown: Notice[]; desktop: Notice[]; hasSound: boolean } {
  const by = (way: keyof NotifyWays) => notices.filter(({ event }) => waysOf(notify, event)[way]);
  const quiet = isQuiet(quietHours, now);
  return { shown: by("inApp"), desktop: quiet ? [] : by("desktop"), hasSound: !quiet && by("sound").length > 0 };
}
