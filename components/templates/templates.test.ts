import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contactValue, suggestedValue } from "./contact-fields.ts";
import { filledText } from "./filled-text.ts";
import { markedRuns } from "./marked-runs.ts";
import { readDefinition } from "./template-definition.ts";
import { draftFrom, draftOf, NO_TEMPLATE, readyTemplate, type Definition } from "./template-draft.ts";
import { fieldProblem, filledComponents, isFillable, templateFields, type FieldKind } from "./template-fields.ts";
import { templateGroups } from "./template-groups.ts";
import { whyNotChoosable } from "./template-state.ts";
import { valuesOf } from "./template-values.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const BODY = {
  type: "BODY",
  text: "Hi {{1}}, your order {{2}} is on its way.",
  example: { body_text: [["Ida", "N-1"]] },
};
const URL_BUTTON = {
  type: "URL",
  text: "Track",
  url: "https://shop.example/t/{{1}}",
  example: ["https://shop.example/t/7"],
};
const CARD = {
  components: [
    { type: "HEADER", format: "IMAGE" },
    { type: "BODY", text: "For {{1}}" },
    { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "More" }, URL_BUTTON] },
  ],
};

const definition = (components: Definition["components"], more: Partial<Definition> = {}): Definition => ({
  id: "1",
  name: "order_shipped",
  language: "en",
  status: "APPROVED",
  category: "UTILITY",
  qualityScore: null,
  parameterFormat: null,
  components,
  ...more,
});
const partsFor = (components: unknown, format: string | null = null) => readDefinition(components, format);

describe("a definition's fields", () => {
  test.each<[string, unknown[], [string, FieldKind][]]>([
    ["of words alone: none", [{ type: "BODY", text: "We are open" }], []],
    [
      "of a body, each variable once",
      [{ type: "body", text: "{{2}} {{1}} {{2}} {{10}}" }],
      [
        ["body.1", "text"],
        ["body.2", "text"],
        ["body.10", "text"],
      ],
    ],
    ["of a header of words", [{ type: "HEADER", format: "TEXT", text: "Order {{1}}" }], [["header.1", "text"]]],
    ["of a picture", [{ type: "HEADER", format: "image" }], [["header.link", "link"]]],
    [
      "of a document, with a name that may be left out",
      [{ type: "HEADER", format: "DOCUMENT" }],
      [
        ["header.link", "link"],
        ["header.filename", "fileName"],
      ],
    ],
    [
      "of a place",
      [{ type: "HEADER", format: "LOCATION" }],
      [
        ["header.latitude", "coordinate"],
        ["header.longitude", "coordinate"],
        ["header.name", "place"],
        ["header.address", "place"],
      ],
    ],
    [
      "of buttons: only those that end in a variable, or are a code",
      [
        {
          type: "BUTTONS",
          buttons: [
            { type: "QUICK_REPLY", text: "Yes" },
            { type: "URL", text: "Shop", url: "https://shop.example" },
            URL_BUTTON,
            { type: "COPY_CODE", text: "Copy" },
            { type: "OTP", otp_type: "COPY_CODE", text: "Copy" },
            { type: "URL", text: "Copy", url: "https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}" },
            { type: "PHONE_NUMBER", text: "Call", phone_number: "+47" },
          ],
        },
      ],
      [
        ["button.2", "urlEnd"],
        ["button.3", "code"],
        ["button.4", "oneTimeCode"],
        ["button.5", "oneTimeCode"],
      ],
    ],
    [
      "of an offer that ends",
      [{ type: "LIMITED_TIME_OFFER", limited_time_offer: { text: "Now", has_expiration: true } }],
      [["offer", "moment"]],
    ],
    [
      "of cards, each its own",
      [{ type: "CAROUSEL", cards: [CARD, CARD] }],
      [
        ["card.0.header.link", "link"],
        ["card.0.body.1", "text"],
        ["card.0.button.1", "urlEnd"],
        ["card.1.header.link", "link"],
        ["card.1.body.1", "text"],
        ["card.1.button.1", "urlEnd"],
      ],
    ],
    ["of nothing that can be read: none", [7, null, { text: "?" }, { type: "TAP_TARGET" }], []],
  ])("%s", (_, components, fields) => {
    expect(templateFields(partsFor(components)).map(({ key, kind }) => [key, kind])).toEqual(fields);
  });

  test("carry the provider's examples", () => {
    expect(templateFields(partsFor([BODY])).map(({ example }) => example)).toEqual(["Ida", "N-1"]);
    const named = {
      type: "BODY",
      text: "{{who}}",
      example: { body_text_named_params: [{ param_name: "who", example: "Ida" }] },
    };
    expect(templateFields(partsFor([named]))[0]?.example).toBe("Ida");
  });

  test("cannot be typed where they are products of a catalogue", () => {
    expect(isFillable(partsFor([{ type: "BUTTONS", buttons: [{ type: "MPM", text: "See" }] }]))).toBe(false);
    expect(isFillable(partsFor([{ type: "CAROUSEL", cards: [{ components: [{ type: "BODY", text: "x" }] }] }]))).toBe(
      false,
    );
    expect(isFillable(partsFor([{ type: "CAROUSEL", cards: [CARD] }]))).toBe(true);
  });
});

