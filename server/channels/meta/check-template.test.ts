import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { templateRefusal as standInRefusal } from "../../../simulator/graph-templates.ts";
import { english } from "../../testing/english.ts";
import { checkTemplate } from "./check-template.ts";
import { templateRefusal } from "../whatsapp/sender.ts";

const BODY = { type: "BODY", text: "Hi {{1}}, your order {{2}} is on its way" };
const PLAIN = { type: "BODY", text: "We are open again" };
const text = (value: unknown) => ({ type: "text", text: value });
const body = (...values: unknown[]) => ({ type: "body", parameters: values.map(text) });
const media = (format: string) => [{ type: "HEADER", format, example: { header_handle: ["x"] } }, PLAIN];
const header = (...parameters: unknown[]) => ({ type: "header", parameters });
const buttons = (...made: object[]) => [PLAIN, { type: "BUTTONS", buttons: made }];
const button = (sub_type: string, index: unknown, ...parameters: unknown[]) => ({
  type: "button",
  sub_type,
  index,
  parameters,
});
const URL_BUTTON = { type: "URL", text: "Track", url: "https://shop.example/t/{{1}}", example: ["https://x"] };
const CARD = {
  components: [
    { type: "HEADER", format: "IMAGE" },
    { type: "BODY", text: "For {{1}}" },
    { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "More" }, URL_BUTTON] },
  ],
};
const CAROUSEL = [PLAIN, { type: "CAROUSEL", cards: [CARD, CARD] }];
const card = (card_index: number, more: object[] = []) => ({
  card_index,
  components: [
    header({ type: "image", image: { link: "https://cdn.example/a.jpg" } }),
    body("you"),
    button("url", 1, text("a")),
    ...more,
  ],
});
const OFFER = [PLAIN, { type: "LIMITED_TIME_OFFER", limited_time_offer: { text: "Now", has_expiration: true } }];
const ends = (expiration_time_ms: unknown) => ({
  type: "limited_time_offer",
  parameters: [{ type: "limited_time_offer", limited_time_offer: { expiration_time_ms } }],
});

const check = (components: unknown, given: unknown, parameterFormat: string | null = null) =>
  checkTemplate({ components, parameterFormat }, given);

