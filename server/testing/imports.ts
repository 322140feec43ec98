import type { Api } from "./api.ts";
import { askApp } from "./ask-app.ts";

const CREATE = `mutation ($input: UploadCreateInput!) { createUpload(input: $input) { fileName uploadUrl } }`;

/** Uploads a CSV of contacts through the API and the upload address. Returns the file's name. */
export async function uploadContacts(caller: Api, csv: string | Uint8Array): Promise<string> {
  const { fileName, uploadUrl } = await caller.ok<{ fileName: string; uploadUrl: string }>(CREATE, {
    contentType: "text/csv",
    purpose: "import",
  });
  const body = typeof csv === "string" ? csv : new Uint8Array(csv);
  const response = await askApp(new Request(uploadUrl, { method: "PUT", body }));
  if (response.status !== 201) throw new Error(`refused: ${response.status} ${await response.text()}`);
  return fileName;
}

/** An import as bulkImportJob returns it. */
export type TestImport = {
  jobId: string;
  state: string;
  totalRows: number;
  processedRows: number;
  createdCount: number;
  updatedCount: number;
  failedCount: number;
  error: string | null;
  errors: { row: number; message: string }[];
  completedAt: string | null;
};

export const IMPORT_JOB = `query ($input: BulkImportJobInput!) { bulkImportJob(input: $input) {
  jobId state totalRows processedRows createdCount updatedCount failedCount error errors { row message } completedAt } }`;
export const IMPORT = `mutation ($input: BulkImportContactsInput!) { bulkImportContacts(input: $input) { jobId } }`;

/** Every third row has only a number, every hundredth is invalid. Each contact appears once. */
export function csvOf(rows: number): { csv: string; bad: number } {
  const lines = ["externalClientId,phone,name,surname,email,city,tags"];
  let bad = 0;
  for (let index = 0; index < rows; index++) {
    const isBad = index % 100 === 99;
    if (isBad) bad += 1;
    const phone = isBad ? "12" : `+49151${String(10_000_000 + index)}`;
    const id = index % 3 === 0 ? "" : `c-${index}`;
    lines.push(
      `${id},${phone},Name ${index},Surname,person${index}@example.com,Köln,${index % 7 === 0 ? "vip|new" : ""}`,
    );
  }
  return { csv: lines.join("\n"), bad };
}
