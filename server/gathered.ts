import DataLoader from "dataloader";
import type { Ctx } from "./ctx.ts";

/**
 * What is asked of one row at a time and read for all rows of a request together. It gathers and does not keep: a second mutation of the
 * same request sees what the first one changed.
 * @param read values in the order of the keys.
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
