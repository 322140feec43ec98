import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { createTestAgentKey, createTestClient, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { IMPORT, IMPORT_JOB, uploadContacts, type TestImport } from "../testing/imports.ts";
import { CLIENT_COLUMNS } from "./import-columns.ts";
import { importContacts } from "./import-contacts.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "omnichannel-import-"));

const VALIDATE = `query ($input: ValidateBulkImportContactsInput!) { validateBulkImportContacts(input: $input) {
  totalRows validRows invalidRows errors { row message } } }`;
const CANCEL = `mutation ($input: BulkImportCancelInput!) { cancelBulkImport(input: $input) { state error processedRows } }`;

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
beforeEach(async () => {
  workspace = await createTestWorkspace();
});

const upload = (csv: string | Uint8Array) => uploadContacts(workspace.api, csv);
const jobOf = (jobId: string) => workspace.api.ok<TestImport>(IMPORT_JOB, { jobId });

/** Imports a CSV as the worker does. Returns the finished job. */
async function importCsv(csv: string | Uint8Array, skipErrors = false): Promise<TestImport> {
  const { jobId } = await workspace.api.ok<{ jobId: string }>(IMPORT, { fileName: await upload(csv), skipErrors });
  await importContacts(workspace.workspaceId, jobId);
  return jobOf(jobId);
}

const contacts = () =>
  database().client.findMany({
    where: { workspaceId: workspace.workspaceId },
    orderBy: [{ externalClientId: "asc" }],
  });

describe("validateBulkImportContacts", () => {
  test("counts the rows and names what is wrong, stores nothing", async () => {
    const fileName = await upload(
      [
        "externalClientId,phone,name,tags",
        "c-1,+4915112345678,Ana,vip|new",
        "c-2,12,Bo,",
        "",
        'c-1,,"Ana, again",',
        "c-4,+49 151 12345678,Cy,",
        "c-5,,=cmd,",
        "c-6,,Dee",
        "c-2,,Bo the second,",
      ].join("\n"),
    );
    expect(await workspace.api.ok(VALIDATE, { fileName })).toEqual({
      totalRows: 7,
      validRows: 2,
      invalidRows: 5,
      errors: [
        { row: 3, message: "This phone number cannot be used: it is too short" },
        { row: 5, message: "externalClientId is the same as in row 2" },
        { row: 6, message: "phone is the same as in row 2" },
        { row: 7, message: 'name may not begin with "=": spreadsheets would run it as a formula' },
        { row: 8, message: "The row has 3 cells, but the header has 4" },
      ],
    });
    expect(await contacts()).toEqual([]);
    expect(await database().tag.count({ where: { workspaceId: workspace.workspaceId } })).toBe(0);
  });

  test("tells the first thousand errors and counts all", async () => {
    const fileName = await upload(`phone\n${"x\n".repeat(1_500)}+4915112345678\n`);
    const answer = await workspace.api.ok<{ errors: { row: number }[] }>(VALIDATE, { fileName });
    expect(answer).toMatchObject({ totalRows: 1_501, validRows: 1, invalidRows: 1_500 });
    expect([answer.errors.length, answer.errors.at(-1)?.row]).toEqual([1_000, 1_001]);
  });

  test("refuses a file with more than 200,000 rows, and one whose header is wrong", async () => {
    const long = await upload(`externalClientId\n${Array.from({ length: 200_001 }, (_, i) => i).join("\n")}`);
    expect(await workspace.api.refusal(VALIDATE, { fileName: long })).toEqual({
      code: "BAD_INPUT",
      message: "the file may have at most 200,000 rows",
      paths: ["input.fileName"],
    });
    const wrong = await upload("phone,nickname\n+4915112345678,Nana\n");
    for (const operation of [VALIDATE, IMPORT]) {
      expect(await workspace.api.refusal(operation, { fileName: wrong })).toMatchObject({
        code: "BAD_INPUT",
        message: expect.stringContaining("there is no column “nickname”") as unknown,
        paths: ["input.fileName"],
      });
    }
  }, 60_000);

  test("a name that is missing, foreign, a path, of another purpose or without its file is the same answer", async () => {
    const foreign = await createTestWorkspace();
    const own = await upload("phone\n+4915112345678\n");
    const create = `mutation ($input: UploadCreateInput!) { createUpload(input: $input) { fileName } }`;
    const waiting = { contentType: "text/csv", purpose: "import" };
    const names = [
      await uploadContacts(foreign.api, "phone\n+4915112345678\n"),
      (await workspace.api.ok<{ fileName: string }>(create, waiting)).fileName,
      (await workspace.api.ok<{ fileName: string }>(create, { ...waiting, purpose: "media" })).fileName,
      `${"0".repeat(32)}.csv`,
      `../${foreign.workspaceId}/${own}`,
      `./${own}`,
      `${own}/`,
      ` ${own}`,
      own.toUpperCase(),
      "/etc/passwd",
      "..\\..\\x.csv",
      "%2e%2e%2fx",
      "",
    ];
    for (const fileName of names) {
      for (const operation of [VALIDATE, IMPORT]) {
        expect(await workspace.api.refusal(operation, { fileName }), fileName).toEqual({
          code: "NOT_FOUND",
          message: "File not found",
          paths: [],
        });
      }
    }
    expect(await database().importJob.count({ where: { workspaceId: workspace.workspaceId } })).toBe(0);
  });

  test("needs MANAGE_WORKSPACE, as the import does; a job of another workspace is not there", async () => {
    const fileName = await upload("phone\n+4915112345678\n");
    const { jobId } = await workspace.api.ok<{ jobId: string }>(IMPORT, { fileName });
    const agentKey = await createTestAgentKey(workspace.workspaceId);
    const plus = await createTestMember(workspace.workspaceId, "AGENT_PLUS");
    const admin = await createTestMember(workspace.workspaceId, "ADMIN");
    for (const [operation, input] of [
      [VALIDATE, { fileName }],
      [IMPORT, { fileName }],
      [IMPORT_JOB, { jobId }],
      [CANCEL, { jobId }],
    ] as const) {
      for (const caller of [agentKey.api, plus.api])
        expect((await caller.refusal(operation, input)).code).toBe("FORBIDDEN_ROLE");
    }
    expect(await admin.api.ok(VALIDATE, { fileName })).toMatchObject({ validRows: 1 });
    const foreign = await createTestWorkspace();
    for (const operation of [IMPORT_JOB, CANCEL]) {
      for (const caller of [foreign.api, workspace.api]) {
        const id = caller === foreign.api ? jobId : randomUUID();
        expect(await caller.refusal(operation, { jobId: id })).toMatchObject({
          code: "NOT_FOUND",
          message: "Import not found",
        });
      }
    }
    expect(await jobOf(jobId)).toMatchObject({ state: "queued", error: null, completedAt: null });
  });
});

describe("bulkImportContacts", () => {
  test("the same Idempotency-Key starts one import; with another input it is refused, and another key starts another", async () => {
    const { workspaceId, api } = workspace;
    const fileName = await upload("externalClientId;name\nc-1;Ana\n");
    const start = async (key: string, skipErrors = false) => {
      const input = { workspaceId, fileName, skipErrors };
      const { data, errors } = await api.post({ query: IMPORT, variables: { input } }, { "idempotency-key": key });
      return errors[0]?.extensions.code ?? (data?.bulkImportContacts as { jobId: string } | undefined)?.jobId;
    };
    const [first, repeated] = await Promise.all([start("k-1"), start("k-1")]);
    expect(repeated).toBe(first);
    expect(await start("k-1", true)).toBe("CONFLICT");
    expect(await database().importJob.count({ where: { workspaceId } })).toBe(1);
    expect(await start("k-2")).not.toBe(first);
    expect(await database().importJob.count({ where: { workspaceId } })).toBe(2);
  });

  test("creates and updates by externalClientId; what a row does not say stays", async () => {
    const { workspaceId, api } = workspace;
    const stage = await api.ok<{ id: string }>(
      `mutation ($input: TagCreateInput!) { createTag(input: $input) { id } }`,
      { type: "clientStage", tag: "Lead" },
    );
    const { agentId } = await createTestAgentKey(workspaceId);
    await createTestClient(workspaceId, {
      externalClientId: "c-2",
      name: "Old",
      surname: "Kept",
      city: "Kiel",
      tags: ["old"],
    });
    await createTestClient(workspaceId, { externalClientId: "c-9", name: "Untouched" });
    const csv = [
      "\uFEFFexternalClientId;name;surname;phone;email;address;city;country;code;stage;defaultAgentId;tags",
      `c-1;Ana;Muñoz;+49 151 1234 5678;ana@x.de;"Weg 1; hinten";Köln;;A-1;Lead;${agentId};vip| new`,
      `c-2;New;;;;;;;;${stage.id};;`,
    ].join("\r\n");
    expect(await importCsv(csv)).toMatchObject({
      state: "completed",
      totalRows: 2,
      processedRows: 2,
      createdCount: 1,
      updatedCount: 1,
      failedCount: 0,
      error: null,
      errors: [],
      completedAt: expect.any(String) as unknown,
    });
    const [first, second, untouched] = await contacts();
    expect(first).toMatchObject({
      externalClientId: "c-1",
      name: "Ana",
      surname: "Muñoz",
      phone: "+4915112345678",
      country: "DE",
      email: "ana@x.de",
      address: "Weg 1; hinten",
      city: "Köln",
      code: "A-1",
      stageId: stage.id,
      defaultAgentId: agentId,
      tags: ["vip", "new"],
      patchedAt: null,
    });
    expect(second).toMatchObject({ name: "New", surname: "Kept", city: "Kiel", tags: ["old"], stageId: stage.id });
    expect(second?.patchedAt).not.toBeNull();
    expect(untouched).toMatchObject({ name: "Untouched", patchedAt: null });
    const tags = await database().tag.findMany({ where: { workspaceId, type: "client" } });
    expect(tags.map(({ tag }) => tag).toSorted()).toEqual(["new", "old", "vip"]);
  });

  test("a row without externalClientId is the contact of its number: by identity, number or id, else a new one", async () => {
    const { workspaceId } = workspace;
    const byNumber = await createTestClient(workspaceId, { externalClientId: "shop-7", phone: "+4915100000001" });
    const byDigits = await createTestClient(workspaceId, { externalClientId: "4915100000002" });
    const byId = await createTestClient(workspaceId, { externalClientId: "+4915100000003" });
    const byIdentity = await createTestClient(workspaceId, { externalClientId: "wa-4" });
    await database().clientIdentity.create({
      data: { workspaceId, scope: "phone", externalId: "4915100000004", clientId: byIdentity.id },
    });
    // Of several matches, the one that is not archived.
    const archived = await createTestClient(workspaceId, { externalClientId: "old-5", phone: "+4915100000005" });
    await database().client.updateMany({ where: { id: archived.id }, data: { deletedAt: new Date() } });
    const active = await createTestClient(workspaceId, { externalClientId: "new-5", phone: "+4915100000005" });
    // One contact with two numbers, one of them as its id: both rows are applied, in order.
    const twoNumbers = await createTestClient(workspaceId, {
      externalClientId: "+4915100000006",
      phone: "+4915100000007",
    });
    const csv = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `+49 151 0000 000${n},Name ${n}`).join("\n");
    expect(await importCsv(`phone,name\n${csv}\n`)).toMatchObject({
      state: "completed",
      createdCount: 1,
      updatedCount: 7,
      failedCount: 0,
    });
    const names = new Map((await contacts()).map(({ id, name }) => [id, name]));
    expect([byNumber, byDigits, byId, byIdentity, archived, active, twoNumbers].map(({ id }) => names.get(id))).toEqual(
      ["Name 1", "Name 2", "Name 3", "Name 4", "Carla", "Name 5", "Name 7"],
    );
    const [added] = (await contacts()).filter(({ externalClientId }) => externalClientId === "+4915100000008");
    expect(added).toMatchObject({ phone: "+4915100000008", country: "DE", name: "Name 8" });
  });

  test("one bad row means that nothing is imported, unless bad rows are to be left out", async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => `c-${index},${index === 777 ? "@bad" : "Ana"}`);
    const csv = ["externalClientId,name", ...rows, "c-3,Ana again"].join("\n");
    const strict = await importCsv(csv);
    const errors = [
      { row: 779, message: 'name may not begin with "@": spreadsheets would run it as a formula' },
      { row: 1202, message: "externalClientId is the same as in row 5" },
    ];
    expect(strict).toMatchObject({
      state: "failed",
      totalRows: 1_201,
      processedRows: 0,
      createdCount: 0,
      failedCount: 2,
      error: "2 of 1201 rows are wrong; nothing was imported",
      errors,
      completedAt: expect.any(String) as unknown,
    });
    expect(await contacts()).toEqual([]);

    const lenient = await importCsv(csv, true);
    expect(lenient).toMatchObject({
      state: "completed",
      totalRows: 1_201,
      processedRows: 1_201,
      createdCount: 1_199,
      updatedCount: 0,
      failedCount: 2,
      error: null,
      errors,
    });
    expect((await contacts()).length).toBe(1_199);
  });

  test("lists a thousand errors over all batches and counts all", async () => {
    const bad = Array.from({ length: 1_700 }, (_, index) => `${index},=x`).join("\n");
    const job = await importCsv(`externalClientId,name\n${bad}\ngood,Ana\n`, true);
    expect(job).toMatchObject({ state: "completed", totalRows: 1_701, createdCount: 1, failedCount: 1_700 });
    expect([job.errors.length, job.errors[0]?.row, job.errors.at(-1)?.row]).toEqual([1_000, 2, 1_001]);
  });

  test("a file that cannot be read to its end: what stands before is imported only when bad rows are left out", async () => {
    const csv = 'externalClientId,name\n1,Ana\n2,"Bo\n3,Cy\n';
    expect(await importCsv(csv)).toMatchObject({ state: "failed", totalRows: 2, failedCount: 1, createdCount: 0 });
    expect(await importCsv(csv, true)).toMatchObject({
      state: "completed",
      totalRows: 2,
      createdCount: 1,
      failedCount: 1,
      errors: [{ row: 3, message: expect.stringContaining("never closed") as unknown }],
    });
  });

  test("a file with no rows fails in words", async () => {
    expect(await importCsv("phone\n\n")).toMatchObject({
      state: "failed",
      error: "The file has no rows below its header",
      totalRows: 0,
    });
  });

  test("the portal hears of each batch once, webhooks of nothing", async () => {
    const { workspaceId } = workspace;
    await database().event.deleteMany({ where: { workspaceId } });
    const ids = Array.from({ length: 1_100 }, (_, index) => index).join("\n");
    await importCsv(`externalClientId\n${ids}\n`);
    await importCsv(`externalClientId\n${ids}\n`);
    const events = await database().event.findMany({ where: { workspaceId }, select: { name: true, payload: true } });
    expect(events).toEqual(Array.from({ length: 10 }, () => ({ name: "CLIENT_CHANGED", payload: null })));
  });

  test("a file that is changed or taken away after the start fails the job in words", async () => {
    const pathOf = (fileName: string) =>
      join(process.env.DATA_DIR ?? "", "uploads", "files", String(workspace.workspaceId), fileName);
    for (const change of [
      (path: string) => writeFileSync(path, "externalClientId\n2\n"),
      (path: string) => writeFileSync(`${path}`, "externalClientId\n1\n"),
    ]) {
      const fileName = await upload("externalClientId\n1\n");
      const { jobId } = await workspace.api.ok<{ jobId: string }>(IMPORT, { fileName });
      // A file system's clock has a resolution of up to ten milliseconds.
      await new Promise((wait) => setTimeout(wait, 20));
      change(pathOf(fileName));
      await importContacts(workspace.workspaceId, jobId);
      expect(await jobOf(jobId)).toMatchObject({
        state: "failed",
        error: "The file is gone or was changed after the import was started",
        createdCount: 0,
      });
    }
    const fileName = await upload("externalClientId\n1\n");
    const { jobId } = await workspace.api.ok<{ jobId: string }>(IMPORT, { fileName });
    await database().upload.deleteMany({ where: { fileName } });
    await importContacts(workspace.workspaceId, jobId);
    expect(await jobOf(jobId)).toMatchObject({ state: "failed", error: "File not found" });
    expect(await contacts()).toEqual([]);
  });

  test("goes on after the last row stored: a second run, and two at once, apply no row twice", async () => {
    const { workspaceId } = workspace;
    const rows = Array.from({ length: 3_000 }, (_, index) => `c-${index},${index % 100 === 50 ? "=bad" : "Ana"}`);
    const csv = ["externalClientId,name", ...rows].join("\n");
    const { jobId } = await workspace.api.ok<{ jobId: string }>(IMPORT, {
      fileName: await upload(csv),
      skipErrors: true,
    });
    const done = {
      state: "completed",
      totalRows: 3_000,
      processedRows: 3_000,
      createdCount: 2_970,
      updatedCount: 0,
      failedCount: 30,
    };
    await Promise.all([
      importContacts(workspaceId, jobId),
      importContacts(workspaceId, jobId),
      importContacts(workspaceId, jobId),
    ]);
    expect(await jobOf(jobId)).toMatchObject(done);
    await importContacts(workspaceId, jobId);
    const job = await jobOf(jobId);
    expect(job).toMatchObject(done);
    expect(job.errors.map(({ row }) => row)).toEqual(Array.from({ length: 30 }, (_, index) => index * 100 + 52));
    expect((await contacts()).every(({ patchedAt }) => patchedAt === null)).toBe(true);
  });

  test("cancelBulkImport stops it between batches, says who did, and leaves what has ended alone", async () => {
    const { workspaceId, api } = workspace;
    const admin = await createTestMember(workspaceId, "ADMIN");
    const ids = Array.from({ length: 20_000 }, (_, index) => index).join("\n");
    const fileName = await upload(`externalClientId\n${ids}\n`);
    const { jobId } = await api.ok<{ jobId: string }>(IMPORT, { fileName });
    const running = importContacts(workspaceId, jobId);
    while ((await jobOf(jobId)).processedRows === 0) await new Promise((wait) => setTimeout(wait, 5));
    const stopped = await admin.api.ok<TestImport>(CANCEL, { jobId });
    await running;
    expect(stopped).toMatchObject({ state: "failed", error: "Stopped by Mia ADMIN" });
    const job = await jobOf(jobId);
    expect(job).toMatchObject({ state: "failed", error: "Stopped by Mia ADMIN", processedRows: stopped.processedRows });
    expect(job.processedRows).toBeLessThan(20_000);
    expect((await contacts()).length).toBe(job.processedRows);
    expect(await api.ok(CANCEL, { jobId })).toMatchObject({ error: "Stopped by Mia ADMIN" });

    const queued = await api.ok<{ jobId: string }>(IMPORT, { fileName: await upload("externalClientId\nlate\n") });
    expect(await api.ok(CANCEL, { jobId: queued.jobId })).toMatchObject({ state: "failed", processedRows: 0 });
    await importContacts(workspaceId, queued.jobId);
    expect(await database().client.count({ where: { workspaceId, externalClientId: "late" } })).toBe(0);

    const done = await importCsv("externalClientId\nlast\n");
    expect(await api.ok(CANCEL, { jobId: done.jobId })).toMatchObject({ state: "completed", error: null });
  });
});

