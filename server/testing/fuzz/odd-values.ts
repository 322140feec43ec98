import fc from "fast-check";

/** Half of an emoji, as left by systems that cut texts. */
const HALF = "\ud83d";

const TEXTS = [
  "",
  " ",
  "\0",
  `a\0b`,
  HALF,
  `caf${HALF}`,
  "\ufeff",
  "\u202Egnp.exe",
  "🙂".repeat(300),
  "Ａ１＠",
  "%_\\",
  '\'; drop table "Message"; --',
  "${7*7}{{7*7}}",
  "<script>alert(1)</script>",
  "=HYPERLINK(1)",
  "../../../etc/passwd",
  "__proto__",
  "constructor",
  "null",
  "NaN",
  "-0",
  "1e999",
  "0x10",
  "true",
  "00000000-0000-0000-0000-000000000000",
  "x".repeat(256),
  "x".repeat(5_000),
] as const;

/** Invalid times, and times outside the range of any row. */
const TIMES = [
  "2026-02-30T25:61:00Z",
  "0000-00-00",
  "-271821-04-20T00:00:00Z",
  "+275760-09-13T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "1969-12-31T23:59:59Z",
  "2026-11-22T10:00:00+99:99",
  "20261122",
  "yesterday",
] as const;

/** Addresses that must never be called. None has a name that would be looked up. */
const ADDRESSES = [
  "http://169.254.169.254/latest/meta-data",
  "http://[::ffff:10.0.0.1]/",
  "http://0x7f.1:5432/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "https://a:b@127.0.0.1/",
  "http://",
] as const;

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  -8_640_000_000_000_001,
] as const;

export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...TIMES) },
  { weight: 2, arbitrary: fc.constantFrom(...ADDRESSES) },
  { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 2, arbitrary: fc.uuid() },
);

const oddNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** JSON.parse makes own members of these names. An object literal would set the prototype. */
const POISONED = [
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}',
  '{"toString":null,"length":-1}',
].map((text): unknown => JSON.parse(text));

/** Any JSON in place of the expected value: other types, names of prototypes, deep nesting. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: oddText },
  { weight: 4, arbitrary: oddNumber },
  { weight: 3, arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[]], { "": { "": [] } }) },
  { weight: 2, arbitrary: fc.constantFrom(...POISONED) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(20, 63, 64, 65, 500).chain((levels) => fc.constantFrom(...nests(levels))) },
  { weight: 1, arbitrary: fc.constant(Array<string>(300).fill("x")) },
);

function nests(levels: number): unknown[] {
  let list: unknown = 1;
  let object: unknown = 1;
  for (let level = 0; level < levels; level++) {
    list = [list];
    object = { a: object };
  }
  return [list, object];
}

/** A value put at a place inside a JSON value. The place is the number modulo the count of places; `gone` removes the value. */
export type Change = { place: number; to: { value: unknown } | "gone" | "poisoned" };

export const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(),
  to: fc.oneof(
    { weight: 8, arbitrary: fc.record({ value: oddValue }) },
    { weight: 1, arbitrary: fc.constant("gone" as const) },
    { weight: 1, arbitrary: fc.constant("poisoned" as const) },
  ),
});

/**
 * A copy of the value with the changes applied.
 * @param kept names whose members stay unchanged.
 */
export function changed(value: unknown, changes: readonly Change[], kept: readonly string[] = []): unknown {
  const holder = { root: structuredClone(value) };
  for (const { place, to } of changes) {
    const places = placesIn(holder, kept);
    const at = places[place % places.length];
    if (!at) continue;
    const { parent, name } = at;
    // Generated values are shared, so a copy is inserted, which the next change may modify.
    if (to === "gone") delete parent[name];
    else if (to === "poisoned") parent[name] = structuredClone(POISONED[place % POISONED.length]);
    else parent[name] = structuredClone(to.value);
  }
  return holder.root;
}

type Place = { parent: Record<string, unknown>; name: string };

function placesIn(parent: Record<string, unknown>, kept: readonly string[]): Place[] {
  return Object.entries(parent).flatMap(([name, value]) => {
    if (kept.includes(name)) return [];
    const here: Place = { parent, name };
    return typeof value === "object" && value !== null
      ? [here, ...placesIn(value as Record<string, unknown>, kept)]
      : [here];
  });
}
