/** A value with subscribers: read it, change parts of it, subscribe to changes. */
export type Store<S> = {
  get: () => S;
  set: (change: Partial<S>) => void;
  /** @returns a function that unsubscribes */
  follow: (hear: () => void) => () => void;
};

export function createStore<S extends object>(initial: S): Store<S> {
  let state = initial;
  const hearers = new Set<() => void>();
  return {
    get: () => state,
    set: (change) => {
      state = { ...state, ...change };
      for (const hear of hearers) hear();
    },
    follow: (hear) => {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
  };
}
