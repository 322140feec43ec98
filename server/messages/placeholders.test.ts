import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillPlaceholders, type PlaceholderClient } from "./placeholders.ts";

const MARIA: PlaceholderClient = {
  name: "Maria",
  surname: "Silva",
  email: "maria@example.com",
  phone: "+351912345678",
  address: "Rua do Ouro 1",
  code: "C-7",
  city: "Lisboa",
  country: "PT",
};
const NOBODY: PlaceholderClient = {
  name: null,
  surname: null,
  email: null,
  phone: null,
  address: null,
  code: null,
  city: null,
  country: null,
};

describe("every field of the contract", () => {
  test.each([
    ["name", "Maria"],
    ["surname", "Silva"],
    ["fullName", "Maria Silva"],
    ["email", "maria@example.com"],
    ["phone", "+351912345678"],
    ["address", "Rua do Ouro 1"],
    ["code", "C-7"],
    ["city", "Lisboa"],
    ["country", "PT"],
  ])("{{%s}} is filled, and empty where the contact has none", (field, value) => {
    expect(fillPlaceholders(`<{{${field}}}>`, MARIA)).toBe(`<${value}>`);
    expect(fillPlaceholders(`<{{${field}}}>`, NOBODY)).toBe("<>");
  });

  test.each([
    [{ name: "Maria", surname: null }, "Maria"],
    [{ name: null, surname: "Silva" }, "Silva"],
    [{ name: "", surname: "Silva" }, "Silva"],
  ])("fullName of %j has no space too many", (names, full) => {
    expect(fillPlaceholders("{{fullName}}", { ...NOBODY, ...names })).toBe(full);
  });
});

test.each([
  ["an unsupported name", "{{orderNo}}"],
  ["a positional variable of the provider", "{{1}}"],
  ["another case", "{{Name}} {{NAME}} {{fullname}}"],
  ["spaces inside", "{{ name }} {{name }} {{ name}}"],
  ["one brace", "{name} {{name} {name}}"],
  ["nothing inside", "{{}}"],
  ["a path", "{{client.name}}"],
  ["another field of the record", "{{id}} {{tags}} {{externalClientId}} {{workspaceId}} {{deletedAt}}"],
  ["names that every object has", "{{constructor}} {{__proto__}} {{toString}} {{hasOwnProperty}} {{prototype}}"],
])("%s stays as it is", (_, text) => {
  expect(fillPlaceholders(text, MARIA)).toBe(text);
});

test("all of a text are filled, once: what a contact is called is no template", () => {
  expect(fillPlaceholders("{{name}}, {{name}} {{{surname}}} {{orderNo}}{{city}}", MARIA)).toBe(
    "Maria, Maria {Silva} {{orderNo}}Lisboa",
  );
  const sly = { ...MARIA, name: "{{phone}} $& $1 $$", surname: "{{email}}" };
  expect(fillPlaceholders("{{name}}|{{fullName}}", sly)).toBe("{{phone}} $& $1 $$|{{phone}} $& $1 $$ {{email}}");
});

test("every string value is filled however deep, and nothing else changes: names, numbers, order", () => {
  const components = [
    { type: "header", parameters: [{ type: "image", image: { link: "https://cdn.example/{{code}}.jpg" } }] },
    { type: "body", parameters: ["{{name}}", 1, true, null, 0.5, ["{{city}}", [["{{country}}"]]], {}, []] },
    { "{{name}}": "{{name}}", index: 0 },
  ];
  const before = structuredClone(components);
  expect(fillPlaceholders(components, MARIA)).toEqual([
    { type: "header", parameters: [{ type: "image", image: { link: "https://cdn.example/C-7.jpg" } }] },
    { type: "body", parameters: ["Maria", 1, true, null, 0.5, ["Lisboa", [["PT"]]], {}, []] },
    { "{{name}}": "Maria", index: 0 },
  ]);
  expect(components).toEqual(before);
});

test.each([[null], [true], [7], ["plain"], [{}], [[]]])("components that hold no text are themselves: %j", (value) => {
  expect(fillPlaceholders(value, MARIA)).toEqual(value);
});

test("a member named __proto__ stays a member and sets no prototype", () => {
  const components = JSON.parse('{"__proto__": {"polluted": "{{name}}"}, "constructor": "{{name}}"}') as unknown;
  const filled = fillPlaceholders(components, MARIA);
  expect(JSON.stringify(filled)).toBe('{"__proto__":{"polluted":"Maria"},"constructor":"Maria"}');
  expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("whatever the components are: filling keeps their shape, and what holds no placeholder stays equal", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const filled = fillPlaceholders(value, NOBODY);
      expect(shapeOf(filled)).toEqual(shapeOf(value));
      if (!JSON.stringify(value).includes("{{")) expect(filled).toEqual(value);
    }),
  );
});

function shapeOf(value: unknown): unknown {
  if (typeof value === "string") return "string";
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).map(([name, item]) => [name, shapeOf(item)]);
}
