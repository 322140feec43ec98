import { blobs } from "../blobs/blobs.ts";
import { pruneSpool } from "../blobs/spool.ts";
import { database } from "../db.ts";
import type { Upload } from "../generated/prisma/client.ts";
import { blobKey } from "./access.ts";
import { PICTURE_DAYS } from "./remote-picture.ts";

const BATCH = 200;
/** How long the archive of an export can be fetched. */
export const EXPORT_KEPT_DAYS = 7;

/**
 * Deletes what nobody will ask for: addresses that got no file within a day, files of contacts a week after they were
 * uploaded unless an import still reads them, files that no version of an assistant ever named, archives of exports and copies of pictures whose time is over, files that a client took back, and
 * what broken uploads left behind. Files of messages stay, and so do the addresses of those that are still to be copied, or could not
 * be: people are told which.
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
      // First the bytes: a row without them is found again, bytes without a row are not.
      await store.delete(blobKey(upload));
      const { workspaceId, id } = upload;
      await database().upload.deleteMany({ where: { workspaceId, id } });
    }
    pruned += dead.length;
    if (dead.length < BATCH) return pruned;
  }
}
