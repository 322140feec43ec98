import { afterEach, expect, test, vi } from "vitest";
import { gqlRequest } from "./gql-request.ts";
import { graphql } from "./graphql.ts";

const CHANGE = graphql(`
  mutation SetPreferences($input: PreferencesSetInput!) {
    setPreferences(input: $input) {
      workspaceId
    }
  }
`);

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a change outlives its page, as far as browsers allow it: 64 KiB under way together", async () => {
  const sent: (boolean | undefined)[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal("fetch", (_path: string, { keepalive }: RequestInit) => {
    sent.push(keepalive);
    return new Promise((resolve) => {
      answers.push(() => resolve(Response.json({ data: {} })));
    });
  });
  const change = (text: string) => gqlRequest(CHANGE, { workspaceId: 1, preferences: { text } });
  const asked = [change("a".repeat(40_000)), change("é".repeat(20_000)), change("short")];
  expect(sent).toEqual([true, undefined, true]);
  for (const answer of answers) answer();
  await Promise.all(asked);
  const later = change("é".repeat(20_000));
  expect(sent.at(-1)).toBe(true);
  answers.at(-1)?.();
  await later;
});
