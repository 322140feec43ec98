import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pool } from "../db.ts";
import { namesOfFiles, sendEarlierFile, storeBuildFiles } from "./build-files.ts";

let close: (() => void) | undefined;
beforeEach(() => pool().query(`delete from "BuildFile"`));
afterEach(() => close?.());

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "build-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, "static", name)), { recursive: true });
    writeFileSync(join(folder, "static", name), content);
  }
  return folder;
}

/** A web process of the build in `folder`, which says 404 where Next would take over. */
async function serve(folder: string): Promise<string> {
  const own = await namesOfFiles(folder);
  const server = createServer((request, response) => {
    void sendEarlierFile(own, request, response).then((isSent) => isSent || response.writeHead(404).end());
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  close = () => server.close();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a process sends the files of other builds, as they were, and leaves its own to Next", async () => {
  const files = { "chunks/a.js": "one();", "media/b.woff2": "font", "chunks/~b-1.css": "a{}" };
  const [earlier, running] = [folderWith(files), folderWith({ "chunks/a.js": "one();" })];
  await storeBuildFiles(earlier, "earlier");
  const address = await serve(running);
  const get = (path: string, init?: RequestInit) => fetch(`${address}${path}`, init);

  const font = await get("/_next/static/media/b.woff2?dpl=1");
  expect([font.status, await font.text()]).toEqual([200, "font"]);
  expect(Object.fromEntries(font.headers)).toMatchObject({
    "content-type": "font/woff2",
    "content-encoding": "gzip",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  });
  const plain = await get("/_next/static/media/b.woff2", { headers: { "accept-encoding": "identity" } });
  expect([await plain.text(), plain.headers.get("content-encoding"), plain.headers.get("content-length")]).toEqual([
    "font",
    null,
    "4",
  ]);
  const head = await get("/_next/static/media/b.woff2", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  for (const path of ["/_next/static/chunks/a.js", "/_next/static/chunks/none.js", "/media/b.woff2", "/_next/static/"])
    expect((await get(path)).status, path).toBe(404);
});

test("the last three builds are kept; one that starts again counts as new", async () => {
  const folder = folderWith({ "chunks/a.js": "one();", "chunks/b.js": "two();" });
  const start = async (build: string) => {
    await storeBuildFiles(folder, build);
    const { rows } = await pool().query<{ build: string; count: number }>(
      `select build, count(*)::int as count from "BuildFile" group by build order by max("storedAt")`,
    );
    return rows.map((row) => `${row.build} ${row.count}`);
  };
  await start("one");
  await start("two");
  expect(await start("three")).toEqual(["one 2", "two 2", "three 2"]);
  expect(await start("one")).toEqual(["two 2", "three 2", "one 2"]);
  expect(await start("four")).toEqual(["three 2", "one 2", "four 2"]);
});

test("processes of one build may start together", async () => {
  const folder = folderWith({ "chunks/a.js": "one();" });
  await Promise.all(Array.from({ length: 4 }, () => storeBuildFiles(folder, "one")));
  const { rows } = await pool().query(`select name from "BuildFile"`);
  expect(rows).toEqual([{ name: "chunks/a.js" }]);
});
