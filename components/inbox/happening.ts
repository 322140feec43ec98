/** Conditions on events in a conversation within a time span. Their values are `WHO/START/END`, as in links from reports. */
export const HAPPENING_FIELDS = ["wrote", "given", "answered", "turn"] as const;
export type HappeningField = (typeof HAPPENING_FIELDS)[number];

/**
 * A parsed value. `who` is an id or one of AUTHORS. The span includes START and excludes END. `hour` is an hour of the week. `outcome` is
 * the outcome of an assistant's turns.
 */
export type Happening = {
  who: string;
  start: string;
  end: string;
  hour: { weekday: number; hour: number; timeZone: string } | null;
  outcome: string | null;
};

export const AUTHORS = ["client", "person", "assistant", "program"] as const;
/** Who gave the first answer, at any time. */
export const FIRST_ANSWERS = ["person", "assistant"] as const;
export const OUTCOMES = ["answered", "askedBack", "handedOver", "ended", "dropped", "unanswered"] as const;

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const HOUR_OF_WEEK = /^([1-7])-(\d|1\d|2[0-3])$/;
const ZONE = /^(?:UTC|[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)+)$/;

/** @returns null if the service would reject the value too. */
export function readHappening(field: HappeningField, value: string): Happening | null {
  const [who = "", start = "", end = "", more, ...rest] = value.split("/");
  const isWho = ID.test(who) || (field === "wrote" && AUTHORS.some((author) => author === who));
  if (!isWho || !start || !end) return null;
  const happening = { who, start, end, hour: null, outcome: null };
  if (more === undefined) return happening;
  if (field === "turn")
    return rest.length === 0 && OUTCOMES.some((outcome) => outcome === more) ? { ...happening, outcome: more } : null;
  const [, weekday, hour] = HOUR_OF_WEEK.exec(more) ?? [];
  const timeZone = rest.join("/");
  if (field !== "wrote" || !weekday || !hour || !isZone(timeZone)) return null;
  return { ...happening, hour: { weekday: Number(weekday), hour: Number(hour), timeZone } };
}

/** `readHappening(field, writeHappening(happening))` is the same value. */
export function writeHappening({ who, start, end, hour, outcome }: Happening): string {
  const more = hour ? [`${hour.weekday}-${hour.hour}`, hour.timeZone] : outcome ? [outcome] : [];
  return [who, start, end, ...more].join("/");
}

function isZone(name: string): boolean {
  try {
    return ZONE.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}
