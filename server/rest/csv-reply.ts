import { stringify } from "csv-stringify/sync";
import { Readable } from "node:stream";
import { authenticate, ctxFor } from "../auth/authenticate.ts";
import { takeRequest } from "../auth/rate-limit.ts";
import { sameOrigin } from "../auth/same-origin.ts";
import type { CsvBatches } from "../clients/csv-cells.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { say } from "../say.ts";

/** By it spreadsheets know that the file is UTF-8. */
const BOM = "\uFEFF";

/**
 * Answers a GET with a CSV that is read as it is taken, for a session or a key of the workspace that `workspaceId` names.
 * @param name of the file, before the day.
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

/**
 * Who asks for a download, in the workspace that `workspaceId` names: a session of ours, or a key.
 * @param name of what is asked for, in the record of refusals.
 */
export async function exportCaller({ headers, query, address }: Call, name: string): Promise<Ctx> {
  const principal = await authenticate(headers);
  if (principal.kind === "session") sameOrigin(headers);
  takeRequest(principal);
  const workspaceId = query.get("workspaceId");
  if (workspaceId === null) throw new AppError("MISSING_WORKSPACE_ID", say("service.missingWorkspaceId"));
  return ctxFor(principal, Number(workspaceId), {
    address,
    what: () => ({ operation: `export ${name}`, targetId: null }),
  });
}

/** Once it is told how rows end, the writer leaves every other line break inside a cell bare, and readers begin a row there. */
const FORMAT = { record_delimiter: "windows", quoted_match: /[\r\n]/ } as const;

/** Taken row by row as the reader takes it: a file of any length needs the memory of one batch. */
async function* lines(batches: CsvBatches): AsyncGenerator<Buffer> {
  yield Buffer.from(BOM);
  for await (const rows of batches) yield Buffer.from(stringify(rows, FORMAT));
}
