import type { LivePresence } from "../shell/live-store.ts";

/** Other browsers repeat "viewing" every 15 s. Without a repeat, it ends. */
const VIEWING_MS = 40_000;
/** They repeat "typing" every 3 s. */
const TYPING_MS = 6_000;

type Colleague = { agentId: string; name: string };
/** The colleagues in a conversation, in the order of their arrival. Those who type are also among the viewers. */
export type Presence = { viewers: readonly Colleague[]; typing: readonly Colleague[] };
export const NOBODY: Presence = { viewers: [], typing: [] };

export type PresenceStore = ReturnType<typeof createPresenceStore>;

type Seen = Colleague & { viewsUntil: number; typesUntil: number };

/**
 * Which colleagues are in which conversation now.
 * @param now in milliseconds.
 * @param later calls once, after some milliseconds.
 */
export function createPresenceStore(now: () => number, later: (work: () => void, ms: number) => void) {
  const listeners = new Set<() => void>();
  const seen = new Map<string, Map<string, Seen>>();
  const shown = new Map<string, Presence>();

  /** Updates the presence of a conversation. The object keeps its identity while nothing changes. */
  function settle(convId: string): void {
    const at = now();
    const people = seen.get(convId);
    for (const [agentId, { viewsUntil }] of people ?? []) if (viewsUntil <= at) people?.delete(agentId);
    if (people?.size === 0) seen.delete(convId);
    const viewers = [...(people?.values() ?? [])];
    const typing = viewers.filter(({ typesUntil }) => typesUntil > at);
    const print = (list: readonly Colleague[]) => list.map(({ agentId, name }) => `${agentId} ${name}`).join("\n");
    const before = shown.get(convId) ?? NOBODY;
    if (print(before.viewers) === print(viewers) && print(before.typing) === print(typing)) return;
    if (viewers.length > 0) shown.set(convId, { viewers, typing });
    else shown.delete(convId);
    for (const listener of listeners) listener();
  }

  return {
    of: (convId: string): Presence => shown.get(convId) ?? NOBODY,
    hear: ({ convId, agentId, name, state }: LivePresence): void => {
      const people = seen.get(convId) ?? new Map<string, Seen>();
      if (state === "left") people.delete(agentId);
      else {
        const typesUntil = state === "typing" ? now() + TYPING_MS : 0;
        people.set(agentId, { agentId, name, viewsUntil: now() + VIEWING_MS, typesUntil });
        seen.set(convId, people);
        later(() => settle(convId), VIEWING_MS);
        if (state === "typing") later(() => settle(convId), TYPING_MS);
      }
      settle(convId);
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
