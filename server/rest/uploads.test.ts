import { request as httpRequest } from "node:http";
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { openDoors, type Doors } from "../testing/doors.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import type { Api } from "../testing/api.ts";
import { pruneUploads } from "../uploads/prune-uploads.ts";
import { signedUrl } from "../uploads/upload-link.ts";
import { askApp } from "../testing/ask-app.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "omnichannel-uploads-"));
const INCOMING = join(process.env.DATA_DIR, "uploads", "incoming");

const CREATE = `mutation ($input: UploadCreateInput!) { createUpload(input: $input) { fileName uploadUrl expiresAt url } }`;
type Address = { fileName: string; uploadUrl: string; expiresAt: string; url: string };

let doors: Doors;
let origin = "";
beforeAll(async () => {
  doors = await openDoors();
  origin = doors.base;
});
afterAll(() => doors.close());

/** URLs contain APP_URL. The endpoints of this test listen elsewhere. */
const here = (url: string) => url.replace("http://localhost:3000", origin);
const put = (url: string, body: Uint8Array | string) =>
  fetch(here(url), { method: "PUT", body: typeof body === "string" ? body : new Uint8Array(body) });
const get = (url: string, headers: Record<string, string> = {}) => fetch(here(url), { headers });
const address = (caller: Api, contentType: string, more: Record<string, unknown> = {}) =>
  caller.ok<Address>(CREATE, { contentType, purpose: "media", ...more });
const messageOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string; message: string } }).error;

/** A PNG whose header claims this size. */
function png(width = 1, height = 1): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    return Buffer.concat([size, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk("IDAT", deflateSync(Buffer.alloc(4)));
  return Buffer.concat([signature, chunk("IHDR", header), data, chunk("IEND", Buffer.alloc(0))]);
}

const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
const OGG = Buffer.concat([Buffer.from("OggS"), Buffer.alloc(24), Buffer.from("OpusHead"), Buffer.alloc(60)]);
const OLD_WORD = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);

