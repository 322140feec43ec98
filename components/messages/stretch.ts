import type { QueryClient } from "@tanstack/react-query";
import type { Message } from "../inbox/documents.ts";
import { mergeMessages } from "../thread/merge-messages.ts";
import { inboxKeys, readAround, type Stretch, type Thread } from "../inbox/queries.ts";

/** How many messages to load on each side of the target of a jump. */
const BESIDE = 25;
const PAGE = 40;

type Place = { workspaceId: number; convId: string; client: QueryClient };

/**
 * Loads a message and its neighbours, if they are not loaded yet.
 * @returns whether they form a stretch separate from the loaded thread.
 * @throws ApiError NOT_FOUND
 */
export async function loadAround(place: Place, messageId: string): Promise<boolean> {
  if (holds(threadOf(place), messageId)) {
    dropStretch(place);
    return false;
  }
  if (holds(stretchOf(place), messageId)) return true;
  const { workspaceId, convId } = place;
  const page = await readAround({ workspaceId, convId, messageId, before: BESIDE, after: BESIDE });
  return keep(place, { messages: page.nodes, hasOlder: page.hasOlder, hasNewer: page.hasNewer });
}

/** Loads the page before or after the stretch. If the stretch reaches the thread, the two are joined. */
export async function loadBeside(place: Place, side: "older" | "newer"): Promise<void> {
  const edge = stretchOf(place)?.messages.at(side === "older" ? 0 : -1);
  if (!edge) return;
  const { workspaceId, convId } = place;
  const counts = side === "older" ? { before: PAGE, after: 0 } : { before: 0, after: PAGE };
  const page = await readAround({ workspaceId, convId, messageId: edge.messageId, ...counts });
  const stretch = stretchOf(place);
  // The user has jumped elsewhere meanwhile.
  if (!stretch || !holds(stretch, edge.messageId)) return;
  keep(place, {
    messages: mergeMessages(stretch.messages, page.nodes),
    hasOlder: side === "older" ? page.hasOlder : stretch.hasOlder,
    hasNewer: side === "newer" ? page.hasNewer : stretch.hasNewer,
  });
}

export function dropStretch({ workspaceId, convId, client }: Place): void {
  client.setQueryData<Stretch | null>(inboxKeys.stretch(workspaceId, convId), null);
}

function keep(place: Place, stretch: Stretch): boolean {
  const { workspaceId, convId, client } = place;
  const joined = joinThread(threadOf(place), stretch);
  if (joined)
    client.setQueryData<Thread>(inboxKeys.thread(workspaceId, convId), (thread) => ({ ...thread, ...joined }));
  client.setQueryData<Stretch | null>(inboxKeys.stretch(workspaceId, convId), joined ? null : stretch);
  return !joined;
}

/** Joins thread and stretch if there is no gap between them. null: there is one. */
export function joinThread<M extends { messageId: string; seq: number; status: string }>(
  thread: { messages: M[]; hasOlder: boolean } | undefined,
  stretch: { messages: M[]; hasOlder: boolean; hasNewer: boolean },
): { messages: M[]; hasOlder: boolean } | null {
  const [oldest] = thread?.messages ?? [];
  const newest = stretch.messages.at(-1);
  const first = stretch.messages[0];
  if (!thread || !oldest || !newest || !first) return null;
  if (stretch.hasNewer && newest.seq < oldest.seq - 1) return null;
  return {
    // The thread's copies are kept up to date. The stretch's may be older.
    messages: mergeMessages(stretch.messages, thread.messages),
    hasOlder: first.seq < oldest.seq ? stretch.hasOlder : thread.hasOlder,
  };
}

const threadOf = ({ workspaceId, convId, client }: Place) =>
  client.getQueryData<Thread>(inboxKeys.thread(workspaceId, convId));
const stretchOf = ({ workspaceId, convId, client }: Place) =>
  client.getQueryData<Stretch | null>(inboxKeys.stretch(workspaceId, convId));

function holds(part: { messages: Message[] } | null | undefined, messageId: string): boolean {
  return part?.messages.some((message) => message.messageId === messageId) ?? false;
}
