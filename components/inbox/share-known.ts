import { replaceEqualDeep, type InfiniteData } from "@tanstack/react-query";
import type { ConvRow, ConvRowPage, Message } from "./documents.ts";

/**
 * For `structuralSharing`: an answer in which what has not changed is the same object as before, so that it is not drawn again. The
 * library compares by places, and a row that comes in above would make others of all below it; here rows and messages are found again
 * by their ids.
 */
export function shareRows(known: unknown, next: unknown): unknown {
  if (!known) return next;
  const before = known as InfiniteData<ConvRowPage>;
  const after = next as InfiniteData<ConvRowPage>;
  const byId = new Map<string, ConvRow>(
    before.pages.flatMap(({ nodes }) => nodes.map((row) => [row.id, row] as const)),
  );
  const pages = after.pages.map((page, index) => {
    const old = before.pages[index];
    const nodes = sharedItems(byId, old?.nodes, page.nodes, ({ id }) => id);
    return sharedFields(old, { ...page, nodes, pageInfo: replaceEqualDeep(old?.pageInfo, page.pageInfo) });
  });
  return sharedFields(before, {
    ...after,
    pages: sharedArray(before.pages, pages),
    pageParams: replaceEqualDeep(before.pageParams, after.pageParams),
  });
}

/** The same of a conversation's messages: an older page comes in above them. */
export function shareMessages(known: unknown, next: unknown): unknown {
  if (!known || !next) return next;
  const before = known as { messages: Message[] };
  const after = next as { messages: Message[] };
  const byId = new Map(before.messages.map((message) => [message.messageId, message]));
  const messages = sharedItems(byId, before.messages, after.messages, ({ messageId }) => messageId);
  return sharedFields(before, { ...after, messages });
}

function sharedItems<Item>(
  byId: ReadonlyMap<string, Item>,
  before: readonly Item[] | undefined,
  after: readonly Item[],
  idOf: (item: Item) => string,
): Item[] {
  return sharedArray(
    before,
    after.map((item) => replaceEqualDeep(byId.get(idOf(item)), item)),
  );
}

function sharedArray<Item>(before: readonly Item[] | undefined, after: Item[]): Item[] {
  const isSame = before?.length === after.length && after.every((item, index) => item === before[index]);
  return isSame ? (before as Item[]) : after;
}

/** The object as it was, where each of its fields is. */
function sharedFields<Whole extends object>(before: Whole | undefined, after: Whole): Whole {
  if (!before) return after;
  const [old, now] = [Object.entries(before), Object.entries(after)];
  const fields = before as Record<string, unknown>;
  return old.length === now.length && now.every(([name, value]) => fields[name] === value) ? before : after;
}
