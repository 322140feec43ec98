import { expect, test } from "vitest";
import { EXPORT_IDS_MAX, exportAddress } from "./export-address.ts";

test("named ones by their ids, as long as an address can name them", () => {
  expect(exportAddress(7, { ids: ["a", "b"] })).toBe("/export/conversations?workspaceId=7&ids=a&ids=b");
  const many = Array.from({ length: EXPORT_IDS_MAX + 1 }, (_, index) => `${index}`);
  expect(exportAddress(7, { ids: many.slice(1) })).toContain(`ids=${EXPORT_IDS_MAX}`);
  expect(exportAddress(7, { ids: many })).toBeNull();
});

test("a list as the service is asked for it: what is not chosen is not named", () => {
  const filter = { any: [{ all: [{ field: "tag" as const, op: "is" as const, values: ["a b"] }] }] };
  const address = exportAddress(7, {
    all: { view: "mine", sort: "newest", filter, tags: ["vip", "x&y"], integrationId: null },
  });
  const query = new URLSearchParams(address?.split("?")[1]);
  expect([...query.keys()]).toEqual(["workspaceId", "view", "filter", "tags", "tags"]);
  expect(query.getAll("tags")).toEqual(["vip", "x&y"]);
  expect(JSON.parse(query.get("filter") ?? "")).toEqual(filter);
});