describe("createUpload and PUT", () => {
  test("a file goes to its address once, and is the answer of its url", async () => {
    const { api, apiKey, workspaceId } = await createTestWorkspace();
    const upload = await address(api, "image/png", { name: "Rechnung Nº 1.png" });
    expect(upload.fileName).toMatch(/^[0-9a-f]{32}\.png$/);
    expect(upload.url).toBe(`http://localhost:3000/uploads/${workspaceId}/${upload.fileName}`);
    expect(upload.uploadUrl.startsWith(`${upload.url}?`)).toBe(true);
    expect(Date.parse(upload.expiresAt)).toBeGreaterThan(Date.now() + 50 * 60 * 1000);

    expect((await get(upload.url, { authorization: apiKey })).status).toBe(404);
    const bytes = png();
    const stored = await put(upload.uploadUrl, bytes);
    expect([stored.status, await stored.json()]).toEqual([201, { fileName: upload.fileName, sizeBytes: bytes.length }]);
    const again = await put(upload.uploadUrl, png(2, 2));
    expect(again.status).toBe(409);
    expect(await messageOf(again)).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("already") });

    const shown = await get(upload.url, { authorization: apiKey });
    expect(shown.status).toBe(200);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(bytes.length),
      "content-disposition": `inline; filename="Rechnung N_ 1.png"; filename*=UTF-8''Rechnung%20N%C2%BA%201.png`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-cache",
      etag: `"${upload.fileName}"`,
    });
    expect(readdirSync(INCOMING)).toEqual([]);
  });

  test("of PUTs at the same time one is taken whole", async () => {
    const { api, apiKey } = await createTestWorkspace();
    const { uploadUrl, url } = await address(api, "text/plain");
    const texts = Array.from({ length: 8 }, (_, index) => String(index).repeat(50_000));
    const statuses = await Promise.all(texts.map(async (text) => (await put(uploadUrl, text)).status));
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect(await (await get(url, { authorization: apiKey })).text()).toBe(texts[statuses.indexOf(201)]);
  });

  test("the limit holds while the bytes arrive, announced or not; nothing is left of what broke off", async () => {
    const { api } = await createTestWorkspace();
    const { uploadUrl } = await address(api, "image/png");
    const announced = await put(uploadUrl, Buffer.alloc(5 * 1024 * 1024 + 1));
    expect(announced.status).toBe(413);
    expect((await messageOf(announced)).message).toBe("The file may have at most 5 MiB");

    const streamed = await new Promise<number | undefined>((resolve) => {
      const request = httpRequest(here(uploadUrl), { method: "PUT" }, (response) => {
        response.resume();
        resolve(response.statusCode);
        request.destroy();
      });
      request.on("error", () => undefined);
      const more = () => request.destroyed || request.write(Buffer.alloc(256 * 1024), () => setImmediate(more));
      more();
    });
    expect(streamed).toBe(413);

    const broken = httpRequest(here(uploadUrl), { method: "PUT", headers: { "content-length": "1000" } });
    broken.on("error", () => undefined);
    broken.write(png());
    await new Promise((wait) => setTimeout(wait, 100));
    broken.destroy();
    await expect.poll(() => readdirSync(INCOMING), { timeout: 10_000 }).toEqual([]);
    expect((await put(uploadUrl, png())).status).toBe(201);
  });

  test("an address that was forged, made for reading, or has expired takes nothing", async () => {
    const { api, workspaceId } = await createTestWorkspace();
    const foreign = await createTestWorkspace();
    const { uploadUrl, fileName, url } = await address(api, "text/plain");
    const at = (more: Record<string, string>, of = uploadUrl) => {
      const changed = new URL(of);
      for (const [name, value] of Object.entries(more)) changed.searchParams.set(name, value);
      return changed.href;
    };
    const inAnHour = new Date(Date.now() + 3_600_000);
    const wrong = [
      url,
      at({ signature: "AAAA" }),
      at({ signature: "" }),
      at({ expires: String(Math.floor(Date.now() / 1000) + 999_999) }),
      at({ expires: "NaN" }),
      signedUrl("GET", workspaceId, fileName, inAnHour),
      signedUrl("PUT", workspaceId, fileName, new Date(Date.now() - 1000)),
      uploadUrl.replace(`/uploads/${workspaceId}/`, `/uploads/${foreign.workspaceId}/`),
      uploadUrl.replace(`/uploads/${workspaceId}/`, "/uploads/x/"),
    ];
    for (const link of wrong) {
      const response = await put(link, "hello");
      expect(response.status, link).toBe(403);
      expect(await messageOf(response)).toEqual({
        code: "FORBIDDEN_WORKSPACE",
        message: "This upload address is wrong or has expired; ask for a new one with createUpload",
        wording: { code: "clients.upload.addressWrong", params: {} },
      });
    }
    const missing = signedUrl("PUT", workspaceId, `${"0".repeat(32)}.txt`, inAnHour);
    expect((await put(missing, "hello")).status).toBe(404);
    expect((await put(uploadUrl, "hello")).status).toBe(201);
  });

  test.each<[string, string, Uint8Array | string]>([
    ["a JPEG said to be PNG", "image/png", Buffer.from("ffd8ffe000104a46494600", "hex")],
    ["SVG said to be PNG", "image/png", `<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`],
    ["HTML said to be text", "text/plain", " \n<!doctype html><script>alert(1)</script>"],
    ["SVG said to be text", "text/plain", `<svg xmlns="http://www.w3.org/2000/svg"/>`],
    ["XML said to be CSV", "text/csv", `<?xml version="1.0"?><a/>`],
    ["a PDF said to be text", "text/plain", PDF],
    ["text that is no UTF-8", "text/plain", Buffer.from([0x68, 0xe4])],
    ["text with NUL", "text/plain", "a\0b"],
    ["a program said to be PDF", "application/pdf", Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)])],
    [
      "a ZIP said to be a document",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      Buffer.from("504b05060000000000000000000000000000000000", "hex"),
    ],
    ["an image of more than 50 million pixels", "image/png", png(8_000, 6_251)],
    ["a PNG cut off in its header", "image/png", png().subarray(0, 20)],
    ["nothing", "text/plain", ""],
  ])("%s is refused with a reason", async (_, contentType, bytes) => {
    const { api, apiKey } = await createTestWorkspace();
    const { uploadUrl, url } = await address(api, contentType);
    const response = await put(uploadUrl, bytes);
    expect(response.status).toBe(422);
    const { code, message } = await messageOf(response);
    expect([code, message.length > 10]).toEqual(["BAD_INPUT", true]);
    expect((await get(url, { authorization: apiKey })).status).toBe(404);
    expect(readdirSync(INCOMING)).toEqual([]);
  });

  test.each<[string, Uint8Array | string, string, string]>([
    [
      "image/jpg",
      Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0001108000100010301110002110103", "hex"),
      "image/jpeg",
      "inline",
    ],
    ["application/pdf", PDF, "application/pdf", "attachment"],
    ["audio/ogg; codecs=opus", OGG, "audio/ogg", "attachment"],
    ["application/msword", OLD_WORD, "application/msword", "attachment"],
    ["text/csv", "name,phone\nAna,1\n", "text/csv", "attachment"],
    ["image/png", png(8_000, 6_250), "image/png", "inline"],
  ])("%s is taken", async (contentType, bytes, servedAs, disposition) => {
    const { api, apiKey } = await createTestWorkspace();
    const { uploadUrl, url } = await address(api, contentType);
    expect((await put(uploadUrl, bytes)).status).toBe(201);
    const response = await get(url, { authorization: apiKey });
    expect(response.headers.get("content-type")).toBe(servedAs);
    expect(response.headers.get("content-disposition")?.split(";")[0]).toBe(disposition);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(bytes));
  });

  test("types that a browser could run, and those nobody can send, are refused before there is an address", async () => {
    const { api } = await createTestWorkspace();
    for (const contentType of ["image/svg+xml", "text/html", "application/xml", "application/x-msdownload", ""]) {
      const refusal = await api.refusal(CREATE, { contentType, purpose: "media" });
      expect(refusal).toMatchObject({ code: "BAD_INPUT", paths: ["input.contentType"] });
    }
    expect(await api.refusal(CREATE, { contentType: "image/png", purpose: "import" })).toMatchObject({
      code: "BAD_INPUT",
      message: "contacts are imported from a CSV file; give the contentType text/csv",
    });
  });

  test("imports need MANAGE_WORKSPACE, media a seat", async () => {
    const { workspaceId, api } = await createTestWorkspace();
    const allowed = async (caller: Api, purpose: string) => {
      const { errors } = await caller.call(CREATE, { contentType: "text/csv", purpose });
      return errors[0]?.extensions.code ?? "ok";
    };
    const agentKey = await createTestAgentKey(workspaceId);
    const rows = [
      ["workspace key", api],
      ["agent key", agentKey.api],
    ] as [string, Api][];
    for (const role of ["ADMIN", "AGENT_PLUS", "AGENT"] as const) {
      rows.push([role, (await createTestMember(workspaceId, role)).api]);
    }
    const answers = await Promise.all(
      rows.map(async ([name, caller]) => [name, await allowed(caller, "import"), await allowed(caller, "media")]),
    );
    expect(answers).toEqual([
      ["workspace key", "ok", "ok"],
      ["agent key", "FORBIDDEN_ROLE", "ok"],
      ["ADMIN", "ok", "ok"],
      ["AGENT_PLUS", "FORBIDDEN_ROLE", "ok"],
      ["AGENT", "FORBIDDEN_ROLE", "ok"],
    ]);
  });
});

