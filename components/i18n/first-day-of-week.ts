/** A day as the calendar components count: Sunday is 0. */
type Day = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Browsers have this as a method, as a property, or not at all (Firefox). Days count from Monday, 1, to Sunday, 7. */
type WithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };

/** Regions where the week does not start on Monday (Unicode CLDR, weekData). */
const SUNDAY =
  "AG-AS-BD-BR-BS-BT-BW-BZ-CA-CO-DM-DO-ET-GT-GU-HK-HN-ID-IL-IN-JM-JP-KE-KH-KR-LA-MH-MM-MO-MT-MX-MZ-NI-NP-PA-PE-PH-PK-PR-PT-PY-SA-SG-SV-TH-TT-TW-UM-US-VE-VI-WS-YE-ZA-ZW";
const SATURDAY = "AE-AF-BH-DJ-DZ-EG-IQ-IR-JO-KW-LY-OM-QA-SD-SY";

/**
 * The first day of the week for a language: Monday in Britain, Sunday in the United States.
 * @param tag a language tag. Without a region, the region of most speakers applies.
 */
export function firstDayOfWeek(tag: string): Day {
  const locale: WithWeek = new Intl.Locale(tag);
  const known = locale.getWeekInfo?.() ?? locale.weekInfo;
  return known ? asDay(known.firstDay) : firstDayByRegion(locale.maximize().region ?? "");
}

/** The fallback for browsers without this information. */
export function firstDayByRegion(region: string): Day {
  if (SUNDAY.split("-").includes(region)) return 0;
  return SATURDAY.split("-").includes(region) ? 6 : 1;
}

function asDay(isoDay: number): Day {
  return (isoDay % 7) as Day;
}
