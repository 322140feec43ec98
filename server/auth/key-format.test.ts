import fc from "fast-check";
import { expect, test } from "vitest";
import { generateKey, hashSecret, looksLikeKey, maskKey } from "./key-format.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

test("a generated key has the contract's form, and no two are alike", () => {
  const keys = Array.from({ length: 2_000 }, generateKey);
  for (const key of keys) {
    expect(key).toMatch(/^svck_[0-9A-Za-z]{36}$/);
    expect(looksLikeKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(keys.length);
});

test("every mistyped character is noticed without asking the database", () => {
  fc.assert(
    fc.property(fc.nat({ max: 35 }), fc.constantFrom(...BASE62), (place, other) => {
      const key = generateKey();
      const at = 5 + place;
      fc.pre(key[at] !== other);
      expect(looksLikeKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test("no other text looks like a key", () => {
  fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => void expect(looksLikeKey(text)).toBe(false)));
  const key = generateKey();
  for (const text of [` ${key}`, `${key} `, `${key}\n`, key.slice(1), key.toUpperCase(), `${key}0`, "svck_", ""]) {
    expect(looksLikeKey(text)).toBe(false);
  }
});

test("what is stored of a key is 32 bytes that tell it from others; what is shown is its end", () => {
  const [one, two] = [generateKey(), generateKey()];
  expect(hashSecret(one)).toHaveLength(32);
  expect(hashSecret(one)).toEqual(hashSecret(one));
  expect(hashSecret(one)).not.toEqual(hashSecret(two));
  expect(maskKey("aB3z")).toBe("svck_…aB3z");
});
