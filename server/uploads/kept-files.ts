import { z } from "zod";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import { say } from "../say.ts";
import { findUpload } from "./access.ts";
import { fileOfUrl, uploadUrl } from "./upload-link.ts";

/** A file from createUpload that a draft or a canned reply keeps, to send it later. */
type KeptFile = { fileName: string; name: string; contentType: string; sizeBytes: number };
export type KeptFileInput = { url: string; name: string };

const KEPT_FILES = z.array(
  z.object({ fileName: z.string(), name: z.string(), contentType: z.string(), sizeBytes: z.number() }),
);

/** Limit of files in one draft or one canned reply. */
const MOST = 10;
const LONGEST_NAME = 255;

/**
 * The media uploads of this workspace that the addresses name, with their bytes stored. The caller decides their names. Their
 * types and sizes come from the upload.
 * @throws AppError BAD_INPUT (`attachments`)
 */
export async function readKeptFiles(ctx: Ctx, files: readonly KeptFileInput[]): Promise<KeptFile[]> {
  if (files.length > MOST) throw badInput("attachments", say("clients.upload.mostTogether", { count: MOST }));
  const kept: KeptFile[] = [];
  for (const [index, { url, name }] of files.entries()) {
    const file = fileOfUrl(url);
    const upload = file?.workspaceId === ctx.workspaceId ? await findUpload(ctx, file.fileName) : null;
    if (upload?.purpose !== "media" || upload.storedAt === null)
      throw badInput(`attachments.${index}.url`, say("clients.upload.fileNotThere"));
    const { fileName, contentType, sizeBytes } = upload;
    kept.push({ fileName, contentType, sizeBytes: sizeBytes ?? 0, name: name.slice(0, LONGEST_NAME) });
  }
  return kept;
}

/** The files stored in a row, each with the address that a message uses. */
export function keptFilesOf(workspaceId: number, json: unknown): (KeptFile & { url: string })[] {
  return KEPT_FILES.parse(json).map((file) => ({ ...file, url: uploadUrl(workspaceId, file.fileName) }));
}