describe("what fits a template passes", () => {
  test.each<[string, unknown, unknown, string?]>([
    ["nothing to fill, nothing given", [PLAIN], null],
    ["an empty list", [PLAIN], []],
    ["a body", [BODY], [body("Ida", "42")]],
    ["one that names a variable twice", [{ type: "BODY", text: "{{1}} {{1}}" }], [body("Ida")]],
    ["placeholders of ours", [BODY], [body("{{name}}", "{{nothing}}")]],
    ["kinds in capitals, as lists spell them", [BODY], [{ type: "BODY", parameters: [text("a"), text("b")] }]],
    [
      "names",
      [{ type: "BODY", text: "Hi {{first_name}}" }],
      [{ type: "body", parameters: [{ ...text("Ida"), parameter_name: "first_name" }] }],
      "NAMED",
    ],
    [
      "an amount and a day",
      [BODY],
      [
        {
          type: "body",
          parameters: [
            { type: "currency", currency: { fallback_value: "€5", code: "EUR", amount_1000: 5_000 } },
            { type: "date_time", date_time: { fallback_value: "1 May" } },
          ],
        },
      ],
    ],
    ["a header of text", [{ type: "HEADER", format: "TEXT", text: "Order {{1}}" }, PLAIN], [header(text("7"))]],
    ["a picture by its address", media("IMAGE"), [header({ type: "image", image: { link: "https://cdn.example/a" } })]],
    ["a film by its id", media("VIDEO"), [header({ type: "video", video: { id: "4711" } })]],
    [
      "a document with its name",
      media("DOCUMENT"),
      [header({ type: "document", document: { link: "https://cdn.example/a.pdf", filename: "A.pdf" } })],
    ],
    [
      "a place",
      media("LOCATION"),
      [
        header({
          type: "location",
          location: { latitude: 59.9, longitude: "10.7", name: "Shop", address: "Street 1" },
        }),
      ],
    ],
    ["a quick reply that is left alone", buttons({ type: "QUICK_REPLY", text: "Yes" }), null],
    [
      "a quick reply with its payload",
      buttons({ type: "QUICK_REPLY", text: "Yes" }),
      [button("quick_reply", "0", { type: "payload", payload: "YES" })],
    ],
    ["an address that never changes", buttons({ type: "URL", url: "https://shop.example" }), null],
    ["an address with its end", buttons(URL_BUTTON), [button("url", "0", text("a/b"))]],
    ["a number to call", buttons({ type: "PHONE_NUMBER", phone_number: "+47" }), null],
    [
      "a code to copy",
      buttons({ type: "COPY_CODE" }),
      [button("copy_code", 0, { type: "coupon_code", coupon_code: "SAVE" })],
    ],
    ["a form", buttons({ type: "FLOW" }), [button("flow", 0, { type: "action", action: { flow_token: "t" } })]],
    ["a form that is left alone", buttons({ type: "FLOW" }), null],
    ["a catalogue", buttons({ type: "CATALOG" }), null],
    [
      "several products",
      buttons({ type: "MPM" }),
      [button("mpm", 0, { type: "action", action: { sections: [], thumbnail_product_retailer_id: "1" } })],
    ],
    [
      "a one-time password, as lists show it",
      [
        { type: "BODY", text: "*{{1}}* is your code" },
        {
          type: "BUTTONS",
          buttons: [{ type: "URL", url: "https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}" }],
        },
      ],
      [body("123456"), button("url", 0, text("123456"))],
    ],
    ["a one-time password", buttons({ type: "OTP", otp_type: "COPY_CODE" }), [button("url", 0, text("{{code}}"))]],
    ["cards", CAROUSEL, [{ type: "carousel", cards: [card(1), card(0)] }]],
    ["an offer that ends", OFFER, [ends(1_790_000_000_000)]],
    ["a kind of button that we do not know", buttons({ type: "VOICE_CALL" }), [button("voice_call", 0, { type: "x" })]],
    [
      "a kind of component that we do not know",
      [PLAIN],
      [{ type: "tap_target_configuration", parameters: [{ type: "y" }] }],
    ],
    ["a kind of header that we do not know", media("PRODUCT"), [header({ type: "product", product: {} })]],
    ["a definition without a body", [], [body("a", "b", "c")]],
    ["a definition that is none", "?", [body("a")]],
  ])("%s", (_, components, given, format) => {
    expect(check(components, given, format ?? null)).toEqual([]);
  });
});

