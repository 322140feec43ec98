import { describe, expect, test } from "vitest";
import { presetTime, TIME_PRESETS, timeReader, type TimePreset } from "./time-words.ts";

const WEDNESDAY = new Date(2026, 10, 18, 14, 30);
const at = (month: number, day: number, hour: number, minute = 0) => new Date(2026, month - 1, day, hour, minute);

describe("presetTime", () => {
  test.each<[TimePreset, Date]>([
    ["hour", at(11, 18, 15, 30)],
    ["fourHours", at(11, 18, 18, 30)],
    ["tomorrow", at(11, 19, 9)],
    ["monday", at(11, 23, 9)],
    ["nextMonth", at(12, 1, 9)],
  ])("%s", (preset, expected) => {
    expect(presetTime(preset, WEDNESDAY)).toEqual(expected);
  });

  test.each([
    [at(11, 22, 23, 59), at(11, 23, 9)],
    [at(11, 23, 8), at(11, 30, 9)],
  ])("the Monday after %s", (now, expected) => {
    expect(presetTime("monday", now)).toEqual(expected);
  });

  test("every one is still to come, on the last day of a year too", () => {
    const now = at(12, 31, 23, 59);
    for (const preset of TIME_PRESETS) expect(presetTime(preset, now).getTime()).toBeGreaterThan(now.getTime());
  });
});

describe("timeReader", () => {
  test.each([
    ["en", "fri 3pm", at(11, 20, 15)],
    ["en", "tomorrow", at(11, 19, 9)],
    ["en", "monday", at(11, 23, 9)],
    ["en", "in 2 hours", at(11, 18, 16, 30)],
    ["en", "10am", at(11, 19, 10)],
    ["en", "tomorrow morning", at(11, 19, 9)],
    ["en", "tomorrow evening", at(11, 19, 20)],
    ["en", "tonight", at(11, 18, 22)],
    ["de", "morgen abend", at(11, 19, 18)],
    ["fr", "demain soir", at(11, 19, 18)],
    ["de", "freitag 15 uhr", at(11, 20, 15)],
    ["de", "morgen um 9", at(11, 19, 9)],
    ["es", "mañana a las 9", at(11, 19, 9)],
    ["es", "viernes a las 15:00", at(11, 20, 15)],
    ["fr", "vendredi à 15h", at(11, 20, 15)],
    ["fr", "dans 2 heures", at(11, 18, 16, 30)],
    ["de", "fri 3pm", at(11, 20, 15)],
    ["en", "tomorrow afternoon", at(11, 19, 15)],
    ["de", "morgen nachmittag", at(11, 19, 15)],
    ["de", "morgen früh", at(11, 19, 9)],
    ["de", "montag abend", at(11, 23, 18)],
    ["es", "mañana por la tarde", at(11, 19, 15)],
    ["es", "mañana por la mañana", at(11, 19, 9)],
    ["es", "esta tarde", at(11, 18, 15)],
    ["es", "viernes por la noche", at(11, 20, 20)],
    ["es", "hoy por la noche", at(11, 18, 20)],
    ["es", "mañana al mediodía", at(11, 19, 12)],
    ["es", "pasado mañana", at(11, 20, 9)],
    ["es", "pasado mañana por la tarde", at(11, 20, 15)],
    ["es", "mañana a las 3 de la tarde", at(11, 19, 15)],
    ["es", "mañana a las 9 de la mañana", at(11, 19, 9)],
    ["fr", "demain à 3h de l'après-midi", at(11, 19, 15)],
    ["es", "mañana", at(11, 19, 9)],
    ["es", "en 2 horas", at(11, 18, 16, 30)],
    ["fr", "demain après-midi", at(11, 19, 15)],
    ["fr", "cet après-midi", at(11, 18, 15)],
    ["fr", "demain apres midi", at(11, 19, 15)],
    ["fr", "demain matin", at(11, 19, 9)],
    ["fr", "lundi soir", at(11, 23, 18)],
    ["fr", "demain à midi", at(11, 19, 12)],
    ["fr", "après-demain", at(11, 20, 9)],
    ["fr", "après-demain après-midi", at(11, 20, 15)],
    ["es", "fri 3pm", at(11, 20, 15)],
  ] as const)("%s: %s", async (locale, words, expected) => {
    expect((await timeReader(locale))(words, WEDNESDAY)).toEqual(expected);
  });

  test("a part of today that is over is no time to come", async () => {
    expect((await timeReader("es"))("esta mañana", WEDNESDAY)).toBeNull();
  });

  test.each(["", "whenever", "yesterday", "last week"])("no time to come: %s", async (words) => {
    expect((await timeReader("en"))(words, WEDNESDAY)).toBeNull();
  });
});
