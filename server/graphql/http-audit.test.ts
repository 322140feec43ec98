import { serverAudits } from "graphql-http";
import { expect, test } from "vitest";
import { askApp } from "../testing/ask-app.ts";
import { createTestWorkspace } from "../testing/factories.ts";

test.each(["/core/gq", "/bot/gq"])("the GraphQL-over-HTTP audit of %s finds no error", async (path) => {
  const { apiKey } = await createTestWorkspace();
  const audits = serverAudits({
    url: `http://localhost${path}`,
    fetchFn: (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", apiKey);
      return askApp(new Request(url, { ...init, headers }));
    },
  });
  const results = await Promise.all(audits.map((audit) => audit.fn()));
  const count = (wanted: string) => results.filter(({ status }) => status === wanted).length;
  console.info(
    `${path}: ${results.length} audits, ${["ok", "notice", "warn", "error"].map((s) => `${count(s)} ${s}`).join(", ")}`,
  );
  expect(count("ok")).toBeGreaterThan(40);
  expect(results.filter(({ status }) => status === "error").map(({ name }) => name)).toEqual([]);
});
