import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { contactKeys } from "./queries.ts";

const VALIDATE = graphql(`
  query ValidateImport($input: ValidateBulkImportContactsInput!) {
    validateBulkImportContacts(input: $input) {
      totalRows
      validRows
      invalidRows
      errors {
        row
        message
      }
    }
  }
`);

const START = graphql(`
  mutation StartImport($input: BulkImportContactsInput!) {
    bulkImportContacts(input: $input) {
      jobId
    }
  }
`);

const JOB = graphql(`
  query ImportJob($input: BulkImportJobInput!) {
    bulkImportJob(input: $input) {
      jobId
      state
      totalRows
      processedRows
      createdCount
      updatedCount
      failedCount
      error
      errors {
        row
        message
      }
      createdAt
      completedAt
    }
  }
`);

const JOBS = graphql(`
  query ImportJobs($input: BulkImportJobsInput!) {
    bulkImportJobs(input: $input) {
      nodes {
        jobId
        name
        state
        totalRows
        createdCount
        updatedCount
        failedCount
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const CANCEL = graphql(`
  mutation CancelImport($input: BulkImportCancelInput!) {
    cancelBulkImport(input: $input) {
      jobId
    }
  }
`);

export type Columns = NonNullable<VariablesOf<typeof START>["input"]["columns"]>;
export type Field = NonNullable<Columns[number]["field"]>;
export type ImportJob = ResultOf<typeof JOB>["bulkImportJob"];
export type Validation = ResultOf<typeof VALIDATE>["validateBulkImportContacts"];

const POLL_MS = 1_000;

const importsKey = (workspaceId: number) => [...contactKeys.all(workspaceId), "imports"] as const;

export function isOver({ state }: Pick<ImportJob, "state">): boolean {
  return state === "completed" || state === "failed";
}

/** An import. Polled every second while it runs, because no event reports each step. */
export const importJobQuery = (workspaceId: number, jobId: string) =>
  queryOptions({
    queryKey: [...importsKey(workspaceId), jobId],
    queryFn: async ({ signal }) => (await gqlRequest(JOB, { workspaceId, jobId }, { signal })).bulkImportJob,
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : POLL_MS),
  });

export const importJobsQuery = (workspaceId: number) =>
  infiniteQueryOptions({
    queryKey: importsKey(workspaceId),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam: after, signal }) =>
      (await gqlRequest(JOBS, { workspaceId, first: 20, after }, { signal })).bulkImportJobs,
    getNextPageParam: (page) => (page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null),
  });

export const validateImport = async (workspaceId: number, fileName: string, columns: Columns) =>
  (await gqlRequest(VALIDATE, { workspaceId, fileName, columns })).validateBulkImportContacts;
/** @param idempotencyKey the same key with the same choice starts only one import, even if responses are lost. */
export const startImport = async (
  workspaceId: number,
  choice: { fileName: string; columns: Columns; skipErrors: boolean },
  idempotencyKey: string,
) => (await gqlRequest(START, { workspaceId, ...choice }, { idempotencyKey })).bulkImportContacts.jobId;
export const cancelImport = (workspaceId: number, jobId: string) => gqlRequest(CANCEL, { workspaceId, jobId });

/** The URL of the file of refused rows. */
export const errorFile = (workspaceId: number, jobId: string) =>
  `/export/import-errors?${new URLSearchParams({ workspaceId: String(workspaceId), jobId })}`;
