import { bulkImportContacts } from "../clients/bulk-import-contacts.ts";
import { cancelBulkImport } from "../clients/cancel-bulk-import.ts";
import type { ImportRowError as ImportRowErrorResult, ImportValidation } from "../clients/check-import.ts";
import { getBulkImportJob } from "../clients/get-bulk-import-job.ts";
import type { BulkImportJob as BulkImportJobResult } from "../clients/get-bulk-import-job.ts";
import { IMPORT_COLUMNS } from "../clients/import-columns.ts";
import { listBulkImportJobs } from "../clients/list-bulk-import-jobs.ts";
import type { ImportSummary as Summary } from "../clients/list-bulk-import-jobs.ts";
import { validateBulkImportContacts } from "../clients/validate-bulk-import-contacts.ts";
import type { Page } from "../page.ts";
import { builder, needs } from "./builder.ts";
import { PageInfo } from "./page-info.ts";

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

const BulkImportJob = builder.objectRef<BulkImportJobResult>("BulkImportJob").implement({
  fields: (t) => ({
    jobId: t.exposeID("id"),
    state: t.exposeString("state", { description: "queued, running, completed, failed" }),
    totalRows: t.exposeInt("totalRows"),
    processedRows: t.exposeInt("processedRows"),
    createdCount: t.exposeInt("createdCount"),
    updatedCount: t.exposeInt("updatedCount"),
    failedCount: t.exposeInt("failedCount"),
    error: t.exposeString("error", { nullable: true, description: "Why it failed, in words; null otherwise." }),
    errors: t.field({ type: [ImportRowError], description: FIRST_ERRORS, resolve: ({ rowErrors }) => rowErrors }),
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
const ImportPage = builder.objectRef<Page<Summary>>("BulkImportPage").implement({
  fields: (t) => ({
    nodes: t.field({ type: [ImportSummary], resolve: (page) => page.nodes }),
    pageInfo: t.field({ type: PageInfo, resolve: (page) => page.pageInfo }),
  }),
});

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

const ValidateBulkImportContactsInput = builder.inputType("ValidateBulkImportContactsInput", {
  description: FILE,
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    fileName: t.string({ required: true }),
    columns: t.field({ type: [ImportColumn], description: COLUMNS }),
  }),
});

const BulkImportContactsInput = builder.inputType("BulkImportContactsInput", {
  description: FILE,
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    fileName: t.string({ required: true }),
    columns: t.field({ type: [ImportColumn], description: COLUMNS }),
    skipErrors: t.boolean({
      description: "Leaves bad rows out; without it, one of them means that nothing is imported.",
    }),
  }),
});

const BulkImportJobInput = builder.inputType("BulkImportJobInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), jobId: t.id({ required: true }) }),
});

const BulkImportJobsInput = builder.inputType("BulkImportJobsInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), first: t.int(), after: t.string() }),
});

const BulkImportCancelInput = builder.inputType("BulkImportCancelInput", {
  description: "What is imported already stays.",
  fields: (t) => ({ workspaceId: t.int({ required: true }), jobId: t.id({ required: true }) }),
});

builder.queryFields((t) => ({
  validateBulkImportContacts: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: BulkImportValidation,
    args: { input: t.arg({ type: ValidateBulkImportContactsInput, required: true }) },
    resolve: (_, { input }, { ctx }) => validateBulkImportContacts(ctx, input),
  }),
  bulkImportJob: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: BulkImportJob,
    args: { input: t.arg({ type: BulkImportJobInput, required: true }) },
    resolve: (_, { input }, { ctx }) => getBulkImportJob(ctx, input),
  }),
  bulkImportJobs: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: ImportPage,
    args: { input: t.arg({ type: BulkImportJobsInput, required: true }) },
    resolve: (_, { input }, { ctx }) => listBulkImportJobs(ctx, input),
  }),
}));

builder.mutationFields((t) => ({
  bulkImportContacts: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: BulkImportStart,
    args: { input: t.arg({ type: BulkImportContactsInput, required: true }) },
    resolve: (_, { input }, { ctx, idempotencyKey }) => bulkImportContacts(ctx, input, idempotencyKey),
  }),
  cancelBulkImport: t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: BulkImportJob,
    args: { input: t.arg({ type: BulkImportCancelInput, required: true }) },
    resolve: (_, { input }, { ctx }) => cancelBulkImport(ctx, input),
  }),
}));
