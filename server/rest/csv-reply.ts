import { stringify } from "csv-stringify/sync";
import { Readable } from "node:stream";
import { authenticate, ctxFor } from "../auth/authenticate.ts";
import { takeRequest } from "../auth/rate-limit.ts";
import { sameOrigin } from "../auth/same-origin.ts";
import type { CsvBatches } from "../clients/csv-cells.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Answer } from "../http/answer.ts";
import { WORKSPACE_ID, type ApiCall } from "../http/api-call.ts";
import type { Call } from "../http/call.ts";
import { say } from "../say.ts";

/** Tells spreadsheets that the file is UTF-8. */
const BOM = "\uFEFF";

/**
 * Responds to a GET with a CSV that is streamed as it is read, for a session or a key of the workspace in `workspaceId`.
 * @param name of the file, before the date.
 */
export async function csvAnswer(
  call: Call,
  name: string,
  open: (ctx: Ctx, query: URLSearchParams) => Promise<CsvBatches>,
): Promise<Answer> {
  const ctx = await exportCaller(call, name);
  const batches = await open(ctx, call.query);
  const day = ctx.now.toISOString().slice(0, 10);
  return {
    status: 200,
    stream: Readable.from(lines(batches)),
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name} ${day}.csv"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  };
}

/** The description of a download of rows. */
export function csvApi(summary: string, query: ApiCall["query"]): ApiCall {
  return {
    group: "Files and exports",
    summary,
    caller: "key",
    query: { workspaceId: WORKSPACE_ID, ...query },
    answer: { status: 200, says: "A row each, streamed as it is read, in UTF-8 with commas.", type: "text/csv" },
    refusals: [
      ...([
        "MISSING_WORKSPACE_ID",
        "UNAUTHENTICATED",
        "INVALID_TOKEN",
        "FORBIDDEN_WORKSPACE",
        "FORBIDDEN_ROLE",
      ] as const),
      ...(["PLAN_REQUIRED", "NOT_FOUND", "BAD_INPUT", "RATE_LIMITED", "UNAVAILABLE"] as const),
    ],
  };
}

export const IN_ADDRESS = "Add ?workspaceId= and its number to the address";

/**
 * The caller of a download, in the workspace of `workspaceId`: one of our sessions, or a key.
 * @param name of the download, for the record of refusals.
 */
export async function exportCaller({ headers, query, address }: Call, name: string): Promise<Ctx> {
  const principal = await authenticate(headers);
  if (principal.kind === "session") sameOrigin(headers);
  takeRequest(principal);
  const workspaceId = query.get("workspaceId");
  if (workspaceId === null)
    throw new AppError("MISSING_WORKSPACE_ID", say("service.missingWorkspaceId"), { hint: IN_ADDRESS });
  return ctxFor(principal, Number(workspaceId), {
    address,
    what: () => ({ operation: `export ${name}`, targetId: null }),
  });
}

/**
 * With a record delimiter, the writer quotes only cells with that delimiter. Readers would start a row at any other line
 * break, so quote cells with line breaks too.
 */
const FORMAT = { record_delimiter: "windows", quoted_match: /[\r\n]/ } as const;

/** Produces rows as the reader takes them, so a file of any length needs the memory of one batch. */
async function* lines(batches: CsvBatches): AsyncGenerator<Buffer> {
  yield Buffer.from(BOM);
  for await (const rows of batches) yield Buffer.from(stringify(rows, FORMAT));
}
