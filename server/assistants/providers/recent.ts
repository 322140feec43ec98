/** An in-process cache for values that can be found again. When it is full, the oldest entries are evicted. */
export function recent<Value>(most = 1_000): {
  get: (key: string) => Value | undefined;
  put: (key: string, value: Value) => void;
  forget: (key: string) => void;
} {
  const entries = new Map<string, Value>();
  return {
    get: (key) => entries.get(key),
    put(key, value) {
      entries.delete(key);
      entries.set(key, value);
      const oldest = entries.keys().next();
      if (entries.size > most && !oldest.done) entries.delete(oldest.value);
    },
    forget: (key) => void entries.delete(key),
  };
}
