import { startFauxqs } from "fauxqs";
import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BlobChanged, type BlobStore } from "./blob-store.ts";
import { fileStore } from "./file-store.ts";
import { s3Store } from "./s3-store.ts";

const folder = mkdtempSync(join(tmpdir(), "omnichannel-blobs-"));
const BUCKET = "files";

let s3: Awaited<ReturnType<typeof startFauxqs>>;
const stores: { files?: BlobStore; s3?: BlobStore } = {};
beforeAll(async () => {
  s3 = await startFauxqs({ port: 0, logger: false });
  s3.createBucket(BUCKET);
  stores.files = fileStore(folder);
  stores.s3 = s3Store({
    endpoint: `http://127.0.0.1:${s3.port}`,
    bucket: BUCKET,
    region: "us-east-1",
    accessKeyId: "test",
    secretAccessKey: "test-secret",
  });
});
afterAll(() => s3.stop());

const newKey = () => `1/${randomUUID()}.txt`;
const all = (stream: Promise<Readable>) => stream.then(text);

async function file(content: string): Promise<string> {
  const path = join(folder, randomUUID());
  await writeFile(path, content);
  return path;
}

describe.each(["files", "s3"] as const)("the store of %s", (name) => {
  const store = () => {
    const opened = stores[name];
    if (!opened) throw new Error("not opened");
    return opened;
  };

  test("keeps a file, tells its size, and gives it back whole and in part", async () => {
    const key = newKey();
    expect(await store().stat(key)).toBeNull();
    expect(await store().keep(key, await file("0123456789"), "text/plain")).toBe(true);
    const stored = await store().stat(key);
    expect(stored?.sizeBytes).toBe(10);
    expect(await all(store().read(key))).toBe("0123456789");
    expect(await all(store().read(key, { range: { start: 2, end: 4 } }))).toBe("234");
    expect(await all(store().read(key, { version: stored?.version ?? "" }))).toBe("0123456789");
  });

  test("a file that is not there, or not in the version asked for, is told apart from a fault", async () => {
    const key = newKey();
    await expect(store().read(key)).rejects.toThrow(BlobChanged);
    await store().keep(key, await file("one"), "text/plain");
    await expect(store().read(key, { version: "another" })).rejects.toThrow(BlobChanged);
  });

  test("deletes, also what is not there", async () => {
    const key = newKey();
    await store().keep(key, await file("one"), "text/plain");
    await store().delete(key);
    await store().delete(key);
    expect(await store().stat(key)).toBeNull();
  });
});

test("the file store never replaces a file, and another one in its place has another version", async () => {
  const key = newKey();
  const store = fileStore(folder);
  const second = await file("two");
  expect(await store.keep(key, await file("one"), "text/plain")).toBe(true);
  expect(await store.keep(key, second, "text/plain")).toBe(false);
  expect(await all(store.read(key))).toBe("one");
  const stored = await store.stat(key);
  writeFileSync(join(folder, "uploads", "files", key), "six");
  await expect(store.read(key, { version: stored?.version ?? "" })).rejects.toThrow(BlobChanged);
  expect(await store.putAddress(key, 60)).toBeNull();
});

test("a bucket gives addresses that take a PUT without us, and a replaced object has another version", async () => {
  const key = newKey();
  const address = await stores.s3?.putAddress(key, 60);
  expect(address).toContain(`/${BUCKET}/${key}?`);
  expect(new URL(address ?? "").searchParams.get("X-Amz-Expires")).toBe("60");
  expect((await fetch(address ?? "", { method: "PUT", body: "straight" })).status).toBe(200);
  const stored = await stores.s3?.stat(key);
  expect(stored?.sizeBytes).toBe(8);
  await fetch(address ?? "", { method: "PUT", body: "replaced" });
  await expect(stores.s3?.read(key, { version: stored?.version ?? "" })).rejects.toThrow(BlobChanged);
});

test("a bucket that does not answer is a fault, not a missing file", async () => {
  const away = s3Store({
    endpoint: "http://127.0.0.1:9",
    bucket: BUCKET,
    region: "us-east-1",
    accessKeyId: "test",
    secretAccessKey: "test-secret",
  });
  await expect(away.stat("1/x")).rejects.not.toThrow(BlobChanged);
  await expect(away.read("1/x")).rejects.not.toThrow(BlobChanged);
}, 30_000);