describe("what does not fit is refused with its field", () => {
  test.each<[string, unknown, unknown, string, string, string?]>([
    [
      "no parameters at all",
      [BODY],
      null,
      "templateComponents",
      "The body of the template has the variables {{1}}, {{2}}: add a component of type body with a parameter for each",
    ],
    [
      "too few",
      [BODY],
      [body("Ida")],
      "templateComponents.0.parameters.1",
      "The body of the template has 2 variables, {{2}} is missing",
    ],
    [
      "too many",
      [BODY],
      [body("a", "b", "c")],
      "templateComponents.0.parameters.2",
      "The body of the template has 2 variables, and 3 parameters are given",
    ],
    [
      "some where there are none",
      [PLAIN],
      [body("a")],
      "templateComponents.0.parameters",
      "The body of the template has no variables; leave its parameters out",
    ],
    [
      "an empty text",
      [BODY],
      [body("", "b")],
      "templateComponents.0.parameters.0.text",
      "templateComponents.0.parameters.0.text is empty, and Meta takes no empty text",
    ],
    ...["a\nb", "a\tb", "a\rb", "a     b"].map((broken): [string, unknown, unknown, string, string] => [
      JSON.stringify(broken),
      [BODY],
      [body("a", broken)],
      "templateComponents.0.parameters.1.text",
      "templateComponents.0.parameters.1.text has a new line, a tab or more than four spaces, which Meta does not take there",
    ]),
    [
      "a number for a text",
      [BODY],
      [body(7, "b")],
      "templateComponents.0.parameters.0.text",
      "templateComponents.0.parameters.0.text must be a text",
    ],
    [
      "a file for a text",
      [BODY],
      [{ type: "body", parameters: [{ type: "image" }, text("b")] }],
      "templateComponents.0.parameters.0.type",
      "templateComponents.0.parameters.0.type must be text, currency or date_time",
    ],
    [
      "an amount without its code",
      [{ type: "BODY", text: "{{1}}" }],
      [{ type: "body", parameters: [{ type: "currency", currency: { fallback_value: "5" } }] }],
      "templateComponents.0.parameters.0.currency",
      "templateComponents.0.parameters.0.currency must have fallback_value, code (of three letters) and amount_1000 (a number)",
    ],
    [
      "a name that is missing",
      [{ type: "BODY", text: "Hi {{name}}" }],
      [{ type: "body", parameters: [] }],
      "templateComponents.0.parameters",
      'The body of the template has 1 variable, {{name}} is missing: give a parameter with parameter_name "name"',
      "NAMED",
    ],
    [
      "a second body",
      [PLAIN],
      [{ type: "body" }, { type: "body" }],
      "templateComponents.1",
      "templateComponents.1 is a second body of the template",
    ],
    [
      "a header that is not there",
      [PLAIN],
      [header(text("x"))],
      "templateComponents.0",
      "The template has no header; leave it out",
    ],
    [
      "a header's picture is missing",
      media("IMAGE"),
      null,
      "templateComponents",
      "The header of the template is of type image: add a component of type header with one parameter of type image",
    ],
    [
      "a film for a picture",
      media("IMAGE"),
      [header({ type: "video", video: { id: "1" } })],
      "templateComponents.0.parameters.0.type",
      "templateComponents.0.parameters.0.type must be image: so is the header of the template",
    ],
    [
      "a picture from nowhere",
      media("IMAGE"),
      [header({ type: "image", image: {} })],
      "templateComponents.0.parameters.0.image",
      "templateComponents.0.parameters.0.image must have link, an https address, or id, of a file that was uploaded to WhatsApp",
    ],
    [
      "an address that is not https",
      media("DOCUMENT"),
      [header({ type: "document", document: { link: "http://cdn.example/a.pdf" } })],
      "templateComponents.0.parameters.0.document.link",
      "templateComponents.0.parameters.0.document.link must be an https address that everybody can reach",
    ],
    [
      "a place without coordinates",
      media("LOCATION"),
      [header({ type: "location", location: { name: "Shop" } })],
      "templateComponents.0.parameters.0.location",
      "templateComponents.0.parameters.0.location must have latitude and longitude",
    ],
    [
      "a footer that is filled",
      [PLAIN, { type: "FOOTER", text: "Bye" }],
      [{ type: "footer", parameters: [text("x")] }],
      "templateComponents.0",
      "The footer of the template has no variables; leave it out",
    ],
    [
      "an address without its end",
      buttons(URL_BUTTON),
      [],
      "templateComponents",
      'Button 0 of the template needs the end of its address, as a parameter of type text: add {type: "button", sub_type: "url", index: …} with it',
    ],
    [
      "a button without its index",
      buttons(URL_BUTTON),
      [{ type: "button", sub_type: "url", parameters: [text("x")] }],
      "templateComponents.0.index",
      "templateComponents.0.index must be 0, the only button of the template",
    ],
    [
      "a button without its kind",
      buttons(URL_BUTTON),
      [{ type: "button", index: 0, parameters: [text("x")] }],
      "templateComponents.0.sub_type",
      "templateComponents.0.sub_type is missing: it says of which kind the button is, like quick_reply or url",
    ],
    [
      "a button that is not there",
      buttons(URL_BUTTON, { type: "QUICK_REPLY" }),
      [button("url", 2, text("x"))],
      "templateComponents.0.index",
      "templateComponents.0.index must be a number from 0 to 1 of the template",
    ],
    [
      "a button of another kind",
      buttons(URL_BUTTON),
      [button("quick_reply", 0, { type: "payload", payload: "x" })],
      "templateComponents.0.sub_type",
      "templateComponents.0.sub_type must be url: of this kind is button 0 of the template",
    ],
    [
      "an end for an address that never changes",
      buttons({ type: "URL", url: "https://shop.example" }),
      [button("url", 0, text("x"))],
      "templateComponents.0",
      "Button 0 of the template has no variable; leave it out",
    ],
    [
      "a number to call that is filled",
      buttons({ type: "PHONE_NUMBER" }),
      [button("phone_number", 0, text("x"))],
      "templateComponents.0",
      "Button 0 of the template has no variable; leave it out",
    ],
    [
      "an empty code to copy",
      buttons({ type: "COPY_CODE" }),
      [button("copy_code", 0, { type: "coupon_code", coupon_code: "" })],
      "templateComponents.0.parameters.0.coupon_code",
      "templateComponents.0.parameters.0.coupon_code is empty, and Meta takes no empty text",
    ],
    [
      "a one-time password that is too long",
      buttons({ type: "OTP" }),
      [button("url", 0, text("1234567890123456"))],
      "templateComponents.0.parameters.0.text",
      "templateComponents.0.parameters.0.text is a code of 16 characters; WhatsApp takes up to 15",
    ],
    [
      "products without sections",
      buttons({ type: "MPM" }),
      [button("mpm", 0, { type: "action", action: {} })],
      "templateComponents.0.parameters.0.action.sections",
      "templateComponents.0.parameters.0.action.sections is missing",
    ],
    [
      "buttons where there are none",
      [PLAIN],
      [button("url", 0, text("x"))],
      "templateComponents.0",
      "There are no buttons in the template; leave it out",
    ],
    [
      "no cards",
      CAROUSEL,
      null,
      "templateComponents",
      "The template is a carousel of 2 cards: add a component of type carousel with cards",
    ],
    [
      "a card that is missing",
      CAROUSEL,
      [{ type: "carousel", cards: [card(0)] }],
      "templateComponents.0.cards",
      "Card 1 of the carousel is missing (card_index 1)",
    ],
    [
      "a card too many",
      CAROUSEL,
      [{ type: "carousel", cards: [card(0), card(1), card(2)] }],
      "templateComponents.0.cards.2.card_index",
      "templateComponents.0.cards.2.card_index must be a number from 0 to 1",
    ],
    [
      "what is wrong on a card",
      CAROUSEL,
      [{ type: "carousel", cards: [card(0), { card_index: 1, components: [card(1).components[0], body("x")] }] }],
      "templateComponents.0.cards.1.components",
      'Button 1 of card 1 needs the end of its address, as a parameter of type text: add {type: "button", sub_type: "url", index: …} with it',
    ],
    [
      "a carousel where there is none",
      [PLAIN],
      [{ type: "carousel", cards: [] }],
      "templateComponents.0",
      "The template has no carousel; leave it out",
    ],
    [
      "an offer without its end",
      OFFER,
      [ends("tomorrow")],
      "templateComponents.0.parameters.0",
      "The offer of the template ends at a time: give it as limited_time_offer.expiration_time_ms, a number of milliseconds, in a parameter of a component of type limited_time_offer",
    ],
    [
      "components that are no list",
      [PLAIN],
      { body: ["a"] },
      "templateComponents",
      "templateComponents is not as Meta wants it: Invalid input: expected array, received object",
    ],
    [
      "a component of no kind",
      [PLAIN],
      [{ parameters: [] }],
      "templateComponents.0.type",
      "templateComponents.0.type is not as Meta wants it: Invalid input: expected string, received undefined",
    ],
  ])("%s", (_, components, given, path, message, format) => {
    expect(check(components, given, format ?? null)).toMatchObject([{ path, message }]);
  });

  test("names: each that is strange, missing or given twice", () => {
    const made = [{ type: "BODY", text: "{{order_no}} {{city}}" }];
    const named = (...names: (string | null)[]) => [
      {
        type: "body",
        parameters: names.map((name) => ({ ...text("x"), ...(name === null ? {} : { parameter_name: name }) })),
      },
    ];
    expect(check(made, named("order_no", "town"), "NAMED")).toMatchObject([
      {
        path: "templateComponents.0.parameters",
        message:
          'The body of the template has 2 variables, {{city}} is missing: give a parameter with parameter_name "city"',
      },
      {
        path: "templateComponents.0.parameters.1.parameter_name",
        message: 'The body of the template has no variable "town", but order_no, city',
      },
    ]);
    expect(check(made, named("city", "order_no", "city"), "NAMED").map(({ path }) => path)).toEqual([
      "templateComponents.0.parameters.2.parameter_name",
    ]);
    // If the list does not contain the format, the variables show it.
    expect(check(made, named("order_no", null)).map(({ path }) => path)).toEqual([
      "templateComponents.0.parameters",
      "templateComponents.0.parameters.1.parameter_name",
    ]);
  });
});

