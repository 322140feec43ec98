import { randomBytes } from "node:crypto";
import { SYSTEM, type Ctx } from "../ctx.ts";
import { LINE_MAX } from "../text-rules.ts";
import { knownMediaType, mediaTypeOfName } from "./media-types.ts";
import { uploadUrl } from "./upload-link.ts";

/** What is known about a file before its bytes arrive. */
export type ExpectedFile = { mimeType: string | null; fileName: string | null; url: string | null };

/** The type of a file with unknown content: stored, but never run. */
export const UNKNOWN_TYPE = "application/octet-stream";

/**
 * Reserves one of our addresses for a file that is still elsewhere. The address is final, and has no bytes until `fillUpload`.
 * @param tx the open transaction of the row that names it.
 */
export async function reserveUpload(tx: Ctx, file: ExpectedFile): Promise<{ uploadId: string; url: string }> {
  const { workspaceId } = tx;
  const path = file.url === null ? "" : (URL.parse(file.url)?.pathname ?? "");
  const type =
    (file.mimeType === null ? null : knownMediaType(file.mimeType)) ??
    mediaTypeOfName(file.fileName ?? "") ??
    mediaTypeOfName(path);
  const fileName = `${randomBytes(16).toString("hex")}.${type?.extension ?? "bin"}`;
  const upload = await tx.db.upload.create({
    data: {
      workspaceId,
      fileName,
      name: shownName(file.fileName),
      contentType: type?.contentType ?? UNKNOWN_TYPE,
      createdBy: SYSTEM,
    },
  });
  return { uploadId: upload.id, url: uploadUrl(workspaceId, fileName) };
}

/** The sender's file name as one line without a folder. People see it, and downloads use it. */
function shownName(given: string | null): string | null {
  const line = (given ?? "")
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .replace(/^.*[/\\]/, "")
    .trim();
  if (line.length <= LINE_MAX) return line || null;
  const ending = /\.[^.]{1,8}$/.exec(line)?.[0] ?? "";
  return line.slice(0, LINE_MAX - ending.length).toWellFormed() + ending;
}