test("an import stops when its workspace is deleted", async () => {
  const { workspaceId } = workspace;
  const { jobId } = await workspace.api.ok<{ jobId: string }>(IMPORT, {
    fileName: await upload("externalClientId\nc-1"),
  });
  await database().workspace.update({ where: { id: workspaceId }, data: { deletedAt: new Date() } });
  await importContacts(workspaceId, jobId);
  expect(await database().importJob.findFirst({ where: { workspaceId } })).toMatchObject({
    state: "failed",
    error: "The workspace was deleted",
    processedRows: 0,
  });
  expect(await contacts()).toEqual([]);
});

test("every column of an import is stored, and given again", async () => {
  const { agentId } = await createTestAgentKey(workspace.workspaceId);
  const written = (mark: string) => ({
    externalClientId: "every-column",
    name: `Name ${mark}`,
    surname: `Surname ${mark}`,
    phone: "+34612345678",
    email: `${mark}@example.com`,
    address: `Address ${mark}`,
    city: `City ${mark}`,
    country: mark === "one" ? "ES" : "PT",
    code: `Code ${mark}`,
    stage: `Stage ${mark}`,
    defaultAgentId: agentId,
    tags: `tag-${mark}`,
  });
  // Made by the first import, changed by the second.
  for (const mark of ["one", "two"]) {
    const workspaceId = workspace.workspaceId;
    await database().tag.create({ data: { workspaceId, type: "clientStage", tag: `Stage ${mark}` } });
    const row: Record<(typeof CLIENT_COLUMNS)[number], string> = written(mark);
    const csv = `${CLIENT_COLUMNS.join(",")}\n${CLIENT_COLUMNS.map((column) => row[column]).join(",")}`;
    expect(await importCsv(csv)).toMatchObject({ state: "completed", error: null });
    const { stageId, ...client } = await database().client.findFirstOrThrow({
      where: { workspaceId, externalClientId: "every-column" },
    });
    const { tag } = await database().tag.findFirstOrThrow({
      where: { workspaceId: workspace.workspaceId, id: stageId ?? "" },
    });
    expect({ ...client, stage: tag, tags: client.tags.join("|") }).toMatchObject(row);
  }
});
