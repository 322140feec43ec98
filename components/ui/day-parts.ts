import type { Locale } from "../i18n/locales.ts";

/** `day`: what is left to be read as a day, empty for today; `hour`: of the part of the day that was named; null: none was. */
type Said = { day: string; hour: number | null };

type Words = {
  /** What means a part of a day, and the hour that it begins at. The first that fits is meant. */
  parts: readonly (readonly [RegExp, number])[];
  /** What the reader of times takes for a nearer day, as it understands it. */
  days: readonly (readonly [RegExp, string])[];
  today: RegExp;
};

/**
 * Languages in which the reader of times knows a part of a day only by itself ("esta tarde"), and loses it beside a day ("mañana por
 * la tarde"). English and German it reads whole.
 */
const WORDS: Partial<Record<Locale, Words>> = {
  es: {
    parts: [
      [/(?:\b(?:por|de|en) la|\besta) mañana\b/iu, 9],
      [/\b(?:a|al) mediod[ií]a\b/iu, 12],
      [/\b(?:(?:por|de|en|a) la|esta) tarde\b/iu, 15],
      [/\b(?:(?:por|de|en|a) la|esta) noche\b/iu, 20],
    ],
    days: [[/\bpasado mañana\b/iu, "en 2 días"]],
    today: /^(?:hoy)?$/iu,
  },
  fr: {
    parts: [
      [/\b(?:(?:dans )?l['’])?apr[eè]s[- ]midi\b/iu, 15],
      [/\b(?:à )?midi\b/iu, 12],
      [/\b(?:au )?matin\b/iu, 9],
      [/\b(?:au )?soir\b/iu, 18],
    ],
    days: [[/\bapr[eè]s[- ]demain\b/iu, "dans 2 jours"]],
    today: /^(?:cet?|aujourd['’]hui)?$/iu,
  },
};

/** Takes the part of a day out of some words. */
export function dayPart(words: string, locale: Locale): Said {
  const known = WORDS[locale];
  if (!known) return { day: words, hour: null };
  const part = known.parts.find(([pattern]) => pattern.test(words));
  const rest = (part ? words.replace(part[0], " ") : words).replace(/\s+/g, " ").trim();
  const day = known.days.reduce((text, [pattern, plain]) => text.replace(pattern, plain), rest);
  return { day: part && known.today.test(day) ? "" : day, hour: part?.[1] ?? null };
}