describe("GET of a file", () => {
  async function storedFile(bytes: Uint8Array | string = "0123456789", contentType = "text/plain") {
    const workspace = await createTestWorkspace();
    const upload = await address(workspace.api, contentType);
    expect((await put(upload.uploadUrl, bytes)).status).toBe(201);
    return { ...workspace, ...upload };
  }

  test("is for a seat in its workspace; to all others a file of another workspace is one that is not there", async () => {
    const { url, apiKey, workspaceId, fileName } = await storedFile();
    const foreign = await createTestWorkspace();
    const member = await createTestMember(workspaceId, "AGENT");
    const stranger = await createTestMember(foreign.workspaceId, "ADMIN");
    const cookie = (token: string) => ({ cookie: `next-auth.session-token=${token}` });
    expect((await get(url, { authorization: apiKey })).status).toBe(200);
    expect((await get(url, cookie(member.token))).status).toBe(200);
    expect((await get(url)).status).toBe(401);
    expect((await get(url, { authorization: "svck_wrong" })).status).toBe(401);

    const missing = url.replace(fileName, `${"f".repeat(32)}.txt`);
    const asForeign = url.replace(`/${workspaceId}/`, `/${foreign.workspaceId}/`);
    const answers = await Promise.all(
      [
        get(url, { authorization: foreign.apiKey }),
        get(url, cookie(stranger.token)),
        get(missing, { authorization: foreign.apiKey }),
        get(missing, { authorization: apiKey }),
        get(asForeign, { authorization: foreign.apiKey }),
        get(url.replace(fileName, "..%2f..%2fsecrets.json"), { authorization: apiKey }),
        get(url.replace(`/${workspaceId}/`, "/99999999999/"), { authorization: apiKey }),
      ].map(async (asking) => {
        const response = await asking;
        return [response.status, await response.text()];
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify([404, JSON.stringify({ error: { code: "NOT_FOUND", message: "File not found" } })])]),
    );
  });

  test("a signed link opens one file until it expires, for reading only", async () => {
    const { workspaceId, fileName, uploadUrl, url } = await storedFile();
    const link = signedUrl("GET", workspaceId, fileName, new Date(Date.now() + 60_000));
    const response = await get(link);
    expect([response.status, await response.text()]).toEqual([200, "0123456789"]);
    expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    const other = await address((await createTestWorkspace()).api, "text/plain");
    for (const wrong of [
      signedUrl("GET", workspaceId, fileName, new Date(Date.now() - 1_000)),
      `${other.url}?${link.split("?")[1]}`,
      uploadUrl,
      `${url}?signature=x`,
    ]) {
      const refused = await get(wrong);
      expect(refused.status, wrong).toBe(403);
      expect((await messageOf(refused)).message).toBe("This link is wrong or has expired");
    }
  });

  test("links of a deleted workspace open nothing and take nothing", async () => {
    const { api, workspaceId } = await createTestWorkspace();
    const [stored, open] = [await address(api, "image/png"), await address(api, "image/png")];
    await put(stored.uploadUrl, png());
    const link = signedUrl("GET", workspaceId, stored.fileName, new Date(Date.now() + 60_000));
    expect((await get(link)).status).toBe(200);
    await database().workspace.update({ where: { id: workspaceId }, data: { deletedAt: new Date() } });
    for (const refused of [await get(link), await put(open.uploadUrl, png())]) {
      expect([refused.status, (await messageOf(refused)).code]).toEqual([403, "FORBIDDEN_WORKSPACE"]);
    }
  });

  test("an import is not given out again, not even to its owner", async () => {
    const { api, apiKey, workspaceId } = await createTestWorkspace();
    const { uploadUrl, fileName, url } = await address(api, "text/csv", { purpose: "import" });
    expect(url).toBeNull();
    expect((await put(uploadUrl, "phone\n+4915112345678\n")).status).toBe(201);
    const response = await get(`http://localhost:3000/uploads/${workspaceId}/${fileName}`, { authorization: apiKey });
    expect(response.status).toBe(404);
  });

  test.each<[string, string | null, number, string, string | null]>([
    ["none", null, 200, "0123456789", null],
    ["a part", "bytes=2-4", 206, "234", "bytes 2-4/10"],
    ["from a place", "bytes=7-", 206, "789", "bytes 7-9/10"],
    ["the end", "bytes=-3", 206, "789", "bytes 7-9/10"],
    ["past the end", "bytes=8-99", 206, "89", "bytes 8-9/10"],
    ["more than there is from the end", "bytes=-99", 206, "0123456789", "bytes 0-9/10"],
    ["outside", "bytes=10-", 416, "", "bytes */10"],
    ["nothing of the end", "bytes=-0", 416, "", "bytes */10"],
    ["backwards", "bytes=4-2", 200, "0123456789", null],
    ["several", "bytes=0-1,3-4", 200, "0123456789", null],
    ["another unit", "lines=1-2", 200, "0123456789", null],
  ])("range: %s", async (_, range, status, text, contentRange) => {
    const { url, apiKey } = await storedFile();
    const response = await get(url, { authorization: apiKey, ...(range ? { range } : {}) });
    expect([response.status, await response.text(), response.headers.get("content-range")]).toEqual([
      status,
      text,
      contentRange,
    ]);
  });

  test("a copy that the reader has is not sent again; a part of another file is answered with the whole", async () => {
    const { url, apiKey, fileName } = await storedFile();
    const authorization = apiKey;
    expect((await get(url, { authorization, "if-none-match": `W/"${fileName}"` })).status).toBe(304);
    expect((await get(url, { authorization, "if-none-match": '"other"' })).status).toBe(200);
    expect((await get(url, { authorization, range: "bytes=0-1", "if-range": '"other"' })).status).toBe(200);
    expect((await get(url, { authorization, range: "bytes=0-1", "if-range": `"${fileName}"` })).status).toBe(206);
    const head = await fetch(here(url), { method: "HEAD", headers: { authorization } });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
  });

  test("the same is answered through Fetch", async () => {
    const { api, apiKey } = await createTestWorkspace();
    const { uploadUrl, url } = await address(api, "image/png");
    const bytes = png();
    const sent = new Request(uploadUrl, { method: "PUT", body: new Uint8Array(bytes) });
    expect((await askApp(sent)).status).toBe(201);
    const shown = await askApp(new Request(url, { headers: { authorization: apiKey } }));
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes);
    const head = await askApp(new Request(url, { method: "HEAD", headers: { authorization: apiKey } }));
    // Next discards a body without closing it, which would leave the file open. So there must be no body.
    expect([head.status, head.headers.get("content-length"), head.body]).toEqual([200, String(bytes.length), null]);
    expect((await askApp(new Request(url))).status).toBe(401);
  });
});

