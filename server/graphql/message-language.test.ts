import { expect, test } from "vitest";
import { messageLanguage } from "./message-language.ts";

const text = (content: string) => ({ type: "text", noteType: null, content, caption: null }) as const;

test.each([
  ["Hello, where is my order? I have been waiting for it", "en"],
  ["Guten Tag, wann kommt meine Bestellung? Ich warte seit Montag auf sie", "de"],
  ["Hola, ¿dónde está mi pedido? No lo tengo y son dos semanas", "es"],
  ["Bonjour, quand est-ce que je peux avoir ma commande avec vous ?", "fr"],
  ["Où est ma commande ? Je ne la vois pas sur votre site", "fr"],
  [
    "Dzień dobry, kiedy dotrze moje zamówienie? Zamówiłam je dwa tygodnie temu, pieniądze zostały już pobrane, a na koncie nadal " +
      "jest napisane, że paczka jest w przygotowaniu. Proszę o szybką odpowiedź, dziękuję bardzo.",
    "pl",
  ],
  ["こんにちは、注文した商品はいつ届きますか?まだ届いていないので確認していただけますか。よろしくお願いします。", "ja"],
  ["안녕하세요, 주문한 상품이 아직 도착하지 않았습니다. 확인해 주세요.", "ko"],
])("%s is %s", (content, language) => {
  expect(messageLanguage(text(content))).toBe(language);
  expect(messageLanguage(text(content))).toBe(language);
});

test.each([
  "",
  "ok",
  "No",
  "👍",
  "12345",
  "IBAN DE89 3704 0044 0532 0130 00",
  "Ana Souza",
  "Здравствуйте, когда придёт мой заказ?",
  "https://example.com/the/is",
])("%j is in no language for sure", (content) => {
  expect(messageLanguage(text(content))).toBeNull();
});

test("of a file its caption is what was written, and the service's own lines are nobody's words", () => {
  const caption = "This is the picture of what I have got from you";
  const image = { type: "image", noteType: null, content: "https://example.com/a.png", caption } as const;
  expect(messageLanguage(image)).toBe("en");
  expect(messageLanguage({ ...image, caption: null })).toBeNull();
  const line = {
    type: "note",
    noteType: "system",
    content: "Ended the conversation of the client",
    caption: null,
  } as const;
  expect(messageLanguage(line)).toBeNull();
});
