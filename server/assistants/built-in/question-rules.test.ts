import { describe, expect, test } from "vitest";
import { askedIn, gives } from "./asks.ts";
import { otherForms } from "./inflections.ts";
import { isMisspelt, partShare } from "./near-words.ts";
import { asksForOwnData } from "./personal.ts";
import { smallTalk, wantsPerson } from "./small-talk.ts";
import { wordsOf } from "./words.ts";

test.each([
  ["Do you have Wi-Fi?", ["do", "you", "have", "wi", "fi", "wifi"]],
  ["l'eau, 39,90 € at 10:30", ["eau", "39,90", "at", "10:30"]],
  ["I can't, he doesn't", ["can", "not", "he", "does", "not"]],
  ["ana@example.com", ["ana", "example", "com"]],
  ["soft\u00adhyphen", ["softhyphen"]],
  ["営業時間", ["営業時間"]],
])("words of %s", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each([
  ["delviery", "delivery", true],
  ["waranty", "warranty", true],
  ["acommodaton", "accommodation", true],
  ["count", "court", false],
  ["tents", "tennis", false],
  ["4711", "4712", false],
  ["return", "returns", true],
])("%s may be %s: %s", (word, other, is) => {
  expect(isMisspelt(word, other)).toBe(is);
  expect(isMisspelt(other, word)).toBe(is);
});

test("parts of compounds", () => {
  expect(partShare("frist", "rückgabefrist")).toBeCloseTo(5 / 13);
  expect(partShare("deliver", "deliveri")).toBeCloseTo(7 / 8);
  expect([partShare("tag", "tageskarte"), partShare("ring", "delivering")]).toEqual([0, 0]);
});

test.each([
  ["english", "paid", "pay"],
  ["english", "biggest", "big"],
  ["english", "cheaper", "cheap"],
  ["english", "big", "bigger"],
  ["english", "earliest", "early"],
  ["german", "gekündigt", "kündigen"],
  ["german", "zurückgeschickt", "zurückschicken"],
  ["german", "zurückzuschicken", "zurückschicken"],
] as const)("%s: %s is also %s", (language, word, other) => {
  expect(otherForms(language, word)).toContain(other);
});

describe("what is asked for", () => {
  test.each([
    ["How much is delivery and how long does it take?", ["money", "time"]],
    ["Wie lange gilt die Garantie?", ["time"]],
    ["¿Cuánto cuesta?", ["money"]],
    ["Combien de temps faut-il ?", ["time", "number"]],
    ["What does it weigh?", ["weight"]],
    ["May I bring my dog?", []],
    ["When does the library open?", ["time", "clock"]],
    ["Which colours are there?", ["colour"]],
    ["Wie warm ist das Becken?", ["temperature"]],
  ])("%s", (question, kinds) => {
    expect(askedIn(question)).toEqual(kinds);
  });

  test.each([
    ["money", "It costs €4.50.", true],
    ["money", "It is blue.", false],
    ["time", "within two working days", true],
    ["time", "innerhalb von 30 Tagen", true],
    ["time", "at 10 am", true],
    ["time", "it is blue", false],
    ["weight", "2.4 kg", true],
    ["clock", "from Monday on, for two weeks", false],
    ["clock", "Dienstags ab 9 Uhr", true],
    ["colour", "in the blue box", true],
    ["temperature", "at 32 °C", true],
    ["temperature", "at 32 euros", false],
    ["contact", "+44 20 7946 0958", true],
  ] as const)("%s in %s: %s", (kind, text, is) => {
    expect(gives(kind, text)).toBe(is);
  });
});

test.each([
  ["Where is my parcel?", true],
  ["Is my booking 88213 confirmed already?", true],
  ["how many points do I have right now", true],
  ["Can you send me my last bill?", true],
  ["I sent the form on Monday. Has it gone through?", true],
  ["On which day does my trial end?", true],
  ["why was I charged twice", true],
  ["Do you have a table free tomorrow?", true],
  ["Ist mein Antrag schon durch?", true],
  ["Welche Größe hatte ich, also was hab ich bestellt?", true],
  ["Warum habt ihr 20 Euro von meinem Konto abgebucht?", true],
  ["Wo bleibt mein Paket?", true],
  ["¿Dónde está mi pedido?", true],
  ["Où est mon colis ?", true],
  ["How long does a parcel take?", false],
  ["Can I change the address of an order?", false],
  ["Can you repair my jacket?", false],
  ["Wo finde ich die Rechnung?", false],
  ["Is parking free on Sundays?", false],
  ["When does a contract end?", false],
  ["Is delivery free this month?", false],
  ["Wann kann ich morgen frühstücken?", false],
])("%s asks for the client's own data: %s", (question, is) => {
  expect(asksForOwnData(question)).toBe(is);
});

test("small talk is that and nothing else", () => {
  expect(smallTalk("Hello 👋", null)).toEqual({ kind: "greeting", language: "english" });
  expect(smallTalk("Hej", "danish")).toEqual({ kind: "greeting", language: "danish" });
  expect(smallTalk("merci", "french")).toEqual({ kind: "welcome", language: "french" });
  expect(smallTalk("Hello, do you ship abroad?", null)).toBeNull();
  expect(smallTalk("", null)).toBeNull();
});

test.each([
  ["talk to a real person please", true],
  ["human", true],
  ["ich möchte mit einem Menschen sprechen", true],
  ["puis-je parler à quelqu'un ?", true],
  ["vorrei parlare con un operatore", true],
  ["Can I transfer my contract to another person?", false],
  ["¿Puedo pasar la reserva a otra persona?", false],
  ["Does a person have to sign for the parcel?", false],
  ["What does a single person pay?", false],
])("%s wants a person: %s", (said, is) => {
  expect(wantsPerson(said)).toBe(is);
});
