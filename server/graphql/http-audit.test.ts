import { serverAudits } from "graphql-http";
import { expect, test } from "vitest";
import { createTestWorkspace } from "../testing/factories.ts";
import { botServer } from "./bot-server.ts";
import { coreServer } from "./core-server.ts";

// A body of unsaid length is Yoga's, one whose length is said goes the short way.
test.each([
  ["/core/gq", "said", coreServer],
  ["/core/gq", "unsaid", coreServer],
  ["/bot/gq", "said", botServer],
  ["/bot/gq", "unsaid", botServer],
])("the GraphQL-over-HTTP audit of %s finds no error: length %s", async (path, length, server) => {
  const { apiKey } = await createTestWorkspace();
  const audits = serverAudits({
    url: `http://localhost${path}`,
    fetchFn: (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", apiKey);
      if (length === "said" && typeof init.body === "string") {
        headers.set("content-length", String(Buffer.byteLength(init.body)));
      }
      return server.fetch(new Request(url, { ...init, headers }));
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
