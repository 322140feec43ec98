/** A value that views follow: read it, change parts of it, hear of changes. */
export type Store<S> = {
  get: () => S;
  set: (change: Partial<S>) => void;
  /** @returns how to stop hearing */
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