describe("components from values", () => {
  test("by place", () => {
    expect(filledComponents(partsFor([BODY]), { "body.1": "{{name}}", "body.2": " N-1 " })).toEqual([
      {
        type: "body",
        parameters: [
          { type: "text", text: "{{name}}" },
          { type: "text", text: "N-1" },
        ],
      },
    ]);
  });

  test("by name", () => {
    const parts = partsFor([{ type: "BODY", text: "Hi {{first_name}}" }]);
    expect(filledComponents(parts, { "body.first_name": "Ida" })).toEqual([
      { type: "body", parameters: [{ type: "text", parameter_name: "first_name", text: "Ida" }] },
    ]);
  });

  test("nothing to fill is nothing", () => {
    expect(filledComponents(partsFor([{ type: "BODY", text: "We are open" }]), {})).toBeNull();
  });

  test("files, codes, ends of addresses and cards", () => {
    const parts = partsFor([
      { type: "HEADER", format: "DOCUMENT" },
      { type: "BODY", text: "Here" },
      { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copy" }] },
      { type: "CAROUSEL", cards: [CARD] },
    ]);
    const values = {
      "header.link": "https://cdn.example/a.pdf",
      "header.filename": "A.pdf",
      "button.0": "SAVE",
      "card.0.header.link": "https://cdn.example/a.jpg",
      "card.0.body.1": "you",
      "card.0.button.1": "7",
    };
    expect(filledComponents(parts, values)).toEqual([
      {
        type: "header",
        parameters: [{ type: "document", document: { link: "https://cdn.example/a.pdf", filename: "A.pdf" } }],
      },
      { type: "button", sub_type: "copy_code", index: "0", parameters: [{ type: "coupon_code", coupon_code: "SAVE" }] },
      {
        type: "carousel",
        cards: [
          {
            card_index: 0,
            components: [
              { type: "header", parameters: [{ type: "image", image: { link: "https://cdn.example/a.jpg" } }] },
              { type: "body", parameters: [{ type: "text", text: "you" }] },
              { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: "7" }] },
            ],
          },
        ],
      },
    ]);
    expect(valuesOf(parts, filledComponents(parts, values))).toEqual(values);
  });

  test("are read back as they were typed", () => {
    const parts = partsFor([
      { type: "HEADER", format: "LOCATION" },
      BODY,
      { type: "LIMITED_TIME_OFFER", limited_time_offer: { text: "Now", has_expiration: true } },
      { type: "BUTTONS", buttons: [URL_BUTTON, { type: "COPY_CODE", text: "Copy" }] },
      { type: "CAROUSEL", cards: [CARD, CARD] },
    ]);
    const word = fc.string({ minLength: 1 }).map((text) => text.trim() || "x");
    fc.assert(
      fc.property(fc.array(word, { minLength: 20, maxLength: 20 }), (words) => {
        const typed = Object.fromEntries(
          templateFields(parts).map(({ key, kind }, index) => [
            key,
            kind === "moment" ? "2027-01-02T03:04" : (words[index] ?? "x"),
          ]),
        );
        expect(valuesOf(parts, filledComponents(parts, typed))).toEqual(typed);
      }),
    );
  });
});

