// @own-process: the storage keeps its bucket for as long as the process lives.
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
} from "@aws-sdk/client-s3";
import { startFauxqs } from "fauxqs";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importContacts } from "../clients/import-contacts.ts";
import { database } from "../db.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { IMPORT, IMPORT_JOB } from "../testing/imports.ts";
import { pruneUploads } from "./prune-uploads.ts";
import { askApp } from "../testing/ask-app.ts";

const BUCKET = "omnichannel";
const CREATE = `mutation ($input: UploadCreateInput!) { createUpload(input: $input) { fileName uploadUrl url } }`;
type Address = { fileName: string; uploadUrl: string; url: string | null };

let s3: Awaited<ReturnType<typeof startFauxqs>>;
beforeAll(async () => {
  s3 = await startFauxqs({ port: 0, logger: false });
  s3.createBucket(BUCKET);
  Object.assign(process.env, {
    DATA_DIR: mkdtempSync(join(tmpdir(), "omnichannel-s3-")),
    S3_ENDPOINT: `http://127.0.0.1:${s3.port}`,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: "test",
    S3_SECRET_ACCESS_KEY: "test-secret",
  });
});
afterAll(() => s3.stop());

/** Stores an object larger than the simulated storage accepts in one request. */
async function putInParts(Key: string, sizeBytes: number): Promise<void> {
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${s3.port}`,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test-secret" },
    forcePathStyle: true,
  });
  const object = { Bucket: BUCKET, Key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
  const Parts: CompletedPart[] = [];
  const partBytes = 10 * 1024 * 1024;
  for (let PartNumber = 1; (PartNumber - 1) * partBytes < sizeBytes; PartNumber++) {
    const Body = Buffer.alloc(Math.min(partBytes, sizeBytes - (PartNumber - 1) * partBytes), "x\n");
    const { ETag } = await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body }));
    Parts.push({ PartNumber, ETag });
  }
  await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }));
  client.destroy();
}

test("contacts go straight to the bucket and are imported from it; a file replaced meanwhile is not", async () => {
  const { api, workspaceId } = await createTestWorkspace();
  const { fileName, uploadUrl } = await api.ok<Address>(CREATE, { contentType: "text/csv", purpose: "import" });
  expect(uploadUrl.startsWith(`http://127.0.0.1:${s3.port}/${BUCKET}/${workspaceId}/${fileName}?`)).toBe(true);
  expect((await api.refusal(IMPORT, { fileName })).code).toBe("NOT_FOUND");

  const rows = Array.from({ length: 5_000 }, (_, index) => `c-${index},Ana ${index}`);
  const sent = await fetch(uploadUrl, { method: "PUT", body: ["externalClientId,name", ...rows].join("\n") });
  expect(sent.status).toBe(200);
  const validate = `query ($input: ValidateBulkImportContactsInput!) { validateBulkImportContacts(input: $input) { validRows } }`;
  expect(await api.ok(validate, { fileName })).toEqual({ validRows: 5_000 });
  const { jobId } = await api.ok<{ jobId: string }>(IMPORT, { fileName });
  const replaced = await api.ok<{ jobId: string }>(IMPORT, { fileName });
  await importContacts(workspaceId, jobId);
  expect(await api.ok(IMPORT_JOB, { jobId })).toMatchObject({ state: "completed", createdCount: 5_000 });
  expect(await database().client.count({ where: { workspaceId } })).toBe(5_000);

  await fetch(uploadUrl, { method: "PUT", body: "externalClientId\nother\n" });
  await importContacts(workspaceId, replaced.jobId);
  expect(await api.ok(IMPORT_JOB, { jobId: replaced.jobId })).toMatchObject({
    state: "failed",
    error: "The file is gone or was changed after the import was started",
  });
});

test("a file that is too large for an import is refused when it is looked at", async () => {
  const { api, workspaceId } = await createTestWorkspace();
  const { fileName } = await api.ok<Address>(CREATE, { contentType: "text/csv", purpose: "import" });
  await putInParts(`${workspaceId}/${fileName}`, 50 * 1024 * 1024 + 1);
  expect(await api.refusal(IMPORT, { fileName })).toMatchObject({
    code: "BAD_INPUT",
    message: "the file may have at most 50 MiB",
  });
});

test("media come through the service, which looks at them before the bucket has them", async () => {
  const { api, apiKey } = await createTestWorkspace();
  const { uploadUrl, url } = await api.ok<Address>(CREATE, { contentType: "text/plain", purpose: "media" });
  expect(uploadUrl.startsWith("http://localhost:3000/uploads/")).toBe(true);
  const put = (body: string) => askApp(new Request(uploadUrl, { method: "PUT", body }));
  const get = (headers: Record<string, string>) =>
    askApp(new Request(url ?? "", { headers: { authorization: apiKey, ...headers } }));
  expect((await put("<svg/>")).status).toBe(422);
  expect((await get({})).status).toBe(404);
  expect((await put("hello")).status).toBe(201);
  expect((await put("again")).status).toBe(409);
  expect(await (await get({})).text()).toBe("hello");
  expect(await (await get({ range: "bytes=1-2" })).text()).toBe("el");
});

test("pruning deletes a week-old import from the bucket", async () => {
  const { api, workspaceId } = await createTestWorkspace();
  const { fileName, uploadUrl } = await api.ok<Address>(CREATE, { contentType: "text/csv", purpose: "import" });
  await fetch(uploadUrl, { method: "PUT", body: "externalClientId\n1\n" });
  const createdAt = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  await database().upload.updateMany({ where: { workspaceId, fileName }, data: { createdAt } });
  expect(await pruneUploads()).toBe(1);
  expect(await database().upload.count({ where: { workspaceId } })).toBe(0);
});
