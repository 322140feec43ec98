import { replaceEqualDeep, type InfiniteData } from "@tanstack/react-query";
import type { ConvRow, ConvRowPage, Message } from "./documents.ts";

/**
 * For `structuralSharing`: unchanged parts of a response keep their identity, so that they do not render again. The library compares by
 * position, so a new row at the top would change all rows below it. This compares rows and messages by id.
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

/** The same for a conversation's messages, where an older page is added at the top. */
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

/** Returns the old object if all its fields are unchanged. */
function sharedFields<Whole extends object>(before: Whole | undefined, after: Whole): Whole {
  if (!before) return after;
  const [old, now] = [Object.entries(before), Object.entries(after)];
  const fields = before as Record<string, unknown>;
  return old.length === now.length && now.every(([name, value]) => fields[name] === value) ? before : after;
}
