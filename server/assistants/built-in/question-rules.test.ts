import { expect, test } from "vitest";
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
