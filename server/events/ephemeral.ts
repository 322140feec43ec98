import { z } from "zod";
import { pool } from "../db.ts";
import { env } from "../env.ts";
import { listenForSignals, onNotified, notify } from "./signal.ts";

/** The conversation, and what decides who may receive it. */
const OF_CONV = {
  workspaceId: z.int(),
  convId: z.uuid(),
  /** The conversation's agent. It decides who may receive this (conversations/visible-ephemeral.ts). */
  assigneeId: z.uuid().nullable(),
  /** For a playground conversation: only people who may open it receive this. */
  isPlayground: z.literal(true).optional(),
};

const SHAPE = z.discriminatedUnion("kind", [
  z.object({
    ...OF_CONV,
    kind: z.literal("typing"),
    from: z.enum(["client", "agent", "assistant"]),
    /** The name shown to the other side; null if it must not be shown. */
    name: z.string().nullable(),
    isTyping: z.boolean(),
  }),
  /** An agent views the conversation, writes in it, or has left it. Only for colleagues. */
  z.object({
    ...OF_CONV,
    kind: z.literal("presence"),
    agentId: z.uuid(),
    name: z.string(),
    state: z.enum(["viewing", "typing", "left"]),
  }),
  /** Something of an agent's own has changed. Only for their other tabs and devices. */
  z.object({
    workspaceId: z.int(),
    kind: z.literal("own"),
    agentId: z.uuid(),
    what: z.enum(["draft", "read", "mention", "scheduled"]),
    convId: z.uuid().nullable(),
  }),
]);

/** A fact that is valid for a few seconds. It never contains message text. */
export type Ephemeral = z.infer<typeof SHAPE>;
export type Typing = Extract<Ephemeral, { kind: "typing" }>;
export type Presence = Extract<Ephemeral, { kind: "presence" }>;
export type OwnNews = Extract<Ephemeral, { kind: "own" }>;

type Listener = (news: Ephemeral) => void;

type Hub = { byWorkspace: Map<number, Set<Listener>>; stop: (() => void) | null };
const hub: Hub = { byWorkspace: new Map(), stop: null };

/** In characters. A NOTIFY takes 8,000 bytes, and no name needs more than this. */
const LONGEST_NAME = 200;

/**
 * Sends an ephemeral to all processes. It is not stored in the event log, so a process that is not listening at that moment misses it.
 * Never throws. Listeners drop an ephemeral that is not repeated for some seconds.
 */
export function announceEphemeral(news: Ephemeral): void {
  const bounded = "name" in news && news.name !== null ? { ...news, name: news.name.slice(0, LONGEST_NAME) } : news;
  notify(JSON.stringify(bounded), pool());
}

/** Listens for a workspace's ephemerals from all processes. Returns a function that stops it. */
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

/** null for a message of a newer or older release that runs at the same time. */
function parse(words: string): Ephemeral | null {
  try {
    return SHAPE.safeParse(JSON.parse(words)).data ?? null;
  } catch {
    return null;
  }
}
