import { stringify } from "csv-stringify/sync";
import { Readable } from "node:stream";
import { addressOf } from "../auth/address.ts";
import { authenticate, ctxFor } from "../auth/authenticate.ts";
import { takeRequest } from "../auth/rate-limit.ts";
import { sameOrigin } from "../auth/same-origin.ts";
import type { CsvBatches } from "../clients/csv-cells.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, SENTENCES } from "../errors.ts";
import { errorReply, toResponse } from "./reply.ts";

/** By it spreadsheets know that the file is UTF-8. */
const BOM = "\uFEFF";

/**
 * Answers a GET with a CSV that is read as it is taken, for a session or a key of the workspace that `workspaceId` names.
 * @param name of the file, before the day.
 */
export async function csvDoor(
  request: Request,
  name: string,
  open: (ctx: Ctx, query: URLSearchParams) => Promise<CsvBatches>,
): Promise<Response> {
  try {
    const { ctx, query } = await exportCaller(request, name);
    const batches = await open(ctx, query);
    const day = ctx.now.toISOString().slice(0, 10);
    return new Response(Readable.toWeb(Readable.from(lines(batches))) as ReadableStream<Uint8Array>, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${name} ${day}.csv"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    });
  } catch (error) {
    return toResponse(errorReply(error));
  }
}

/**
 * Who asks for a download, in the workspace that `workspaceId` names: a session of ours, or a key.
 * @param name of what is asked for, in the record of refusals.
 */
export async function exportCaller(request: Request, name: string): Promise<{ ctx: Ctx; query: URLSearchParams }> {
  const query = new URL(request.url).searchParams;
  const principal = await authenticate(request.headers);
  if (principal.kind === "session") sameOrigin(request.headers);
  takeRequest(principal);
  const workspaceId = query.get("workspaceId");
  if (workspaceId === null) throw new AppError("MISSING_WORKSPACE_ID", SENTENCES.missingWorkspaceId);
  const ctx = await ctxFor(principal, Number(workspaceId), {
    address: addressOf(request.headers),
    what: () => ({ operation: `export ${name}`, targetId: null }),
  });
  return { ctx, query };
}

/** Once it is told how rows end, the writer leaves every other line break inside a cell bare, and readers begin a row there. */
const FORMAT = { record_delimiter: "windows", quoted_match: /[\r\n]/ } as const;

/** Taken row by row as the reader takes it: a file of any length needs the memory of one batch. */
async function* lines(batches: CsvBatches): AsyncGenerator<Buffer> {
  yield Buffer.from(BOM);
  for await (const rows of batches) yield Buffer.from(stringify(rows, FORMAT));
}
