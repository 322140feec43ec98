import { SYSTEM, type Ctx } from "../ctx.ts";
import { copyNames } from "./remote-picture.ts";
import { fileOfUrl } from "./upload-link.ts";

/**
 * Makes files that came from a provider unreadable, and due for deletion; so are the copies of pictures that lie elsewhere. What people
 * uploaded themselves stays as it is.
 * @param tx the open transaction.
 * @param addresses contents of messages; those that are no address are passed over.
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
