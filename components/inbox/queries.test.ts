import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { convRowQuery, inboxKeys } from "./queries.ts";

const FRESH_MS = 60_000;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Creates lists by their read time, each with a row `c1` named after its list. @returns the name in an opened `c1`. */
async function opened(lists: Record<string, number>): Promise<string | undefined> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  for (const [name, updatedAt] of Object.entries(lists)) {
    const pages = [{ nodes: [{ id: "c1", clientName: name }], pageInfo: { hasNextPage: false, endCursor: null } }];
    const key = inboxKeys.list(1, { view: "all", sort: "newest", search: name });
    client.setQueryData(key, { pages, pageParams: [null] }, { updatedAt });
  }
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      Response.json({ data: { convRows: { nodes: [{ id: "c1", clientName: "the service" }], pageInfo: {} } } }),
    ),
  );
  const row = await client.fetchQuery({ ...convRowQuery(1, "c1", client), staleTime: FRESH_MS });
  client.clear();
  return row?.clientName;
}

test("a row of a list that the service has answered is not asked for again", async () => {
  expect(await opened({ answered: Date.now() })).toBe("answered");
});

test("a row of a list that was kept from an earlier visit is asked for again", async () => {
  expect(await opened({ kept: 0 })).toBe("the service");
});

test("of a kept list and an answered one the answered one is believed", async () => {
  expect(await opened({ kept: 0, answered: Date.now() })).toBe("answered");
});
