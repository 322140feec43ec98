import { z } from "zod";
import type { Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import { say } from "../say.ts";
import { findUpload } from "./access.ts";
import { fileOfUrl, uploadUrl } from "./upload-link.ts";

/** A file of createUpload that something else keeps to be sent later: a draft, a canned reply. */
type KeptFile = { fileName: string; name: string; contentType: string; sizeBytes: number };
export type KeptFileInput = { url: string; name: string };

const KEPT_FILES = z.array(
  z.object({ fileName: z.string(), name: z.string(), contentType: z.string(), sizeBytes: z.number() }),
);

/** Files that one message's draft or one reply may have. */
const MOST = 10;
const LONGEST_NAME = 255;

/**
 * The uploads that addresses name: of this workspace, for messages, with their bytes there. What they are called is the caller's word,
 * what they are is what was uploaded.
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

/** What a row keeps, with the address that a message names each file by. */
export function keptFilesOf(workspaceId: number, json: unknown): (KeptFile & { url: string })[] {
  return KEPT_FILES.parse(json).map((file) => ({ ...file, url: uploadUrl(workspaceId, file.fileName) }));
}
