import { describe, expect, test } from "vitest";
import { askedIn, gives } from "./asks.ts";
import { compoundsWith, splitCompound } from "./compounds.ts";
import { bareVerb, otherForms } from "./inflections.ts";
import { asksForOwnData } from "./personal.ts";
import { separatedVerbs } from "./separable.ts";
import type { Vocabulary } from "./vocabulary.ts";

const vocabulary = (...words: string[]): Vocabulary => ({
  passageCount: 1,
  languages: ["german"],
  passagesWith: new Map(words.map((word) => [word, 1])),
  byInitial: new Map(),
});

describe("compounds", () => {
  const words = new Set(["daunen", "kündigung", "frist", "abreise", "tag", "bett", "decken", "rechnung", "versand"]);
  const isWord = (part: string) => words.has(part);

  test.each([
    ["kündigungsfrist", { modifier: "kündigung", head: "frist" }],
    ["abreisetag", { modifier: "abreise", head: "tag" }],
    ["bettdecken", { modifier: "bett", head: "decken" }],
    ["rechnungsversand", { modifier: "rechnung", head: "versand" }],
  ])("%s is parted where both parts are words, without what links them", (word, parts) => {
    expect(splitCompound(word, isWord)).toEqual(parts);
  });

  test.each(["winterdecken", "kündigungsschreiben", "frist", "vortag"])(
    "%s stays whole: one part is no word",
    (word) => {
      expect(splitCompound(word, isWord)).toBeNull();
    },
  );

  test("of the passages' compounds, those that a word heads are told from those that it begins", () => {
    const passages = vocabulary(
      "rechnung",
      "monatsrechnung",
      "rechnungsversand",
      "abrechnung",
      "rechnungen",
      "12rechnung",
    );
    expect(compoundsWith(passages, "rechnung")).toEqual({
      asHead: expect.toSatisfy((found: string[]) => found.toSorted().join() === "abrechnung,monatsrechnung"),
      asModifier: ["rechnungsversand"],
    });
    expect(compoundsWith(passages, "rec")).toEqual({ asHead: [], asModifier: [] });
  });
});

describe("verbs", () => {
  test.each([
    ["Wann bucht ihr das Geld ab?", "bucht", "abbuchen"],
    ["Holt ihr uns am Bahnhof ab, wenn wir spät kommen?", "holt", "abholen"],
    ["Ich ziehe um und möchte wissen, was das kostet", "ziehe", "umziehen"],
    ["Wie lange hebt ihr das auf?", "hebt", "aufheben"],
    ["Wann fängt der Kurs an?", "fängt", "anfangen"],
  ])("%s: the verb and its particle are put together", (question, verb, whole) => {
    expect(separatedVerbs(question).get(verb)).toContain(whole);
  });

  test("a clause that ends with no particle has none", () => {
    expect(separatedVerbs("Was kostet der Versand nach Deutschland?").size).toBe(0);
  });

  test.each([
    ["bezahlt", "bezahlen"],
    ["gekündigt", "kündigen"],
    ["geliefert", "liefern"],
    ["liefert", "liefern"],
    ["abgeholt", "abholen"],
    ["zurückgenommen", "zurücknehmen"],
    ["verloren", "verlieren"],
    ["fährt", "fahren"],
    ["kuendigen", "kündigen"],
    ["strasse", "straße"],
  ])("%s is also looked up as %s", (word, other) => {
    expect(otherForms("german", word)).toContain(other);
  });

  test("a verb is made of the one without its particle, a noun is not", () => {
    expect(bareVerb("mitfahren")).toEqual(["fahren"]);
    expect(bareVerb("abrechnung")).toEqual([]);
  });
});

test.each([
  ["Wie lange dauert das?", ["time"]],
  ["ab wann gilt das", ["time"]],
  ["Bis wann muss ich mich melden?", ["time"]],
  ["Wie oft wird abgelesen?", ["time"]],
  ["Wie viel muss ich dafür zahlen?", ["money", "number"]],
  ["Was verlangt ihr dafür?", ["money"]],
  ["Darf ich früher kommen?", []],
])("%s asks for %j", (question, asked) => {
  expect(askedIn(question)).toEqual(asked);
});

test("the end of a month is a time", () => {
  expect(gives("time", "Die Kündigung wirkt zum Monatsende.")).toBe(true);
});

test("the height of one's own bill is in no source", () => {
  expect(asksForOwnData("Wie hoch war meine letzte Rechnung?")).toBe(true);
  expect(asksForOwnData("Wie hoch ist die Kurtaxe?")).toBe(false);
});