test("pruning deletes addresses without a file after a day and imports after a week, and no media", async () => {
  const { api, apiKey, workspaceId } = await createTestWorkspace();
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  const make = async (purpose: string, days: number, isStored: boolean) => {
    const upload = await address(api, "text/csv", { purpose });
    if (isStored) expect((await put(upload.uploadUrl, "phone\n1\n")).status).toBe(201);
    await database().upload.updateMany({ where: { fileName: upload.fileName }, data: { createdAt: daysAgo(days) } });
    return upload;
  };
  const waiting = await make("media", 0.9, false);
  await make("media", 1.1, false);
  const media = await make("media", 400, true);
  const young = await make("import", 6.9, true);
  const old = await make("import", 7.1, true);
  const busy = await make("import", 30, true);
  await database().importJob.create({
    data: { workspaceId, fileName: busy.fileName, skipErrors: false, state: "running", createdBy: "test" },
  });
  expect(await pruneUploads()).toBe(2);
  const left = await database().upload.findMany({ where: { workspaceId }, orderBy: { createdAt: "asc" } });
  expect(left.map(({ fileName }) => fileName).toSorted()).toEqual(
    [waiting, media, young, busy].map(({ fileName }) => fileName).toSorted(),
  );
  expect((await get(media.url, { authorization: apiKey })).status).toBe(200);
  const pathOf = (fileName: string) => join(INCOMING, "..", "files", String(workspaceId), fileName);
  expect([old, busy].map(({ fileName }) => existsSync(pathOf(fileName)))).toEqual([false, true]);
});
