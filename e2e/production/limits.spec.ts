import { randomUUID } from "node:crypto";
import { z } from "zod";
import { createWorkspace, expect, test } from "../fixtures.ts";

// The limits as they ship, in the process that ships, because the pages' bundle has its own modules.

const graphql = z.object({ errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).optional() });

test("more calls at once than a key may make are RATE_LIMITED and say when to come back, whatever the form", async ({
  product: { address, dataDir },
}) => {
  const { workspaceId, apiKey } = await createWorkspace(dataDir, "burst");
  const query = "query ($input: TagsInput!) { tags(input: $input) { nodes { id } } }";
  const body = JSON.stringify({ query, variables: { input: { workspaceId } } });
  const headers = { "content-type": "application/json", authorization: apiKey };
  const calls = Array.from({ length: 500 }, async () => {
    const response = await fetch(`${address}/core/gq`, { method: "POST", headers, body });
    const { errors } = graphql.parse(await response.json());
    const code = errors?.[0]?.extensions.code ?? "none";
    return { code, status: response.status, wait: Number(response.headers.get("retry-after")) };
  });
  const answers = await Promise.all(calls);
  const refused = answers.filter(({ code }) => code !== "none");
  expect(new Set(refused.map(({ code, status }) => `${code} ${status}`))).toEqual(new Set(["RATE_LIMITED 200"]));
  expect(refused.every(({ wait }) => wait > 0)).toBe(true);

  const sent = Array.from({ length: 300 }, () =>
    fetch(`${address}/export/contacts?workspaceId=${workspaceId}`, { headers: { authorization: apiKey } }),
  );
  const exported = await Promise.all(sent);
  const statuses = new Set(exported.map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
  const late = exported.find(({ status }) => status === 429);
  expect(Number(late?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(late?.headers.get("ratelimit-limit")).toBe("200");
});

test("the eleventh wrong password says when to try again", async ({ page, product: { dataDir } }) => {
  const { email } = await createWorkspace(dataDir, "guessed");
  await page.goto("/sign-in");
  for (let guess = 1; guess <= 11; guess++) {
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(randomUUID());
    const answered = page.waitForResponse(/callback\/credentials/);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    const answer = await answered;
    expect(answer.status()).toBe(guess <= 10 ? 401 : 429);
    if (guess <= 10) continue;
    const headers = answer.headers();
    expect([headers["ratelimit-limit"], headers["ratelimit-remaining"]]).toEqual(["10", "0"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
  await expect(page.getByText("Too many wrong passwords. Try again in 2 minutes.")).toBeVisible();
});
