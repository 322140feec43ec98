/** As the calendar components count: Sunday is 0. */
type Day = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Browsers have it as a method, as a property, or not at all (Firefox). Its days count from Monday, 1, to Sunday, 7. */
type WithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };

/** Regions where a week does not begin on Monday (Unicode CLDR, weekData). */
const SUNDAY =
  "AG-AS-BD-BR-BS-BT-BW-BZ-CA-CO-DM-DO-ET-GT-GU-HK-HN-ID-IL-IN-JM-JP-KE-KH-KR-LA-MH-MM-MO-MT-MX-MZ-NI-NP-PA-PE-PH-PK-PR-PT-PY-SA-SG-SV-TH-TT-TW-UM-US-VE-VI-WS-YE-ZA-ZW";
const SATURDAY = "AE-AF-BH-DJ-DZ-EG-IQ-IR-JO-KW-LY-OM-QA-SD-SY";

/**
 * The day that a week begins with where a language is read: Monday in Britain, Sunday in the United States.
 * @param tag a language tag; without a region, that of most of its speakers counts.
 */
export function firstDayOfWeek(tag: string): Day {
  const locale: WithWeek = new Intl.Locale(tag);
  const known = locale.getWeekInfo?.() ?? locale.weekInfo;
  return known ? asDay(known.firstDay) : firstDayByRegion(locale.maximize().region ?? "");
}

/** The same where the browser does not know. */
export function firstDayByRegion(region: string): Day {
  if (SUNDAY.split("-").includes(region)) return 0;
  return SATURDAY.split("-").includes(region) ? 6 : 1;
}

function asDay(isoDay: number): Day {
  return (isoDay % 7) as Day;
}
