/**
 * What stands before several web processes: it asks each /readyz, again and again, and sends callers only to those that said
 * yes. It knows nothing else of them, as a load balancer does not.
 */
export type Front = {
  add: (address: string) => void;
  remove: (address: string) => void;
  /** A web process that is ready, in turn; waits while there is none. */
  pick: () => Promise<string>;
  close: () => void;
};

const LOOK_MS = 250;
/** A look that is not answered in this time counts as silence. */
const PATIENCE_MS = 2_000;
/** A no is believed at once, silence only when it lasts: a busy process is not a dead one. */
const MOST_SILENCES = 3;

type Place = { isReady: boolean; silences: number };

export function startFront(): Front {
  const places = new Map<string, Place>();
  let isOpen = true;
  let turn = 0;

  const watch = async (address: string, place: Place) => {
    while (isOpen && places.get(address) === place) {
      try {
        const { ok } = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
        Object.assign(place, { isReady: ok, silences: 0 });
      } catch {
        place.silences++;
        if (place.silences >= MOST_SILENCES) place.isReady = false;
      }
      await new Promise((wait) => setTimeout(wait, LOOK_MS));
    }
  };
  return {
    add: (address) => {
      const place = { isReady: false, silences: 0 };
      places.set(address, place);
      void watch(address, place);
    },
    remove: (address) => void places.delete(address),
    pick: async () => {
      for (;;) {
        const ready = [...places].filter(([, { isReady }]) => isReady);
        const [found] = ready[turn++ % Math.max(1, ready.length)] ?? [];
        if (found) return found;
        await new Promise((wait) => setTimeout(wait, 20));
      }
    },
    close: () => void (isOpen = false),
  };
}
