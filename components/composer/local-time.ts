const known = new Map<string, readonly string[]>();

/** A country's time zones, if the browser knows them. */
function zonesOf(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  let zones = known.get(country);
  if (!zones) {
    const place = new Intl.Locale(`und-${country}`);
    zones = hasZones(place) ? (place.getTimeZones() ?? []) : [];
    known.set(country, zones);
  }
  return zones;
}

function hasZones(place: object): place is { getTimeZones: () => string[] | undefined } {
  return "getTimeZones" in place;
}

/**
 * The current local time in a country. null: unknown, or the country has more than one time at this moment.
 * @param country ISO 3166-1 alpha-2
 * @param locale of the reader
 */
export function localTime(country: string, nowMs: number, locale: string): string | null {
  const times = new Set(zonesOf(country).map((timeZone) => clockIn(timeZone, nowMs, locale)));
  const [time] = times;
  return times.size === 1 && time !== undefined ? time : null;
}

/** A formatter cache by language and zone, because creating one is expensive. There are a few hundred zones at most. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string, nowMs: number, locale: string): string {
  const key = `${locale} ${timeZone}`;
  let clock = clocks.get(key);
  if (!clock) {
    clock = new Intl.DateTimeFormat(locale, { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit" });
    clocks.set(key, clock);
  }
  return clock.format(nowMs);
}
