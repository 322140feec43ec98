import { Readable } from "node:stream";
import { openClientData } from "../privacy/open-client-data.ts";
import { idOrNil } from "../text-rules.ts";
import { exportCaller } from "./csv-reply.ts";
import { errorReply, toResponse } from "./reply.ts";

/** GET /export/client-data?workspaceId=N&requestId=…: the archive of an export of one contact (tar), for a session or a key. */
export async function exportClientArchive(request: Request): Promise<Response> {
  try {
    const { ctx, query } = await exportCaller(request, "client data");
    const archive = await openClientData(ctx, { requestId: idOrNil(query.get("requestId") ?? "") });
    return new Response(Readable.toWeb(archive.bytes) as ReadableStream<Uint8Array>, {
      headers: {
        "content-type": "application/x-tar",
        "content-length": String(archive.sizeBytes),
        "content-disposition": `attachment; filename="${archive.name}"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    });
  } catch (error) {
    return toResponse(errorReply(error));
  }
}
