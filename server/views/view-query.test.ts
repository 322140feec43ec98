import fc from "fast-check";
import { expect, test } from "vitest";
import { FIELD_KEY, parseQuery } from "../../components/list/conv-query.ts";
import { resolveQuery } from "../../components/list/resolve-query.ts";
import { checkConvFilter } from "./conv-filter.ts";
import { viewQuery } from "./view-query.ts";

test.each([
  ["x".repeat(1_001), "1,000 characters"],
  [Array.from({ length: 11 }, () => "tag:vip").join(" or "), "10 groups"],
  [Array.from({ length: 21 }, () => "tag:vip").join(" "), "20 conditions"],
  [`tag:${Array.from({ length: 51 }, (_, n) => `t${n}`).join(",")}`, "50 values"],
  [`country:de tag:"${"x".repeat(201)}"`, "200 characters"],
])("%.40s … is more than a list can be asked for", (query, most) => {
  expect(() => viewQuery(query)).toThrow(most);
});

test("words, quotations and as many conditions as a list takes are kept as they are", () => {
  const query = ` ${Array.from({ length: 10 }, () => 'tag:"a, or b" -owner:me').join(" or ")} "or" refund 10:30`;
  expect(viewQuery(query)).toBe(query.trim());
  expect(viewQuery(" ")).toBe("");
});

const value = fc.oneof(
  fc.constantFrom(
    "me",
    "none",
    "any",
    "yes",
    "open",
    "<2h",
    ">2026-11-01",
    ">2026-13-41",
    ">9999-01-01",
    "<0001-01-01",
    '" "',
  ),
  fc.constantFrom("11111111-1111-1111-1111-111111111111", "123e4567-e89b-42d3-a456-426614174000"),
  fc.string(),
);
const condition = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.constantFrom(...Object.values(FIELD_KEY), "colour"),
    fc.array(value, { minLength: 1, maxLength: 3 }),
  )
  .map(([minus, key, values]) => `${minus}${key}:${values.join(",")}`);
const written = fc
  .array(fc.oneof(condition, condition, fc.constant("or"), fc.string()), { maxLength: 40 })
  .map((tokens) => tokens.join(" "));

test("a view that is kept can be asked for: whatever the browser reads in it, no list refuses it", () => {
  fc.assert(
    fc.property(written, (text) => {
      let query: string;
      try {
        query = viewQuery(text);
      } catch {
        return;
      }
      const { filter } = resolveQuery(parseQuery(query), {});
      expect(() => checkConvFilter(filter ?? { any: [] })).not.toThrow();
    }),
    { numRuns: 2_000 },
  );
});
