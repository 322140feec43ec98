import { z } from "zod";
import { adOf } from "../ad.ts";
import { COMMENT, commentersOf } from "../comments.ts";
import type { InboundChange, InboundMessage } from "../inbound.ts";
import { id, listOf, maybeId, maybeText, secondsOf, timeOf } from "./webhook.ts";

const change = z.object({ field: z.string(), value: z.unknown() });
const writer = z.object({ id, name: maybeText, username: maybeText }).optional().catch(undefined);

/** A change of a page's feed. Source: Meta, "Page webhooks, feed". */
const onPage = z.object({
  item: z.literal("comment"),
  verb: z.string(),
  comment_id: id,
  post_id: maybeId,
  parent_id: maybeId,
  from: writer,
  message: maybeText,
  photo: maybeText,
  created_time: z.unknown().optional(),
  post: z.object({ permalink_url: maybeText }).optional().catch(undefined),
});

/** A comment on Instagram. Source: Meta, "Instagram webhooks, comments and live_comments". */
const onInstagram = z.object({
  id,
  text: maybeText,
  from: writer,
  parent_id: maybeId,
  media: z.object({ id: maybeId }).optional().catch(undefined),
});

type Account = { object: "page" | "instagram"; accountId: string };
type Parts = { messages: InboundMessage[]; changes: InboundChange[] };

/** A comment as both describe it. */
type Comment = {
  id: string;
  /** The comment that it answers. */
  parentId: string | undefined;
  postId: string | undefined;
  from: z.infer<typeof writer>;
  text: string;
  photo?: string | undefined;
  postUrl?: string | undefined;
  at: Date | null;
};

/**
 * Reads the comments in an account's entry: new, changed, hidden and deleted ones. Comments that the account itself writes are left out,
 * and so are posts, likes and shares.
 * @param time the entry's, in milliseconds or seconds.
 * @param parts what is read is added to it.
 */
export function readComments(changes: unknown, time: unknown, account: Account, parts: Parts): void {
  for (const { field, value } of listOf(changes, change)) {
    if (account.object === "page") {
      const said = field === "feed" ? onPage.safeParse(value).data : undefined;
      if (said) readOnPage(said, account, parts);
    } else if (field === "comments" || field === "live_comments") {
      const said = onInstagram.safeParse(value).data;
      if (!said || said.from?.id === account.accountId) continue;
      const { text = "", from, parent_id: parentId, media } = said;
      const comment = { id: said.id, parentId, postId: media?.id, from, text, at: timeOfEntry(time) };
      parts.messages.push(messageOf(comment, account));
    }
  }
}

function readOnPage(said: z.infer<typeof onPage>, account: Account, parts: Parts): void {
  const { verb, comment_id: externalMessageId, post_id: postId, parent_id: parent, from, message: text = "" } = said;
  const at = secondsOf(said.created_time);
  switch (verb) {
    case "add": {
      if (from?.id === account.accountId) return;
      const parentId = parent === postId ? undefined : parent;
      const comment = { id: externalMessageId, parentId, postId, from, text, photo: said.photo, at };
      parts.messages.push(messageOf({ ...comment, postUrl: said.post?.permalink_url }, account));
      return;
    }
    case "edit":
    case "edited":
      // created_time is when the comment was written, not when it was changed.
      parts.changes.push({ kind: "edit", at: null, externalMessageId, ...contentOf(text, said.photo) });
      return;
    case "remove":
      parts.changes.push({ kind: "deletion", at: null, externalMessageId });
      return;
    case "hide":
    case "unhide":
      parts.changes.push({ kind: "hiding", at: null, externalMessageId, isHidden: verb === "hide" });
  }
}

/** Whom Meta does not name is told apart by the comment. */
function messageOf(comment: Comment, { object, accountId }: Account): InboundMessage {
  const { id: externalMessageId, parentId, postId, from, text, photo, postUrl, at } = comment;
  const senderId = from?.id ?? `${COMMENT}${externalMessageId}`;
  return {
    senderId,
    // Ids in comments and in messages are different ones. A private answer tells which belong together.
    identities: [{ scope: commentersOf(`${object}:${accountId}`), externalId: senderId }],
    externalMessageId,
    externalConversationId: COMMENT + (parentId ?? externalMessageId),
    profile: { name: from?.name ?? from?.username ?? null },
    replyTo: parentId === undefined ? null : { id: parentId, content: null, type: null },
    providerAt: at,
    sourceType: "comment",
    sourceUrl: postUrl ?? null,
    ad: adOf({ id: postId }),
    comment: { postId: postId ?? null },
    ...contentOf(text, photo),
  };
}

function contentOf(text: string, photo: string | undefined): Pick<InboundMessage, "type" | "content" | "media"> {
  if (photo === undefined) return { type: "text", content: text || "[A comment without text]" };
  const media = { type: "image", id: null, url: photo, mimeType: null, fileName: null, caption: text || null } as const;
  return { type: "text", content: "[Photo]", media };
}

/** Pages give the time of an entry in milliseconds, Instagram in seconds. */
function timeOfEntry(time: unknown): Date | null {
  return secondsOf(time) ?? timeOf(time);
}
