import { createHash } from "node:crypto";
import type { Ctx } from "../../ctx.ts";
import type { Assistant, Client, Conversation, Integration, Message } from "../../generated/prisma/client.ts";
import { propertiesOf, propertiesOfVersion } from "../access.ts";
import type { AssistantProperties } from "../assistant-properties.ts";
import type { GatheredField, Turn, ContextMessage } from "../engine.ts";
import { gatheredBy } from "./allowed-reply.ts";
import { z } from "zod";
import { fileOfUrl, signedUrl } from "../../uploads/upload-link.ts";
import { wordsOf } from "../message-words.ts";

/** How many messages an assistant sees. */
const CONTEXT_MESSAGES = 30;

/** All data of a turn, as it was when the turn started. */
export type Scene = {
  conv: Conversation;
  integration: Integration;
  client: Client;
  ai: Assistant;
  properties: AssistantProperties;
  /** The version that answers. */
  versionNumber: number;
  /** The contact's unanswered messages, oldest first. At least one. */
  burst: SeenMessage[];
  /** All messages that the assistant sees: the earlier ones, then the burst. */
  seen: SeenMessage[];
  turn: Omit<Turn, "signal">;
};

/** @returns null when there is nothing to answer any more, or no assistant may answer it. */
export async function readTurn(ctx: Ctx, convId: string): Promise<Scene | null> {
  const { workspaceId } = ctx;
  const found = await ctx.db.conversation.findUnique({
    where: { workspaceId_id: { workspaceId, id: convId } },
    include: { ai: true, integration: true, client: true },
  });
  if (!found) return null;
  const { ai, integration, client, ...conv } = found;
  if (!ai || ai.deletedAt || conv.ended || !conv.needsResponse) return null;
  const messages = await readMessages(ctx, conv);
  const burst = burstOf(messages, conv.aiAnsweredSeq);
  const last = burst.at(-1);
  if (!last) return null;

  const { properties, versionNumber } = await settingsOf(ctx, conv, ai);
  // Messages that arrived during the last answer precede it in the thread, but belong to the burst to answer now.
  const seen = [...messages.filter((message) => !burst.includes(message)), ...burst];
  const turn = {
    workspaceId,
    convId,
    clientId: conv.clientId,
    aiId: ai.id,
    key: `${last.id}:${conv.ownerVersion}:${wordingOf(burst)}`,
    messages: seen.map((message) => contextMessage(message, ctx.now)),
    known: knownOf(client, gatheredBy(ai.type, properties)),
  };
  return { conv, integration, client, ai, properties, versionNumber, burst, seen, turn };
}

/** The conversation's last messages, oldest first. Without notes, which are only for the team. */
export async function readMessages(ctx: Ctx, conv: Pick<Conversation, "id">): Promise<SeenMessage[]> {
  const rows = await ctx.db.message.findMany({
    where: { workspaceId: ctx.workspaceId, convId: conv.id, type: { not: "note" } },
    orderBy: { seq: "desc" },
    take: CONTEXT_MESSAGES,
    select: SEEN,
  });
  return rows.reverse();
}

/** The contact's messages that neither a person nor an assistant has answered. A message sent by an API key answers those before it. */
function burstOf(messages: readonly SeenMessage[], answeredSeq: number): SeenMessage[] {
  const lastOfOthers = messages.findLast(({ isAgent, aiId }) => isAgent && aiId === null)?.seq ?? 0;
  const after = Math.max(answeredSeq, lastOfOthers);
  return messages.filter(({ isAgent, seq }) => !isAgent && seq > after);
}

/** Edited messages are a new question: an endpoint that stores its answers by key must not return the old one. */
function wordingOf(burst: readonly SeenMessage[]): string {
  const words = JSON.stringify(burst.map(({ content, caption }) => [content, caption]));
  return createHash("sha256").update(words).digest("hex").slice(0, 16);
}

/** The live version, or the version that this playground chat tests. */
async function settingsOf(ctx: Ctx, conv: Conversation, ai: Assistant) {
  const chat = conv.isPlayground
    ? await ctx.db.playgroundChat.findUnique({
        where: { workspaceId_convId: { workspaceId: ctx.workspaceId, convId: conv.id } },
        include: { version: true },
      })
    : null;
  if (chat?.version && chat.aiId === ai.id) {
    return { properties: await propertiesOfVersion(chat.version), versionNumber: chat.version.number };
  }
  return { properties: await propertiesOf(ai), versionNumber: ai.versionNumber };
}

/** The contact's values for the fields that the assistant gathers, and nothing else. */
export function knownOf(client: Client, gathered: readonly GatheredField[]): Partial<Record<GatheredField, string>> {
  return Object.fromEntries(
    gathered.flatMap((field) => {
      const value = client[field];
      return value === null ? [] : [[field, value]];
    }),
  );
}

/** The columns of a message that an assistant sees. */
const SEEN = {
  workspaceId: true,
  id: true,
  seq: true,
  type: true,
  content: true,
  caption: true,
  isAgent: true,
  aiId: true,
  removedAt: true,
  createdAt: true,
} as const;
export type SeenMessage = Pick<Message, keyof typeof SEEN>;

/** How long an endpoint can fetch a file of the conversation. */
const FETCHABLE_MS = 6 * 60 * 60 * 1000;

const FILES: readonly Message["type"][] = ["image", "audio", "video", "document"];

/** A message as assistants see it. For a message that was taken back, they only see that there was one. */
export function contextMessage(message: SeenMessage, now: Date): ContextMessage {
  const { isAgent, aiId, createdAt, removedAt } = message;
  const role = !isAgent ? "client" : aiId === null ? "agent" : "assistant";
  if (removedAt !== null) return { role, type: "text", content: "[deleted]", url: null, createdAt };
  const type = message.type === "note" ? "text" : message.type;
  return { role, type, content: contentOf(message), url: urlOf(message, now), createdAt };
}

function contentOf(message: SeenMessage): string | null {
  const { type, caption, content } = message;
  if (FILES.includes(type)) return caption;
  if (type === "contacts") return namesOf(content);
  const words = wordsOf(message);
  return words === `[${type}]` ? null : words;
}

const cards = z.array(z.object({ name: z.string() }));

/** The names on the contact cards. An assistant does not need other people's numbers. */
function namesOf(content: string): string | null {
  try {
    const names = cards.parse(JSON.parse(content)).map(({ name }) => name);
    return names.length > 0 ? names.join(", ") : null;
  } catch {
    return null;
  }
}

function urlOf({ type, content, workspaceId }: SeenMessage, now: Date): string | null {
  if (!FILES.includes(type)) return null;
  const file = fileOfUrl(content);
  if (file === null) return content;
  if (file.workspaceId !== workspaceId) return null;
  return signedUrl("GET", workspaceId, file.fileName, new Date(now.getTime() + FETCHABLE_MS));
}
