import type { Ctx } from "../ctx.ts";
import { discardUploads } from "./discard-uploads.ts";
import { fileOfUrl } from "./upload-link.ts";

/**
 * Makes files unreadable that were sent to or by somebody who is erased, and due for deletion, whoever uploaded them; but not one that
 * another message, a canned reply, a draft or a message of later has too.
 * @param tx the open transaction, in which the messages of that person do not name them any more.
 * Copies of pictures that lie elsewhere go in any case: they are fetched again where another message has them.
 * @param addresses contents of messages; those that are no address are passed over.
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
