import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureWebchat } from "../cli/build-webchat.ts";
import { database } from "../db.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { createTestWebchat } from "../testing/webchat.ts";
import { askApp } from "../testing/ask-app.ts";

const get = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://localhost:3000${path}`, { headers });

beforeAll(() => ensureWebchat());

async function frameWith(webchat: Record<string, unknown>): Promise<Response> {
  const { workspaceId } = await createTestWorkspace();
  const { integrationId } = await createTestWebchat(workspaceId);
  await database().integration.updateMany({
    where: { workspaceId, id: integrationId },
    data: { webchat: webchat as object },
  });
  return askApp(get(`/chat/${integrationId}`));
}

const directives = (response: Response) =>
  new Map(
    (response.headers.get("content-security-policy") ?? "").split("; ").map((directive) => {
      const [name = "", ...values] = directive.split(" ");
      return [name, values.join(" ")];
    }),
  );

describe("the chat's page", () => {
  test("runs our own files and nothing else, and any site may show it until sites are named", async () => {
    const response = await frameWith({});
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(Object.fromEntries(directives(response))).toMatchObject({
      "default-src": "'none'",
      "script-src": "http://localhost:3000/chat/assets/",
      "style-src": "http://localhost:3000/chat/assets/",
      "connect-src": "http://localhost:3000",
      "base-uri": "'none'",
      "form-action": "'none'",
      "frame-ancestors": "*",
    });
    expect(await response.text()).not.toMatch(/<script>|<style|\son\w+=/);
  });

  test("named sites alone may show it, and the portal", async () => {
    const response = await frameWith({ allowedOrigins: ["https://shop.example", "https://*.other.example"] });
    expect(directives(response).get("frame-ancestors")).toBe(
      "http://localhost:3000 https://shop.example https://*.other.example",
    );
    // The page must not reveal which other sites may embed it.
    expect(await response.text()).not.toContain("shop.example");
  });

  test("a text of the channel cannot end the element that it stands in", async () => {
    const title = "</script><script>alert(1)</script>";
    const html = await (await frameWith({ title })).text();
    expect(html).not.toContain("<script>alert");
    const look = /<script type="application\/json" id="look">(.*?)<\/script>/.exec(html)?.[1] ?? "";
    expect(JSON.parse(look)).toMatchObject({ title });
  });

  test("of a chat that does not exist there is none", async () => {
    for (const integrationId of [randomUUID(), "nonsense"])
      expect((await askApp(get(`/chat/${integrationId}`))).status).toBe(404);
  });
});

describe("the files", () => {
  test("the loader is asked for again soon, and not sent again while it is the same", async () => {
    const response = await askApp(get("/webchat.js"));
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.text()).toContain("OmnichannelChat");
    const again = await askApp(get("/webchat.js", { "if-none-match": response.headers.get("etag") ?? "" }));
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("the page names its script and style by their content, to be kept for ever", async () => {
    const html = await (await frameWith({})).text();
    const names = [...html.matchAll(/\/chat\/assets\/([\w.-]+)/g)].map(([, name = ""]) => name);
    expect(names.map((name) => name.split(".").pop()).sort()).toEqual(["css", "js"]);
    for (const file of names) {
      const response = await askApp(get(`/chat/assets/${file}`));
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect((await response.text()).length).toBeGreaterThan(1_000);
    }
  });

  test("no other file of the folder can be had", async () => {
    for (const file of ["manifest.json", "made-from", "..%2f..%2fpackage.json", ""])
      expect((await askApp(get(`/chat/assets/${file}`))).status).toBe(404);
  });
});
