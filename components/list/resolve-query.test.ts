import { expect, test } from "vitest";
import { parseQuery } from "./conv-query.ts";
import { namedFields, namesState, resolveQuery } from "./resolve-query.ts";

const ANA = "0190a000-0000-7000-8000-000000000001";
const names = { owner: new Map([["ana maría", ANA]]) };

test("names become ids, words stay, and a name that nobody has finds nothing and is said", () => {
  const { filter, missing } = resolveQuery(parseQuery('owner:me,"Ana María",Bob tag:vip'), names);
  expect(filter).toEqual({
    any: [
      {
        all: [
          { field: "owner", op: "is", values: ["me", ANA, "00000000-0000-0000-0000-000000000000"] },
          { field: "tag", op: "is", values: ["vip"] },
        ],
      },
    ],
  });
  expect(missing).toEqual([{ field: "owner", value: "Bob" }]);
});

test("ids are taken as they are, and words alone are no filter", () => {
  expect(resolveQuery(parseQuery(`client:${ANA}`), {}).missing).toEqual([]);
  expect(resolveQuery(parseQuery("some words"), {}).filter).toBeNull();
});

test("only the lists are read that have names to look up", () => {
  expect(namedFields(parseQuery("owner:me tag:vip or channel:Shop owner:none"))).toEqual(["owner", "channel"]);
  expect([namesState(parseQuery("is:ended")), namesState(parseQuery("tag:vip"))]).toEqual([true, false]);
});