test("never throws, whatever stands in the definition and in what is given", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (components, given) => {
      expect(Array.isArray(check(components, given))).toBe(true);
    }),
    { numRuns: 300 },
  );
  const kinds = fc.constantFrom(
    "HEADER",
    "BODY",
    "BUTTONS",
    "CAROUSEL",
    "LIMITED_TIME_OFFER",
    "header",
    "body",
    "button",
    "carousel",
  );
  const part = fc.record(
    {
      type: kinds,
      text: fc.constantFrom("{{1}}", "{{name}}", ""),
      format: fc.constantFrom("TEXT", "IMAGE"),
      buttons: fc.jsonValue(),
      cards: fc.jsonValue(),
      parameters: fc.jsonValue(),
      index: fc.jsonValue(),
      sub_type: fc.jsonValue(),
    },
    { requiredKeys: ["type"] },
  );
  fc.assert(
    fc.property(fc.array(part), fc.array(part), (components, given) => {
      for (const { path, message } of check(components, given)) {
        expect(path).toMatch(/^templateComponents(\.\w+)*$/);
        expect(message.length).toBeGreaterThan(10);
      }
    }),
    { numRuns: 500 },
  );
});

test("what passes is what the strict stand-in of WhatsApp takes: neither more nor less of a body's and a header's fields", () => {
  const value = fc.constantFrom("Ida", "4 Street", "", "a\nb", "{{name}}", "x     y");
  const names = fc.uniqueArray(fc.constantFrom("city", "day", "order_no"), { maxLength: 3 });
  const scene = fc.record({
    isNamed: fc.boolean(),
    names,
    given: fc.array(fc.record({ name: fc.constantFrom("city", "day", "order_no", "other"), value }), { maxLength: 4 }),
    format: fc.constantFrom(null, "IMAGE"),
    picture: fc.constantFrom(null, "image", "video"),
  });
  let passed = 0;
  fc.assert(
    fc.property(scene, ({ isNamed, names: variables, given, format, picture }) => {
      const words = variables.map((name, index) => `{{${isNamed ? name : index + 1}}}`).join(" and ");
      const components = [...(format ? [{ type: "HEADER", format }] : []), { type: "BODY", text: `Hello ${words}` }];
      const filled = [
        ...(picture ? [header({ type: picture, [picture]: { id: "1" } })] : []),
        {
          type: "body",
          parameters: given.map((each) => ({ ...text(each.value), ...(isNamed ? { parameter_name: each.name } : {}) })),
        },
      ];
      const template = { id: "1", name: "t", language: "en", status: "APPROVED", category: "UTILITY", components };
      const ours = check(components, filled, isNamed ? "NAMED" : "POSITIONAL");
      const theirs = standInRefusal({ name: "t", language: { code: "en" }, components: filled }, [template]);
      if (ours.length === 0) {
        passed += 1;
        expect(theirs).toBeNull();
      } else if (theirs === null) {
        // Meta refuses these, but the simulator accepts them: a header that the template lacks, a repeated name.
        expect(ours.some(({ message }) => /no header|second time|no variable/.test(message))).toBe(true);
      }
    }),
    { numRuns: 2_000, seed: 7 },
  );
  expect(passed).toBeGreaterThan(30);
});

test("authentication templates go to numbers only (131062)", () => {
  expect(templateRefusal("AUTHENTICATION", "NO.7Xk29")).toEqual(english("by their phone number only"));
  expect(templateRefusal("AUTHENTICATION", "NO.ENT.7Xk29")).toEqual(english("by their phone number only"));
  expect(templateRefusal("AUTHENTICATION", "+4790000001")).toBeNull();
  expect(templateRefusal("UTILITY", "NO.7Xk29")).toBeNull();
});
