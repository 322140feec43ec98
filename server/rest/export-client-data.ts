import type { Answer } from "../http/answer.ts";
import { WORKSPACE_ID, type ApiCall } from "../http/api-call.ts";
import type { Call } from "../http/call.ts";
import { openClientData } from "../privacy/open-client-data.ts";
import { idOrNil } from "../text-rules.ts";
import { exportCaller } from "./csv-reply.ts";

export const exportClientDataApi: ApiCall = {
  group: "Files and exports",
  summary: "Download everything about one contact",
  caller: "key",
  query: { workspaceId: WORKSPACE_ID, requestId: { says: "The request, once it is done", isRequired: true } },
  answer: { status: 200, says: "An archive.", type: "application/x-tar" },
  refusals: [
    ...(["MISSING_WORKSPACE_ID", "UNAUTHENTICATED", "INVALID_TOKEN", "FORBIDDEN_WORKSPACE", "FORBIDDEN_ROLE"] as const),
    ...(["NOT_FOUND", "RATE_LIMITED", "UNAVAILABLE"] as const),
  ],
};

/**
 * GET /export/client-data?workspaceId=N&requestId=…: the archive (tar) with the data of one contact, for a session or a
 * key.
 */
export async function exportClientArchive(call: Call): Promise<Answer> {
  const ctx = await exportCaller(call, "client data");
  const archive = await openClientData(ctx, { requestId: idOrNil(call.query.get("requestId") ?? "") });
  return {
    status: 200,
    stream: archive.bytes,
    headers: {
      "content-type": "application/x-tar",
      "content-length": String(archive.sizeBytes),
      "content-disposition": `attachment; filename="${archive.name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  };
}
