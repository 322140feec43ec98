import DataLoader from "dataloader";
import type { Ctx } from "./ctx.ts";

/**
 * Batches lookups of single rows within one request into one read. It does not cache: a second mutation of the same request
 * sees the changes of the first.
 * @param read returns the values in the order of the keys.
 */
export function gathered<Key, Value>(
  read: (ctx: Ctx, keys: readonly Key[]) => Promise<Value[]>,
): (ctx: Ctx, key: Key) => Promise<Value> {
  const loaders = new WeakMap<Ctx, DataLoader<Key, Value>>();
  return (ctx, key) => {
    let loader = loaders.get(ctx);
    if (!loader) loaders.set(ctx, (loader = new DataLoader((keys) => read(ctx, keys), { cache: false })));
    return loader.load(key);
  };
}
