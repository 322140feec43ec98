import { randomUUID } from "node:crypto";
import { appUrls } from "./app-urls.ts";
import { expect, test } from "./neighbour.ts";

/** Invalid bodies, with their content types. */
const BODIES: Record<string, [contentType: string, body: string]> = {
  "half a document": ["application/json", "{"],
  "a number": ["application/json", "7"],
  "a list in a list, 5,000 deep": ["application/json", "[".repeat(5_000) + "]".repeat(5_000)],
  "200 kB of text": ["text/plain", "x".repeat(200_000)],
  "a form": ["application/x-www-form-urlencoded", "a=1&a=2&__proto__=3"],
  "half a file": ["multipart/form-data; boundary=b", "--b\r\ncontent-disposition: form-data; name=file"],
};
const METHODS = ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"];

/** The time within which a response must begin. */
const PATIENCE_MS = 10_000;

test.describe.configure({ timeout: 180_000 });

for (const who of ["a stranger", "a key"] as const) {
  test(`every URL of app/ answers ${who} whatever comes, and never with a fault of ours`, async ({
    product: { address },
    workspace: { workspaceId, apiKey },
    outside,
  }) => {
    const urls = appUrls({
      workspaceId: String(workspaceId),
      integrationId: outside.integrationId,
      nextauth: "signin",
      type: "whatsapp",
      convId: randomUUID(),
    });
    expect(urls.length).toBeGreaterThan(60);
    const credentials: Record<string, string> = who === "a key" ? { authorization: apiKey } : {};
    const wrong: string[] = [];
    const ask = async (name: string, path: string, init: RequestInit) => {
      const leave = new AbortController();
      const late = setTimeout(() => leave.abort(), PATIENCE_MS);
      try {
        const { status } = await fetch(`${address}${path}`, { redirect: "manual", signal: leave.signal, ...init });
        if (status >= 500) wrong.push(`${name} ${path}: ${status}`);
      } catch (error) {
        wrong.push(`${name} ${path}: ${String(error)}`);
      } finally {
        clearTimeout(late);
        // A stream of events would never end.
        leave.abort();
      }
    };
    for (const { path } of urls) {
      for (const method of METHODS) await ask(method, path, { method, headers: credentials });
      for (const [name, [contentType, body]] of Object.entries(BODIES))
        await ask(`POST ${name}`, path, {
          method: "POST",
          body,
          headers: { ...credentials, "content-type": contentType },
        });
    }
    expect(wrong).toEqual([]);
    for (const path of ["/%ff", `/${workspaceId}/inbox/%E0%A4%A`, "/uploads/1/%", "/ext/v1/incoming/custom/%c3%28"]) {
      for (const method of ["POST", ...METHODS]) {
        const { status } = await fetch(`${address}${path}`, { method });
        expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 400`);
      }
    }
    for (const [path, allowed] of [
      ["/sign-in", "GET, HEAD"],
      [`/${workspaceId}/inbox`, "GET, HEAD"],
    ] as const) {
      const refused = await fetch(`${address}${path}`, { method: "POST", body: "{" });
      expect([refused.status, refused.headers.get("allow")]).toEqual([405, allowed]);
    }
  });
}