describe("what is wrong with a value", () => {
  const field = (kind: FieldKind, isNeeded = true) => ({
    key: "k",
    kind,
    card: null,
    name: "n",
    example: null,
    isNeeded,
  });
  test.each<[FieldKind, string, ReturnType<typeof fieldProblem>]>([
    ["text", " ", "needed"],
    ["text", "Ida", null],
    ["text", "a\nb", "lines"],
    ["text", "a     b", "lines"],
    ["link", "http://a.example/x", "https"],
    ["link", "https://a.example/x", null],
    ["link", "{{address}}", null],
    ["coordinate", "59,9", "number"],
    ["coordinate", "59.9", null],
    ["oneTimeCode", "1234567890123456", "tooLong"],
    ["oneTimeCode", "{{code}}{{code}}", null],
    ["moment", "2026-11-21T12:00", "past"],
    ["moment", "nonsense", "past"],
    ["moment", "2026-12-24T12:00", null],
  ])("%s %j: %s", (kind, value, problem) => {
    expect(fieldProblem(field(kind), value, NOW)).toBe(problem);
  });
  test("what may be left out is not missed", () => {
    expect(fieldProblem(field("fileName", false), "", NOW)).toBeNull();
  });
});

describe("a text with its variables filled", () => {
  const ida = {
    name: "Ida",
    surname: null,
    email: null,
    phone: "+47",
    address: null,
    code: null,
    city: "Bergen",
    country: null,
  };
  test.each<[string, Record<string, string>, typeof ida | null, [string, string][]]>([
    [
      "Hi {{1}}!",
      {},
      null,
      [
        ["Hi ", "plain"],
        ["{{1}}", "open"],
        ["!", "plain"],
      ],
    ],
    [
      "Hi {{1}}",
      { 1: "you" },
      null,
      [
        ["Hi ", "plain"],
        ["you", "filled"],
      ],
    ],
    [
      "{{1}}",
      { 1: "{{name}} of {{city}}" },
      ida,
      [
        ["Ida", "filled"],
        [" of ", "filled"],
        ["Bergen", "filled"],
      ],
    ],
    ["{{1}}", { 1: "{{name}}" }, null, [["{{name}}", "contact"]]],
    ["{{1}}", { 1: "{{surname}}" }, ida, [["{{surname}}", "empty"]]],
    ["{{1}}", { 1: "{{shoe}}" }, ida, [["{{shoe}}", "unknown"]]],
    ["", {}, ida, []],
  ])("%j with %j", (text, values, contact, pieces) => {
    expect(filledText(text, (name) => values[name], contact).map((piece) => [piece.text, piece.state])).toEqual(pieces);
  });
  test("the full name is what there is of it", () => {
    expect(contactValue(ida, "fullName")).toBe("Ida");
    expect(contactValue({ ...ida, surname: "Berg" }, "fullName")).toBe("Ida Berg");
  });
  test.each([
    ["first_name", "{{name}}"],
    ["Name", "{{name}}"],
    ["fullname", "{{fullName}}"],
    ["ciudad", "{{city}}"],
    ["1", ""],
    ["order_no", ""],
  ])("the variable %s begins with %j", (variable, value) => {
    expect(suggestedValue(variable)).toBe(value);
  });
});

describe("WhatsApp's marks", () => {
  const shown = (text: string) =>
    markedRuns(text)
      .map(({ start, end, marks }) =>
        marks.length > 0 ? `<${marks.join("+")}>${text.slice(start, end)}</>` : text.slice(start, end),
      )
      .join("");
  test.each([
    ["plain", "plain"],
    ["*bold* now", "<bold>bold</> now"],
    ["_*both*_", "<italic+bold>both</>"],
    ["*a _b_ c*", "<bold>a </><bold+italic>b</><bold> c</>"],
    ["~old~ `code *no*`", "<strike>old</> <code>code *no*</>"],
    ["```two\nlines```", "<code>two\nlines</>"],
    ["2 * 3 * 4", "2 * 3 * 4"],
    ["a_file_name", "a_file_name"],
    ["*not\nover lines*", "*not\nover lines*"],
    ["* no*", "* no*"],
    ["*open", "*open"],
    ["**", "**"],
    ["(*in brackets*)", "(<bold>in brackets</>)"],
  ])("%j", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
  test("lose nothing but the signs", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("*", "_", "~", "`", "a", " ", "\n") }), (text) => {
        const runs = markedRuns(text);
        expect(runs.every(({ start, end }, index) => start < end && start >= (runs[index - 1]?.end ?? 0))).toBe(true);
        const kept = runs.map(({ start, end }) => text.slice(start, end)).join("");
        expect(kept.replace(/[*_~`]/g, "")).toBe(text.replace(/[*_~`]/g, ""));
      }),
    );
  });
});

