import { z } from "zod";
import { pool } from "../db.ts";
import { env } from "../env.ts";
import { listenForSignals, onNotified, notify } from "./signal.ts";

/** In which conversation, and who may hear of it. */
const OF_CONV = {
  workspaceId: z.int(),
  convId: z.uuid(),
  /** The conversation's agent: who may hear of it (conversations/visible-ephemeral.ts). */
  assigneeId: z.uuid().nullable(),
  /** In a conversation of the playground: told to those who may open it. */
  isPlayground: z.literal(true).optional(),
};

const SHAPE = z.discriminatedUnion("kind", [
  z.object({
    ...OF_CONV,
    kind: z.literal("typing"),
    from: z.enum(["client", "agent", "assistant"]),
    /** Who it is, for the other side; null where they are not to be named. */
    name: z.string().nullable(),
    isTyping: z.boolean(),
  }),
  /** An agent looks at the conversation, writes in it, or has left it: for colleagues only. */
  z.object({
    ...OF_CONV,
    kind: z.literal("presence"),
    agentId: z.uuid(),
    name: z.string(),
    state: z.enum(["viewing", "typing", "left"]),
  }),
  /** Something of an agent's own has changed: for their other tabs and devices only. */
  z.object({
    workspaceId: z.int(),
    kind: z.literal("own"),
    agentId: z.uuid(),
    what: z.enum(["draft", "read", "mention", "scheduled"]),
    convId: z.uuid().nullable(),
  }),
]);

/** Something that is true for a few seconds. It never carries what was written. */
export type Ephemeral = z.infer<typeof SHAPE>;
export type Typing = Extract<Ephemeral, { kind: "typing" }>;
export type Presence = Extract<Ephemeral, { kind: "presence" }>;
export type OwnNews = Extract<Ephemeral, { kind: "own" }>;

type Listener = (news: Ephemeral) => void;

type Hub = { byWorkspace: Map<number, Set<Listener>>; stop: (() => void) | null };
const hub: Hub = { byWorkspace: new Map(), stop: null };

/** A NOTIFY takes 8,000 bytes; nobody's name needs more than this, in characters. */
const LONGEST_NAME = 200;

/**
 * Tells all processes something that is not kept: it is no event of the log, has no place in it, and whoever does not listen at that
 * moment never hears of it. Never throws; listeners drop what is not renewed for some seconds.
 */
export function announceEphemeral(news: Ephemeral): void {
  const bounded = "name" in news && news.name !== null ? { ...news, name: news.name.slice(0, LONGEST_NAME) } : news;
  notify(JSON.stringify(bounded), pool());
}

/** Hears what is told of a workspace, by whichever process; returns how to stop. */
export function onEphemeral(workspaceId: number, listener: Listener): () => void {
  const line = listenForSignals(env().DATABASE_URL);
  hub.stop ??= onNotified(hand);
  const listeners = hub.byWorkspace.get(workspaceId) ?? new Set();
  hub.byWorkspace.set(workspaceId, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && hub.byWorkspace.get(workspaceId) === listeners) hub.byWorkspace.delete(workspaceId);
    if (hub.byWorkspace.size === 0) {
      hub.stop?.();
      hub.stop = null;
    }
    void line.stop();
  };
}

function hand(words: string): void {
  const news = parse(words);
  if (!news) return;
  for (const listener of hub.byWorkspace.get(news.workspaceId) ?? []) listener(news);
}

/** Null for words of a newer or older release that runs beside this one. */
function parse(words: string): Ephemeral | null {
  try {
    return SHAPE.safeParse(JSON.parse(words)).data ?? null;
  } catch {
    return null;
  }
}
