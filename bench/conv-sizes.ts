/** Every large enough workspace has conversations of these lengths. The portal's budgets are measured in them. */
export const LONG_CONVS = [10_000, 5_000] as const;

/** A long conversation is added only if it fits into this share of all messages. */
const LONG_SHARE = 1 / 4;
/** How steeply lengths fall: the exponent of Zipf's law, and the number of ranks that flatten its head. */
const EXPONENT = 1.1;
const HEAD = 40;

/**
 * The number of messages in each of `convs` conversations, longest first. Zipf's law, at least one each, exactly `messages` in
 * all.
 * @throws Error if there are fewer messages than conversations
 */
export function convSizes(convs: number, messages: number): Int32Array {
  if (messages < convs) throw new Error("A conversation has at least one message: --messages is below --conversations");
  const long = LONG_CONVS.filter((size) => size <= messages * LONG_SHARE - convs).slice(0, Math.max(0, convs - 1));
  const sizes = new Int32Array(convs).fill(1);
  sizes.set(long);
  const others = convs - long.length;
  let left = messages - others - long.reduce((sum, size) => sum + size, 0);
  if (others === 0) return sizes;

  const weights = Float64Array.from({ length: others }, (_, rank) => 1 / (rank + HEAD) ** EXPONENT);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // No other conversation is longer than the shortest of the added long ones.
  const most = long.at(-1) ?? messages;
  const wanted = left;
  weights.forEach((weight, rank) => {
    const more = Math.min(left, most - 1, Math.floor((wanted * weight) / total));
    sizes[long.length + rank] = 1 + more;
    left -= more;
  });
  // Spread the remainder from rounding and the limit, one message each from the top. The order stays.
  for (let rank = 0; left > 0; rank = (rank + 1) % others) {
    const at = long.length + rank;
    const size = sizes[at] ?? 0;
    if (size >= most) continue;
    sizes[at] = size + 1;
    left -= 1;
  }
  return sizes;
}
