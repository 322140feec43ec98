import type { Locale } from "../i18n/locales.ts";

/**
 * `day`: the remaining words to parse as a day, empty for today. `hour`: the hour of the part of the day. null: no part was
 * found.
 */
type Said = { day: string; hour: number | null };

type Words = {
  /** Expressions for a part of the day, with its first hour. The first match wins. */
  parts: readonly (readonly [RegExp, number])[];
  /** Expressions that the time parser would mistake for a nearer day, with a text that it understands. */
  days: readonly (readonly [RegExp, string])[];
  today: RegExp;
};

/**
 * For languages in which the time parser knows a part of the day only alone ("esta tarde"), and ignores it next to a day
 * ("mañana por la tarde"). It parses English and German correctly.
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

/** Separates the part of the day from the rest of a text. */
export function dayPart(words: string, locale: Locale): Said {
  const known = WORDS[locale];
  if (!known) return { day: words, hour: null };
  const part = known.parts.find(([pattern]) => pattern.test(words));
  const rest = (part ? words.replace(part[0], " ") : words).replace(/\s+/g, " ").trim();
  const day = known.days.reduce((text, [pattern, plain]) => text.replace(pattern, plain), rest);
  return { day: part && known.today.test(day) ? "" : day, hour: part?.[1] ?? null };
}
