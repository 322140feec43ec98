import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeEach, describe, expect, test } from "vitest";
import { blobs } from "../blobs/blobs.ts";
import { database } from "../db.ts";
import { createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { IMPORT, IMPORT_JOB, uploadContacts, type TestImport } from "../testing/imports.ts";
import { importContacts } from "./import-contacts.ts";
import { askApp } from "../testing/ask-app.ts";

process.env.DATA_DIR = mkdtempSync(join(tmpdir(), "omnichannel-mapping-"));

const VALIDATE = `query ($input: ValidateBulkImportContactsInput!) { validateBulkImportContacts(input: $input) {
  totalRows validRows invalidRows errors { row message } } }`;
const JOBS = `query ($input: BulkImportJobsInput!) { bulkImportJobs(input: $input) {
  nodes { jobId name state totalRows failedCount } pageInfo { hasNextPage } } }`;

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
beforeEach(async () => {
  workspace = await createTestWorkspace();
});

const FILE =
  'Kundennr.;Vorname;Handy;Notiz\nk-1;Ana;+49 151 12345678;"mag ""Tee"""\nk-2;Bo;12;\n;=cmd;+4915112345679;x\n';
const COLUMNS = [
  { column: "Kundennr.", field: "externalClientId" },
  { column: "Vorname", field: "name" },
  { column: "Handy", field: "phone" },
  { column: "Notiz", field: null },
];

async function importFile(csv: string, more: Record<string, unknown>): Promise<TestImport> {
  const fileName = await uploadContacts(workspace.api, csv);
  const { jobId } = await workspace.api.ok<{ jobId: string }>(IMPORT, { fileName, ...more });
  await importContacts(workspace.workspaceId, jobId);
  return workspace.api.ok<TestImport>(IMPORT_JOB, { jobId });
}

const errorsOf = (jobId: string, authorization = workspace.apiKey) =>
  askApp(
    new Request(`http://localhost:3000/export/import-errors?workspaceId=${workspace.workspaceId}&jobId=${jobId}`, {
      headers: { authorization },
    }),
  );
const rowsOf = async (response: Response) =>
  parse(Buffer.from(await response.arrayBuffer()), { bom: true }) as string[][];

describe("a mapping of columns", () => {
  test("says which column is which field; what is left out is not read, and the worker reads by it too", async () => {
    const fileName = await uploadContacts(workspace.api, FILE);
    expect(await workspace.api.ok(VALIDATE, { fileName, columns: COLUMNS })).toMatchObject({
      totalRows: 3,
      validRows: 1,
      errors: [{ row: 3 }, { row: 4, message: 'name may not begin with "=": spreadsheets would run it as a formula' }],
    });
    const job = await importFile(FILE, { columns: COLUMNS, skipErrors: true });
    expect(job).toMatchObject({ state: "completed", createdCount: 1, failedCount: 2 });
    const { workspaceId } = workspace;
    expect(await database().client.findMany({ where: { workspaceId } })).toMatchObject([
      { externalClientId: "k-1", name: "Ana", phone: "+4915112345678" },
    ]);
    const { nodes } = await workspace.api.ok<{ nodes: unknown[] }>(JOBS);
    expect(nodes).toMatchObject([{ jobId: job.jobId, state: "completed", totalRows: 3, failedCount: 2 }]);
  });

  test.each([
    ["a column that the file does not have", [{ column: "Phone", field: "phone" }], "the file has no column “Phone”"],
    [
      "two columns for one field",
      [
        { column: "Kundennr.", field: "externalClientId" },
        { column: "Vorname", field: "externalClientId" },
      ],
      "the column externalClientId is there twice",
    ],
    [
      "no column to know a contact by",
      [{ column: "Vorname", field: "name" }],
      "a column externalClientId or phone is needed",
    ],
    [
      "a full name beside a first name",
      [
        { column: "Kundennr.", field: "externalClientId" },
        { column: "Vorname", field: "name" },
        { column: "Notiz", field: "fullName" },
      ],
      "fullName is split into name and surname, so neither can have a column of its own",
    ],
    ["no column at all", [], "a column externalClientId or phone is needed"],
  ])("%s is refused in words", async (_, columns, words) => {
    const fileName = await uploadContacts(workspace.api, FILE);
    for (const operation of [VALIDATE, IMPORT]) {
      expect(await workspace.api.refusal(operation, { fileName, columns })).toEqual({
        code: "BAD_INPUT",
        message: `the columns are wrong: ${words}`,
        paths: ["input.columns"],
      });
    }
  });

  test("splits a column of full names into first name and surname", async () => {
    const columns = [
      { column: "Nr", field: "externalClientId" },
      { column: "Kunde", field: "fullName" },
    ];
    await importFile("Nr;Kunde\nn-1;Ana Maria Silva\nn-2;de la Cruz, Maria\nn-3;Bo\n", { columns });
    const { workspaceId } = workspace;
    expect(
      await database().client.findMany({ where: { workspaceId }, orderBy: { externalClientId: "asc" } }),
    ).toMatchObject([
      { name: "Ana Maria", surname: "Silva" },
      { name: "Maria", surname: "de la Cruz" },
      { name: "Bo", surname: null },
    ]);
  });

  test("a number as our own export writes it is a number again", async () => {
    const job = await importFile("externalClientId,phone\ne-1,'+4915112345678\n", {});
    expect(job).toMatchObject({ state: "completed", createdCount: 1, failedCount: 0 });
  });
});

describe("GET /export/import-errors", () => {
  test("the refused rows as they stood in the file, each with its reason, formulas disarmed", async () => {
    const job = await importFile(FILE, { columns: COLUMNS, skipErrors: true });
    expect(await rowsOf(await errorsOf(job.jobId))).toEqual([
      ["Row", "Reason", "Kundennr.", "Vorname", "Handy", "Notiz"],
      ["3", "This phone number cannot be used: it is too short", "k-2", "Bo", "12", ""],
      ["4", 'name may not begin with "=": spreadsheets would run it as a formula', "", "'=cmd", "'+4915112345679", "x"],
    ]);
  });

  test("beyond the thousand that are kept with the job all are there", async () => {
    const job = await importFile(`phone\n${"12\n".repeat(1_200)}+4915112345678\n`, { skipErrors: true });
    expect(job).toMatchObject({ failedCount: 1_200, createdCount: 1 });
    const rows = await rowsOf(await errorsOf(job.jobId));
    expect([rows.length, rows.at(-1)?.[0]]).toEqual([1_201, "1201"]);
  });

  test("of a file that is gone, numbers and reasons are left; whoever may not import is refused", async () => {
    const job = await importFile(FILE, { columns: COLUMNS, skipErrors: true });
    const { workspaceId } = workspace;
    const { fileName } = await database().importJob.findFirstOrThrow({ where: { workspaceId, id: job.jobId } });
    await (await blobs()).delete(`${workspaceId}/${fileName}`);
    const rows = await rowsOf(await errorsOf(job.jobId));
    expect(rows.map((row) => row.slice(0, 1))).toEqual([["Row"], ["3"], ["4"]]);
    const agent = await createTestMember(workspaceId, "AGENT_PLUS");
    expect((await errorsOf(job.jobId, `Bearer ${agent.token}`)).status).toBe(403);
  });
});
