import type { Ctx } from "../../ctx.ts";
import type { AssistantAnswer, Message } from "../../generated/prisma/client.ts";
import { GATHERED_FIELDS } from "../assistant-properties.ts";
import type { ChatRow } from "./access.ts";

/** A message of a chat. `answerId` is the turn that produced it. */
export type PlaygroundMessage = Pick<Message, "id" | "type" | "content" | "createdAt"> & {
  isClient: boolean;
  isNote: boolean;
  answerId: string | null;
};

/** A chat as the playground shows it. Messages and answers are loaded on demand, for all chats of a list at once. */
export type ChatView = {
  convId: string;
  aiId: string;
  versionId: string | null;
  /** The number of the version that answers: the chosen one, else the live one. */
  versionNumber: number;
  phone: string;
  ended: boolean;
  /** The assistant has handed it over. In the playground, no person takes over. */
  isHandedOver: boolean;
  /** A message of the contact still needs an answer. */
  isThinking: boolean;
  isReplaying: boolean;
  createdAt: Date;
  /** What the assistant learned about the contact, including the test number. */
  clientFields: Record<string, string>;
  tags: string[];
  /** The contact's first message. null: there is none. */
  firstLine: () => Promise<string | null>;
  messages: () => Promise<PlaygroundMessage[]>;
  answers: () => Promise<AssistantAnswer[]>;
};

/** The newest ones shown of a chat, whether it is shown alone or next to a second one. */
const LINES_MAX = 500;
const ANSWERS_MAX = 200;

/** The limit per chat in a list: all chats together get no more than two chats have. */
function shareOf(max: number, chats: number): number {
  return Math.ceil((2 * max) / Math.max(2, chats));
}

/** The views of the chats, in the same order. */
export function chatViews(ctx: Ctx, chats: readonly ChatRow[]): ChatView[] {
  const convIds = chats.map(({ convId }) => convId);
  let answers: Promise<Map<string, AssistantAnswer[]>> | null = null;
  let messages: Promise<Map<string, Message[]>> | null = null;
  let firstLines: Promise<Map<string, string>> | null = null;
  const answersOf = async (convId: string) => (await (answers ??= readAnswers(ctx, convIds))).get(convId) ?? [];
  const messagesOf = async (convId: string) => (await (messages ??= readMessages(ctx, convIds))).get(convId) ?? [];
  return chats.map((chat) => ({
    ...factsOf(chat),
    firstLine: async () => (await (firstLines ??= readFirstLines(ctx, convIds))).get(chat.convId) ?? null,
    messages: async () => {
      const [lines, made] = await Promise.all([messagesOf(chat.convId), answersOf(chat.convId)]);
      return linesOf(lines, made);
    },
    answers: () => answersOf(chat.convId),
  }));
}

export function chatView(ctx: Ctx, chat: ChatRow): ChatView {
  const [view] = chatViews(ctx, [chat]);
  if (!view) throw new Error("one chat in, one out");
  return view;
}

function factsOf({ conversation, version, ai, replayLines, ...chat }: ChatRow) {
  const { ended, aiId, needsResponse, client } = conversation;
  const gathered = GATHERED_FIELDS.flatMap((field) => {
    const value = client[field];
    return value === null ? [] : [[field, value] as const];
  });
  return {
    convId: chat.convId,
    aiId: chat.aiId,
    versionId: chat.versionId,
    versionNumber: version?.number ?? ai.versionNumber,
    phone: chat.phone,
    ended,
    isHandedOver: !ended && aiId === null,
    isThinking: !ended && aiId !== null && needsResponse,
    isReplaying: replayLines.length > 0,
    createdAt: chat.createdAt,
    clientFields: Object.fromEntries(gathered),
    tags: [...new Set([...client.tags, ...conversation.tags])],
  };
}

/** An answer names only its first message. The assistant's following messages belong to the same answer, up to the next one. */
function linesOf(messages: readonly Message[], answers: readonly AssistantAnswer[]): PlaygroundMessage[] {
  const byMessage = new Map(answers.map(({ id, messageId }) => [messageId, id]));
  let current: string | null = null;
  return messages.map(({ id, type, content, createdAt, isAgent, aiId }) => {
    if (aiId !== null) current = byMessage.get(id) ?? current;
    const answerId = aiId === null ? null : current;
    return { id, type, content, createdAt, isClient: !isAgent, isNote: type === "note", answerId };
  });
}

async function readFirstLines({ db, workspaceId }: Ctx, convIds: string[]): Promise<Map<string, string>> {
  const rows = await db.$queryRaw<{ convId: string; content: string }[]>`
    select chat.id as "convId", m.content from unnest(${convIds}::uuid[]) as chat(id)
    cross join lateral (
      select content from "Message" where "workspaceId" = ${workspaceId} and "convId" = chat.id and not "isAgent"
      order by seq limit 1
    ) m`;
  return new Map(rows.map(({ convId, content }) => [convId, content]));
}

async function readMessages({ db, workspaceId }: Ctx, convIds: string[]): Promise<Map<string, Message[]>> {
  const rows = await db.$queryRaw<Message[]>`
    select m.* from unnest(${convIds}::uuid[]) as chat(id)
    cross join lateral (
      select * from "Message" where "workspaceId" = ${workspaceId} and "convId" = chat.id order by seq desc
      limit ${shareOf(LINES_MAX, convIds.length)}
    ) m order by m."convId", m.seq`;
  return Map.groupBy(rows, ({ convId }) => convId);
}

async function readAnswers({ db, workspaceId }: Ctx, convIds: string[]): Promise<Map<string, AssistantAnswer[]>> {
  const rows = await db.$queryRaw<AssistantAnswer[]>`
    select a.* from unnest(${convIds}::uuid[]) as chat(id)
    cross join lateral (
      select * from "AssistantAnswer" where "workspaceId" = ${workspaceId} and "convId" = chat.id
      order by "createdAt" desc, id desc limit ${shareOf(ANSWERS_MAX, convIds.length)}
    ) a order by a."convId", a."createdAt", a.id`;
  return Map.groupBy(rows, ({ convId }) => convId);
}
