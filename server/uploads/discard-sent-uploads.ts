import type { Ctx } from "../ctx.ts";
import { discardUploads } from "./discard-uploads.ts";
import { fileOfUrl } from "./upload-link.ts";

/**
 * Makes files unreadable that were sent to or by an erased contact, and marks them for deletion, no matter who uploaded them. A
 * file stays if another message, a canned reply, a draft or a scheduled message uses it. Copies of external pictures are always
 * discarded: they are fetched again if another message uses them.
 * @param tx the open transaction, in which that contact's messages no longer name the files.
 * @param addresses contents of messages. Texts that are not addresses are skipped.
 */
export async function discardSentUploads(tx: Ctx, addresses: readonly string[]): Promise<void> {
  const { workspaceId } = tx;
  await discardUploads(
    tx,
    addresses.filter((address) => fileOfUrl(address) === null),
  );
  const ours = addresses.flatMap((address) => {
    const file = fileOfUrl(address);
    return file?.workspaceId === workspaceId ? [{ address, fileName: file.fileName }] : [];
  });
  if (ours.length === 0) return;
  await tx.db.$executeRaw`
    update "Upload" u set purpose = 'discarded', name = null
    from unnest(${ours.map(({ fileName }) => fileName)}::text[], ${ours.map(({ address }) => address)}::text[]) f ("fileName", address)
    where u."workspaceId" = ${workspaceId} and u."fileName" = f."fileName" and u.purpose in ('media', 'discarded')
      and not exists (select from "Message" m where m."workspaceId" = u."workspaceId"
        and m.type in ('image', 'audio', 'video', 'document') and m.content = f.address)
      and not exists (select from "CannedReply" r where r."workspaceId" = u."workspaceId"
        and position(u."fileName" in r.attachments::text) > 0)
      and not exists (select from "Draft" d where d."workspaceId" = u."workspaceId" and position(u."fileName" in d.attachments::text) > 0)
      and not exists (select from "ScheduledMessage" s where s."workspaceId" = u."workspaceId"
        and position(u."fileName" in s.message::text) > 0)`;
}
