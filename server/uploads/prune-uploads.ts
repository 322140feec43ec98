import { blobs } from "../blobs/blobs.ts";
import { pruneSpool } from "../blobs/spool.ts";
import { database } from "../db.ts";
import type { Upload } from "../generated/prisma/client.ts";
import { blobKey } from "./access.ts";
import { PICTURE_DAYS } from "./remote-picture.ts";

const BATCH = 200;
/** In days: how long an export's archive can be downloaded. */
export const EXPORT_KEPT_DAYS = 7;

/**
 * Deletes what is no longer needed:
 * - addresses that received no file within a day,
 * - import files a week after their upload, unless an import still reads them,
 * - files that no version of an assistant ever used,
 * - expired archives of exports and copies of pictures,
 * - files that a contact deleted, and leftovers of broken uploads.
 * Files of messages stay. Addresses whose file is still to be copied or could not be copied stay too, because people see that
 * state.
 * @returns how many files and addresses.
 */
export async function pruneUploads(): Promise<number> {
  const store = await blobs();
  let pruned = await pruneSpool();
  for (;;) {
    const dead = await database().$queryRaw<Pick<Upload, "workspaceId" | "id" | "fileName">[]>`
      select u."workspaceId", u.id, u."fileName" from "Upload" u
      where u.purpose = 'discarded' or (u."storedAt" is null and u."createdAt" < now() - interval '1 day' and not exists (
          select from "MediaCopy" m where m."workspaceId" = u."workspaceId" and m."uploadId" = u.id))
        or (u.purpose = 'import' and u."createdAt" < now() - interval '7 days' and not exists (
          select from "ImportJob" j where j."workspaceId" = u."workspaceId" and j."fileName" = u."fileName"
            and j.state in ('queued', 'running')))
        or (u.purpose = 'export' and u."createdAt" < now() - make_interval(days => ${EXPORT_KEPT_DAYS}))
        or (u.purpose = 'picture' and u."createdAt" < now() - make_interval(days => ${PICTURE_DAYS}))
        or (u.purpose = 'knowledge' and u."createdAt" < now() - interval '7 days' and not exists (
          select from "KnowledgeSource" s where s."workspaceId" = u."workspaceId" and s."uploadName" = u."fileName"))
      limit ${BATCH}`;
    for (const upload of dead) {
      // Delete the bytes first: a row without bytes is found again, but bytes without a row are not.
      await store.delete(blobKey(upload));
      const { workspaceId, id } = upload;
      await database().upload.deleteMany({ where: { workspaceId, id } });
    }
    pruned += dead.length;
    if (dead.length < BATCH) return pruned;
  }
}
