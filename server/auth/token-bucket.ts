/** The burst size, and the seconds in which an empty bucket refills. */
export type Rate = { points: number; duration: number };

/** Tokens left at `at` (milliseconds). Below zero when other processes have taken more than there were. */
type Level = { left: number; at: number };

/** Once this many buckets are stored, full buckets are dropped. */
const LOOK_THROUGH_AT = 1_000;

/** Token buckets by key: `points` at once, then one every `duration / points` seconds. More than `points` never pass at once. */
export class TokenBuckets {
  readonly rate: Rate;
  readonly #levels = new Map<string, Level>();
  #lookThroughAt = LOOK_THROUGH_AT;

  constructor(rate: Rate) {
    this.rate = rate;
  }

  /** Takes `cost` tokens and returns 0. If too few are left, takes none and returns the whole seconds to wait. */
  take(key: string, now = Date.now(), cost = 1): number {
    const left = this.#left(key, now);
    if (left < cost) return Math.max(1, Math.ceil((cost - left) / this.#perSecond));
    this.#keep(key, left - cost, now);
    return 0;
  }

  /** Adds tokens, or removes those counted by another process (`by` below zero). */
  add(key: string, by: number, now = Date.now()): void {
    const { points } = this.rate;
    this.#keep(key, Math.max(-points, Math.min(points, this.#left(key, now) + by)), now);
  }

  fill(key: string): void {
    this.#levels.delete(key);
  }

  /** The number of stored buckets. */
  get size(): number {
    return this.#levels.size;
  }

  get #perSecond(): number {
    return this.rate.points / this.rate.duration;
  }

  #left(key: string, now: number): number {
    const level = this.#levels.get(key);
    if (!level) return this.rate.points;
    // If the clock is set back, the bucket neither fills nor drains.
    const seconds = Math.max(0, now - level.at) / 1_000;
    return Math.min(this.rate.points, level.left + seconds * this.#perSecond);
  }

  #keep(key: string, left: number, now: number): void {
    this.#levels.set(key, { left, at: now });
    if (this.#levels.size < this.#lookThroughAt) return;
    for (const one of this.#levels.keys()) if (this.#left(one, now) >= this.rate.points) this.#levels.delete(one);
    this.#lookThroughAt = Math.max(LOOK_THROUGH_AT, 2 * this.#levels.size);
  }
}
