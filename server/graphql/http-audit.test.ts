import { serverAudits } from "graphql-http";
import { expect, test } from "vitest";
import { createTestWorkspace } from "../testing/factories.ts";
import { coreServer } from "./core-server.ts";

test("the GraphQL-over-HTTP audit finds no error", async () => {
  const { apiKey } = await createTestWorkspace();
  const audits = serverAudits({
    url: "http://localhost/core/gq",
    fetchFn: (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", apiKey);
      return coreServer.fetch(url, { ...init, headers });
    },
  });
  const results = await Promise.all(audits.map((audit) => audit.fn()));
  expect(results.filter(({ status }) => status === "ok").length).toBeGreaterThan(40);
  expect(results.filter(({ status }) => status === "error").map(({ name }) => name)).toEqual([]);
});
