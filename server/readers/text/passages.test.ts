import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Block } from "../formats/extraction.ts";
import { languageOf } from "./language-of.ts";
import { passages } from "./passages.ts";
import { countWords, sentencesOf } from "./sentences.ts";

const block = (text: string, heading: string | null = null, isRow = false): Block => ({ heading, text, isRow });
const shown = (blocks: Block[]) => passages(blocks).map(({ heading, content }) => [heading, content]);
const sentence = (number: number) =>
  `Rule ${number} says that a tent may be sent back within ${number} days of its delivery.`;
const paragraph = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => sentence(from + at)).join(" ");

describe("what belongs together stays together", () => {
  test("a short stretch under a heading is one passage; headings are never crossed", () => {
    expect(shown([block("One.", "A"), block("Two.", "A"), block("Three.", "A › B"), block("Four.", "C")])).toEqual([
      ["A", "One.\nTwo."],
      ["A › B", "Three."],
      ["C", "Four."],
    ]);
  });

  test("a long paragraph is parted at sentences, and goes on after the last one", () => {
    const cut = passages([block(paragraph(1, 30), "Rules")]);
    expect(cut.length).toBeGreaterThan(3);
    for (const [at, { content, position, heading }] of cut.entries()) {
      expect([position, heading]).toEqual([at, "Rules"]);
      expect(countWords(content)).toBeLessThanOrEqual(140);
      expect(countWords(content)).toBeGreaterThanOrEqual(60);
      const before = cut[at - 1];
      if (before) expect(sentencesOf(content)[0]).toBe(sentencesOf(before.content).at(-1));
    }
  });

  test("paragraphs that fit are not parted, and nothing of them is said twice", () => {
    const blocks = Array.from({ length: 12 }, (_, at) => block(paragraph(at * 10, 3), "Rules"));
    const cut = passages(blocks).map(({ content }) => content);
    expect(cut.join("\n")).toBe(blocks.map(({ text }) => text).join("\n"));
  });

  test("a list that is too long says again what it is a list of", () => {
    const items = Array.from({ length: 60 }, (_, at) => block(`• article number ${at} of our catalogue`, "Returns"));
    const cut = passages([block("These are not taken back:", "Returns"), ...items]);
    expect(cut.length).toBeGreaterThan(2);
    for (const { content } of cut) expect(content).toMatch(/^These are not taken back:\n• article/);
  });

  test("rows of a table are whole, few to a passage, and apart from the text around them", () => {
    const rows = Array.from({ length: 20 }, (_, at) =>
      block(`Tariff: Basic ${at}; Speed: ${at}0 Mbit/s; Price: € ${at}`, "T", true),
    );
    const cut = passages([block("All prices include tax.", "T"), ...rows, block("They hold until May.", "T")]);
    expect(cut[0]?.content).toBe("All prices include tax.");
    expect(cut.at(-1)?.content).toBe("They hold until May.");
    const lines = cut.slice(1, -1).map(({ content }) => content.split("\n"));
    expect(lines.flat()).toEqual(rows.map(({ text }) => text));
    for (const some of lines) expect(some.length).toBeLessThanOrEqual(6);
  });

  test("a question and its answer, however they are written", () => {
    expect(
      shown([
        block("Q: How long does it take?"),
        block("A: Three days."),
        block("By post."),
        block("2) Do you ship to Spain?\nYes, we do.\nAnd is it free?\nIt is."),
        block("• Where are you?"),
        block("In Hamburg.", "Elsewhere"),
      ]),
    ).toEqual([
      ["How long does it take?", "Three days.\nBy post."],
      ["Do you ship to Spain?", "Yes, we do."],
      ["And is it free?", "It is."],
      [null, "• Where are you?"],
      ["Elsewhere", "In Hamburg."],
    ]);
  });

  test.each(["Why?", "Really? Yes.", "It is free. Why do you ask?"])("%s is no question of a list", (text) => {
    expect(shown([block(text), block("More.")])).toEqual([[null, `${text}\nMore.`]]);
  });
});

