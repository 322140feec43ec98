import { expect, test } from "vitest";
import { askApp } from "../testing/ask-app.ts";

const open = (path: string, headers = {}) => askApp(new Request(`http://localhost:3000/docs/rest${path}`, { headers }));

test("the page runs its own scripts alone, in the theme it was asked for", async () => {
  const scriptsOf = async (query: string) => {
    const answer = await open(query);
    const policy = answer.headers.get("content-security-policy") ?? "";
    const nonce = /script-src 'nonce-([\w-]{22,})'(?:;|$)/.exec(policy)?.[1] ?? "none";
    const html = await answer.text();
    expect((html.match(/<script[^>]*>/g) ?? []).map((tag) => tag.includes(`nonce="${nonce}"`))).toEqual([true, true]);
    return /toggle\("dark-mode", (.*)\)/.exec(html)?.[1];
  };
  expect(await scriptsOf("?theme=dark")).toBe("true");
  expect(await scriptsOf("?theme=light")).toBe("false");
  expect(await scriptsOf("")).toBe("dark.matches");
  expect(await scriptsOf(`?theme=${encodeURIComponent("</script><script>")}`)).toBe("dark.matches");
});

test("its files are answered once, and nothing but its files", async () => {
  const first = await open("/swagger-ui.css");
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
  expect(await first.text()).toContain(".swagger-ui");
  const etag = first.headers.get("etag") ?? "";
  expect((await open("/swagger-ui.css", { "if-none-match": etag })).status).toBe(304);
  expect((await open("/swagger-ui-bundle.js", { "if-none-match": etag })).status).toBe(200);
  for (const file of ["package.json", "index.html", "constructor", "..%2fpackage.json"])
    expect((await open(`/${file}`)).status, file).toBe(404);
});
