import { expect, test } from "vitest";
import { createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { askApp } from "../testing/ask-app.ts";

const open = (workspaceId: number, authorization: string, more = "") =>
  askApp(
    new Request(`http://localhost:3000/graphiql?workspaceId=${workspaceId}${more}`, { headers: { authorization } }),
  );

test("an admin gets the explorer with the workspace filled in", async () => {
  const { workspaceId } = await createTestWorkspace();
  const { token } = await createTestMember(workspaceId, "ADMIN");
  const answer = await open(workspaceId, `Bearer ${token}`);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const html = await answer.text();
  const options = /const \{ workspaceId, \.\.\.options \} = (.*);/.exec(html)?.[1] ?? "";
  expect(JSON.parse(options)).toEqual({
    endpoint: "/core/gq",
    workspaceId,
    defaultQuery: expect.stringContaining("Write an operation here"),
    forcedTheme: "light",
    initialVariables: JSON.stringify({ input: { workspaceId } }, null, 2),
  });

  const policy = answer.headers.get("content-security-policy") ?? "";
  const nonce = /script-src 'nonce-([\w-]{22,})'(?:;|$)/.exec(policy)?.[1] ?? "";
  expect(nonce).not.toBe("");
  const scripts = html.match(/<script[^>]*>/g) ?? [];
  expect(scripts.map((tag) => tag.includes(`nonce="${nonce}"`))).toEqual([true, true, true]);
  expect(policy).toMatch(/default-src 'none'.*object-src 'none'; base-uri 'none'; frame-ancestors 'self'/);
});

test("an example is put in as text, whatever it says", async () => {
  const { workspaceId, apiKey } = await createTestWorkspace();
  const text = "</script><script>alert(1)</script>";
  const more = `&endpoint=/bot/gq&query=${encodeURIComponent(text)}`;
  const html = await (await open(workspaceId, apiKey, more)).text();
  expect(html).not.toContain("<script>alert");
  const options = /const \{ workspaceId, \.\.\.options \} = (.*);/.exec(html)?.[1] ?? "";
  expect(JSON.parse(options)).toMatchObject({ endpoint: "/bot/gq", initialQuery: text });
});

test("others are refused in the words of the API", async () => {
  const [own, foreign] = [await createTestWorkspace(), await createTestWorkspace()];
  const { token } = await createTestMember(own.workspaceId, "AGENT_PLUS");
  const refusals = [
    [
      await open(own.workspaceId, `Bearer ${token}`),
      403,
      "You do not have permission to access this resource with your current role assignment",
    ],
    [
      await open(own.workspaceId, foreign.apiKey),
      403,
      "You do not have permission to access this resource using that API key",
    ],
    [await open(own.workspaceId, "svck_nothing"), 401, "Invalid API key"],
    [await open(Number.NaN, own.apiKey), 403, "You do not have permission to access this resource using that API key"],
  ] as const;
  for (const [answer, status, sentence] of refusals) {
    expect([answer.status, await answer.text()]).toEqual([status, sentence]);
  }
  expect((await open(own.workspaceId, own.apiKey, "&endpoint=https://elsewhere.example")).status).toBe(404);
});

test("a page of another site cannot open it with a document of its own", async () => {
  const { workspaceId, apiKey } = await createTestWorkspace();
  const from = (site: string) =>
    askApp(
      new Request(`http://localhost:3000/graphiql?workspaceId=${workspaceId}&query=mutation`, {
        headers: { authorization: apiKey, "sec-fetch-site": site },
      }),
    );
  const foreign = await from("cross-site");
  expect([foreign.status, await foreign.text()]).toEqual([403, expect.stringContaining("sent by another site")]);
  expect((await from("same-origin")).status).toBe(200);
});

test("its files are kept by browsers, and found again by their mark", async () => {
  const request = (headers: Record<string, string> = {}, file = "graphiql.js") =>
    new Request(`http://localhost:3000/graphiql/${file}`, { headers });
  const first = await askApp(request());
  const etag = first.headers.get("etag") ?? "";
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
  expect(await first.text()).toContain("renderYogaGraphiQL");
  const again = await askApp(request({ "if-none-match": etag }));
  expect([again.status, (await again.bytes()).length]).toEqual([304, 0]);
  for (const file of ["none.js", "constructor", "..%2fgraphiql.js"]) {
    expect((await askApp(request({}, file))).status).toBe(404);
  }
});