describe("choosing", () => {
  test.each([
    ["APPROVED", true, null],
    ["APPROVED", false, "products"],
    ["PAUSED", true, "paused"],
    ["rejected", true, "rejected"],
    ["PENDING", true, "pending"],
    ["DISABLED", true, "disabled"],
    ["LIMIT_EXCEEDED", true, "other"],
  ])("%s (fillable: %s): %s", (status, fillable, why) => {
    expect(whyNotChoosable(status, fillable)).toBe(why);
  });

  test("lists one entry a name: favourites first, then what can be sent; the reader's language is the choice", () => {
    const all = [
      definition([BODY]),
      definition([BODY], { language: "de" }),
      definition([BODY], { name: "a_paused", status: "PAUSED" }),
      definition([{ type: "BODY", text: "Nouvelles lampes" }], { name: "z_lamps", language: "fr" }),
    ];
    const groups = templateGroups(all, { search: "", favourites: ["z_lamps"], locale: "de" });
    expect(groups.map(({ name, choice, why }) => [name, choice?.language ?? null, why])).toEqual([
      ["z_lamps", "fr", null],
      ["order_shipped", "de", null],
      ["a_paused", null, "paused"],
    ]);
    const found = (search: string) =>
      templateGroups(all, { search, favourites: [], locale: "en" }).map(({ name }) => name);
    expect(found("order ship")).toEqual(["order_shipped"]);
    expect(found("LAMPES")).toEqual(["z_lamps"]);
    expect(found("nothing")).toEqual([]);
  });

  test("begins with the contact's fields and keeps what was typed when the language changes", () => {
    const named = definition([{ type: "BODY", text: "Hi {{first_name}} {{order_no}}" }], { parameterFormat: "NAMED" });
    const first = draftOf(named, NO_TEMPLATE);
    expect(first.values).toEqual({ "body.first_name": "{{name}}" });
    const typed = { ...first, values: { ...first.values, "body.order_no": "7" } };
    expect(draftOf({ ...named, language: "de" }, typed)).toMatchObject({ language: "de", values: typed.values });
    expect(draftOf({ ...named, name: "other" }, typed).values).toEqual({ "body.first_name": "{{name}}" });
  });

  test("is ready when every field is, and says which is not", () => {
    const shipped = definition([BODY]);
    const draft = { ...draftOf(shipped, NO_TEMPLATE), values: { "body.1": "{{name}}" } };
    expect(readyTemplate(draft, shipped, NOW)).toMatchObject({ isReady: false, problems: { "body.2": "needed" } });
    const whole = { ...draft, values: { "body.1": "{{name}}", "body.2": "N-1" } };
    const ready = readyTemplate(whole, shipped, NOW);
    expect(ready).toMatchObject({ isReady: true, templateName: "order_shipped", templateLang: "en" });
    expect(readyTemplate(whole, { ...shipped, status: "PAUSED" }, NOW).isReady).toBe(false);
    expect(draftFrom({ ...ready, templateLang: "en" }, shipped).values).toEqual(whole.values);
  });

  test("by name where the channel has no list", () => {
    const pairs = [
      { id: "a", name: "points", value: "{{code}}" },
      { id: "b", name: " ", value: "lost" },
    ];
    const ready = readyTemplate({ ...NO_TEMPLATE, name: " welcome ", pairs }, null, NOW);
    expect(ready).toEqual({
      templateName: "welcome",
      templateLang: null,
      templateComponents: [
        { type: "body", parameters: [{ type: "text", parameter_name: "points", text: "{{code}}" }] },
      ],
      problems: {},
      isReady: true,
    });
    const back = draftFrom(
      { templateName: "welcome", templateLang: null, templateComponents: ready.templateComponents },
      null,
    );
    expect(back.pairs.map(({ name, value }) => [name, value])).toEqual([["points", "{{code}}"]]);
    expect(readyTemplate(NO_TEMPLATE, null, NOW).isReady).toBe(false);
  });
});
