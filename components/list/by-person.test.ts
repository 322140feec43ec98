import fc from "fast-check";
import { expect, test } from "vitest";
import { byPerson } from "./by-person.ts";

const row = (id: string, clientId: string, ended = false) => ({ id, clientId, ended });

test("a person's open conversations share the first one's row", () => {
  const [a, b, c, d] = [row("a", "ana"), row("b", "bo"), row("c", "ana"), row("d", "ana")];
  const { rows, othersOf, shownIdOf } = byPerson([a, b, c, d]);
  expect(rows).toEqual([a, b]);
  expect(othersOf.get("a")).toEqual([c, d]);
  expect(othersOf.get("b")).toBeUndefined();
  expect(["a", "b"].map((id) => byPerson([a, b, c, d]).convIdsOf(id))).toEqual([["a", "c", "d"], ["b"]]);
  expect(["a", "b", "c", "d", "elsewhere"].map(shownIdOf)).toEqual(["a", "b", "a", "a", "elsewhere"]);
});

test("what has ended stays by itself", () => {
  const rows = [row("a", "ana", true), row("b", "ana"), row("c", "ana", true)];
  expect(byPerson(rows).rows).toEqual(rows);
});

test("no conversation is lost, and the order stays", () => {
  const given = fc.array(fc.record({ clientId: fc.constantFrom("ana", "bo", "cyd"), ended: fc.boolean() }));
  fc.assert(
    fc.property(given, (all) => {
      const rows = all.map((each, index) => row(String(index), each.clientId, each.ended));
      const grouped = byPerson(rows);
      const places = grouped.rows.map(({ id }) => Number(id));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      const found = grouped.rows.flatMap((first) => [first, ...(grouped.othersOf.get(first.id) ?? [])]);
      expect(found.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual(rows.map((_, index) => index));
      const open = grouped.rows.filter(({ ended }) => !ended).map(({ clientId }) => clientId);
      expect(new Set(open).size).toBe(open.length);
    }),
  );
});
