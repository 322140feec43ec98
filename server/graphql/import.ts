import { bulkImportContacts } from "../clients/bulk-import-contacts.ts";
import { cancelBulkImport } from "../clients/cancel-bulk-import.ts";
import type { ImportRowError as ImportRowErrorResult, ImportValidation } from "../clients/check-import.ts";
import { getBulkImportJob } from "../clients/get-bulk-import-job.ts";
import { IMPORT_COLUMNS } from "../clients/import-columns.ts";
import { listBulkImportJobs, type ImportSummary as Summary } from "../clients/list-bulk-import-jobs.ts";
import { validateBulkImportContacts } from "../clients/validate-bulk-import-contacts.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";
import { pageOf } from "./pages.ts";

const ImportRowError = builder.objectRef<ImportRowErrorResult>("ImportRowError").implement({
  fields: (t) => ({
    row: t.exposeInt("row", { description: "As a spreadsheet counts: the header is row 1, empty rows count." }),
    message: t.exposeString("message"),
  }),
});

const FIRST_ERRORS = "The first 1,000.";

const BulkImportValidation = builder.objectRef<ImportValidation>("BulkImportValidation").implement({
  fields: (t) => ({
    totalRows: t.exposeInt("totalRows"),
    validRows: t.exposeInt("validRows"),
    invalidRows: t.exposeInt("invalidRows"),
    errors: t.field({ type: [ImportRowError], description: FIRST_ERRORS, resolve: ({ errors }) => errors }),
  }),
});

const BulkImportStart = builder.objectRef<{ jobId: string }>("BulkImportStart").implement({
  fields: (t) => ({ jobId: t.exposeID("jobId") }),
});

const BulkImportJob = builder.prismaObject("ImportJob", {
  name: "BulkImportJob",
  fields: (t) => ({
    jobId: t.exposeID("id"),
    state: t.exposeString("state", { description: "queued, running, completed, failed" }),
    totalRows: t.exposeInt("totalRows"),
    processedRows: t.exposeInt("processedRows"),
    createdCount: t.exposeInt("createdCount"),
    updatedCount: t.exposeInt("updatedCount"),
    failedCount: t.exposeInt("failedCount"),
    error: t.exposeString("error", { nullable: true, description: "Why it failed, in words; null otherwise." }),
    errors: t.field({
      type: [ImportRowError],
      description: FIRST_ERRORS,
      select: { rowErrors: { orderBy: { row: "asc" } } },
      resolve: ({ rowErrors }) => rowErrors,
    }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    completedAt: t.expose("completedAt", { type: "DateTime", nullable: true }),
  }),
});

const ImportSummary = builder.objectRef<Summary>("BulkImportSummary").implement({
  fields: (t) => ({
    jobId: t.exposeID("id"),
    name: t.exposeString("name", {
      nullable: true,
      description: "The file's own name; empty once the file is forgotten.",
    }),
    state: t.exposeString("state", { description: "queued, running, completed, failed" }),
    totalRows: t.exposeInt("totalRows"),
    processedRows: t.exposeInt("processedRows"),
    createdCount: t.exposeInt("createdCount"),
    updatedCount: t.exposeInt("updatedCount"),
    failedCount: t.exposeInt("failedCount"),
    error: t.exposeString("error", { nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    completedAt: t.expose("completedAt", { type: "DateTime", nullable: true }),
  }),
});
const ImportPage = pageOf(builder, ImportSummary, "BulkImportPage");

const ImportField = builder.enumType("ImportField", { values: IMPORT_COLUMNS });
const ImportColumn = builder.inputType("ImportColumn", {
  fields: (t) => ({
    column: t.string({ required: true, description: "Its name in the file's header row." }),
    field: t.field({ type: ImportField, description: "Empty: left out." }),
  }),
});
const COLUMNS =
  "Which of the file's columns is which field, where its header row does not name the fields itself. Columns that are not here are left out.";

const FILE =
  "A CSV that was put to an uploadUrl of createUpload: UTF-8, comma or semicolon, at most 50 MiB and 200,000 rows. Its header " +
  "row names columns of createClient in any order, externalClientId or phone among them, or fullName, which is split into name and " +
  "surname. Tags of one cell are split at commas, semicolons and |. An empty cell leaves its field as it is.";

const { query, mutation } = section(builder, "Files and import");

query("validateBulkImportContacts", validateBulkImportContacts, {
  type: BulkImportValidation,
  inputSays: FILE,
  input: (t) => ({
    fileName: t.string({ required: true }),
    columns: t.field({ type: [ImportColumn], description: COLUMNS }),
  }),
  says: "Reads an uploaded CSV of contacts and says what is wrong with it, row by row; nothing is stored.",
  example: { fileName: "FILE_NAME" },
});

query("bulkImportJob", getBulkImportJob, {
  type: BulkImportJob,
  input: (t) => ({ jobId: t.id({ required: true }) }),
  says: "How far an import has come, and which rows could not be taken.",
  example: { jobId: "JOB_ID" },
});

query("bulkImportJobs", listBulkImportJobs, {
  type: ImportPage,
  input: (t) => ({ first: t.int(), after: t.string() }),
  says: "The imports of the workspace, newest first.",
  example: { first: 20 },
});

mutation("bulkImportContacts", bulkImportContacts, {
  type: BulkImportStart,
  inputName: "BulkImportContactsInput",
  inputSays: FILE,
  input: (t) => ({
    fileName: t.string({ required: true }),
    columns: t.field({ type: [ImportColumn], description: COLUMNS }),
    skipErrors: t.boolean({
      description: "Leaves bad rows out; without it, one of them means that nothing is imported.",
    }),
  }),
  says: "Imports an uploaded CSV of contacts in the background.",
  example: { fileName: "FILE_NAME", skipErrors: true },
  idempotent: true,
});

mutation("cancelBulkImport", cancelBulkImport, {
  type: BulkImportJob,
  inputSays: "What is imported already stays.",
  input: (t) => ({ jobId: t.id({ required: true }) }),
  says: "Stops an import that is still running; rows that were taken stay.",
  example: { jobId: "RUNNING_JOB_ID" },
});
