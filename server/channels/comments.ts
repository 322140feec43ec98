/**
 * A person's comments under one comment of a post are a conversation of their own. Its thread is named after that first comment, under
 * which answers are published. A private answer to a comment has the comment as its address, because the person's id in messages is not
 * known yet.
 */
export const COMMENT = "comment:";

/** The comment that a thread or an address names; null: it names none. */
export function commentOf(name: string | null): string | null {
  return name?.startsWith(COMMENT) ? name.slice(COMMENT.length) : null;
}

/** The scope of commenters' ids, which are others than those of the channel's own scope. */
export function commentersOf(scope: string): string {
  return `${scope}:comments`;
}

/** What a comment is about. */
export type Post = { url: string | null; text: string | null; pictureUrl: string | null };