test("nothing is lost and nothing is too long, whatever the text", () => {
  const word = fc.stringMatching(/^[a-zA-Zäß0-9.,:;!()-]{1,14}$/);
  const text = fc.array(word, { minLength: 1, maxLength: 400 }).map((words) => words.join(" "));
  const blocks = fc.array(fc.record({ heading: fc.constantFrom(null, "A", "A › B"), text, isRow: fc.boolean() }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(blocks, (given) => {
      const cut = passages(given);
      const wordsOf = (all: string[]) => new Set(all.flatMap((one) => one.split(/\s+/)).filter(Boolean));
      expect(wordsOf(cut.map(({ content }) => content))).toEqual(wordsOf(given.map((one) => one.text)));
      for (const { content } of cut) expect(countWords(content)).toBeLessThanOrEqual(260);
      expect(cut.map(({ position }) => position)).toEqual(cut.map((_, at) => at));
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["no spaces at all", "x".repeat(50_000)],
  ["only numbers", "1. ".repeat(20_000)],
  ["no full stop", "word ".repeat(2_000)],
  ["Japanese", "返品は三十日以内に限ります。送料は無料です。".repeat(200)],
])("a text with %s is cut all the same", (_, text) => {
  const cut = passages([block(text)]);
  expect(cut.length).toBeGreaterThan(5);
  for (const { content } of cut) expect(content.length).toBeLessThan(60_000 / 5);
});

test("abbreviations and dates end no sentence", () => {
  expect(sentencesOf("Send it back, e.g. by post. Am 3. Mai ist zu. Herr Dr. Weiss ca. 5 Tage. Fertig.")).toEqual([
    "Send it back, e.g. by post.",
    "Am 3. Mai ist zu.",
    "Herr Dr. Weiss ca. 5 Tage.",
    "Fertig.",
  ]);
});

describe("languages", () => {
  test.each([
    ["english", "You can return every tent within thirty days of delivery if it is unused and in its bag."],
    [
      "german",
      "Sie können jedes Zelt innerhalb von dreißig Tagen nach der Lieferung zurückgeben, wenn es unbenutzt ist.",
    ],
    [
      "french",
      "Vous pouvez retourner chaque tente dans les trente jours qui suivent la livraison si elle n'a pas servi.",
    ],
    ["spanish", "Puede devolver cualquier tienda en los treinta días siguientes a la entrega si no se ha usado."],
    ["italian", "Potete restituire ogni tenda entro trenta giorni dalla consegna se non è stata usata."],
    ["portuguese", "Você pode devolver qualquer barraca em até trinta dias após a entrega se não foi usada."],
    ["dutch", "U kunt elke tent binnen dertig dagen na de levering terugsturen als hij niet is gebruikt."],
    [
      "swedish",
      "Du kan lämna tillbaka varje tält inom trettio dagar efter leveransen om det är oanvänt och ligger i sin påse.",
    ],
    [
      "danish",
      "Du kan returnere alle telte inden for tredive dage efter leveringen, hvis de ikke er brugt og ligger i posen.",
    ],
    [
      "norwegian",
      "Du kan returnere alle telt innen tretti dager etter levering hvis de ikke er brukt og ligger i posen sin til dere.",
    ],
    [
      "finnish",
      "Voit palauttaa minkä tahansa teltan kolmenkymmenen päivän kuluessa toimituksesta, jos sitä ei ole käytetty.",
    ],
    ["russian", "Вы можете вернуть любую палатку в течение тридцати дней после доставки, если она не использовалась."],
    [
      "turkish",
      "Her çadırı teslimattan sonraki otuz gün içinde, kullanılmamış ve torbasında ise, iade edebilirsiniz ve bu ücretsizdir.",
    ],
    [
      "romanian",
      "Puteți returna orice cort în termen de treizeci de zile de la livrare dacă nu a fost folosit și este în sac.",
    ],
    [
      "simple",
      "Każdy namiot można zwrócić w ciągu trzydziestu dni od dostawy, jeśli nie był używany i jest w pokrowcu.",
    ],
    [
      "simple",
      "テントは配達後三十日以内であれば返品できます。ただし未使用で袋に入っている場合に限ります。配送料は無料で、どの国にも発送しています。",
    ],
  ] as const)("%s", (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  test.each([
    ["english", "how much is the delivery"],
    ["german", "was kostet der Versand"],
    ["french", "combien coûte la livraison et quand"],
    ["spanish", "cuándo llega el paquete"],
    ["italian", "quando arriva il pacco e come"],
  ] as const)("a question of four words: %s", (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  test("what is too short has the fallback's", () => {
    expect(languageOf("Basic 50", "german")).toBe("german");
  });

  test("a short passage has its source's language, a long one its own", () => {
    const german =
      "Sie können jedes Zelt innerhalb von dreißig Tagen nach der Lieferung zurückgeben, wenn es unbenutzt ist und in seinem Sack liegt, auch ohne Grund.";
    const english =
      "You can return every tent within thirty days of the delivery, if it is unused and in its bag, and we ask you for no reason.";
    const cut = passages([block(german.repeat(3), "A"), block("Basic 50", "B"), block(english, "C")]);
    expect(cut.map(({ language }) => language)).toEqual(["german", "german", "english"]);
  });
});
