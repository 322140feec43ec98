/** Time zones of a country, where the browser knows them. */
function zonesOf(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  const place = new Intl.Locale(`und-${country}`);
  return hasZones(place) ? (place.getTimeZones() ?? []) : [];
}

function hasZones(place: object): place is { getTimeZones: () => string[] | undefined } {
  return "getTimeZones" in place;
}

/**
 * What the clock shows where somebody lives; null where that is not known, or the country has more than one time at this moment.
 * @param country ISO 3166-1 alpha-2
 * @param locale of the reader
 */
export function localTime(country: string, nowMs: number, locale: string): string | null {
  const times = new Set(zonesOf(country).map((timeZone) => clockIn(timeZone, nowMs, locale)));
  const [time] = times;
  return times.size === 1 && time !== undefined ? time : null;
}

function clockIn(timeZone: string, nowMs: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit" }).format(
    nowMs,
  );
}
