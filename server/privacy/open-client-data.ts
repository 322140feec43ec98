import type { Readable } from "node:stream";
import { audit } from "../auth/audit.ts";
import { blobs } from "../blobs/blobs.ts";
import { notFound } from "../errors.ts";
import { archiveOr404 } from "../uploads/archives.ts";
import { verb } from "../verb.ts";
import { archiveUrl } from "./data-request.ts";

/** An export's archive, ready to download. */
type OpenArchive = { name: string; sizeBytes: number; bytes: Readable };

/**
 * The archive of an export, until it expires. Each download is recorded in the audit log.
 * @throws AppError NOT_FOUND for one of another workspace, one that is not ready, and one that has expired
 */
export const openClientData = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { requestId: string }): Promise<OpenArchive> => {
    const request = await ctx.db.clientDataRequest.findUnique({
      where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: input.requestId } },
    });
    if (!request?.fileName || archiveUrl(request, ctx.now) === null) throw notFound("export");
    const { key, blob } = await archiveOr404(ctx, request.fileName);
    await audit(ctx, "fetchClientData", request.clientId, { after: { requestId: request.id } });
    const day = request.createdAt.toISOString().slice(0, 10);
    const bytes = await (await blobs()).read(key, { version: blob.version });
    return { name: `contact ${day}.tar`, sizeBytes: blob.sizeBytes, bytes };
  },
);
