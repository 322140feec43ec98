import { SYSTEM, type Ctx } from "../ctx.ts";
import { copyNames } from "./remote-picture.ts";
import { fileOfUrl } from "./upload-link.ts";

/**
 * Makes files from a provider and copies of external pictures unreadable, and marks them for deletion. Files that people
 * uploaded stay.
 * @param tx the open transaction.
 * @param addresses contents of messages. Texts that are not addresses are skipped.
 */
export async function discardUploads(tx: Ctx, addresses: readonly string[]): Promise<void> {
  const { workspaceId } = tx;
  const fileNames = addresses.flatMap((address) => {
    const file = fileOfUrl(address);
    if (file === null) return copyNames(address);
    return file.workspaceId === workspaceId ? [file.fileName] : [];
  });
  if (fileNames.length === 0) return;
  await tx.db.upload.updateMany({
    where: { workspaceId, fileName: { in: fileNames }, createdBy: SYSTEM },
    data: { purpose: "discarded" },
  });
}
