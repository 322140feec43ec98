/** How many may come at once, and in how many seconds an empty bucket is full again. */
export type Rate = { points: number; duration: number };

/** What is left at `at` (milliseconds); below zero when other processes have taken more than there was. */
type Level = { left: number; at: number };

/** Full buckets are thrown away once so many are kept. */
const LOOK_THROUGH_AT = 1_000;

/** Token buckets by key: `points` at once, then one every `duration / points` seconds. At no moment do more than `points` pass at once. */
export class TokenBuckets {
  readonly rate: Rate;
  readonly #levels = new Map<string, Level>();
  #lookThroughAt = LOOK_THROUGH_AT;

  constructor(rate: Rate) {
    this.rate = rate;
  }

  /** Takes `cost`. Returns 0, or, when there is too little, the whole seconds until there is enough again. */
  take(key: string, now = Date.now(), cost = 1): number {
    const left = this.#left(key, now);
    if (left < cost) return Math.max(1, Math.ceil((cost - left) / this.#perSecond));
    this.#keep(key, left - cost, now);
    return 0;
  }

  /** Adds to a bucket, or takes away what was counted elsewhere (`by` below zero). */
  add(key: string, by: number, now = Date.now()): void {
    const { points } = this.rate;
    this.#keep(key, Math.max(-points, Math.min(points, this.#left(key, now) + by)), now);
  }

  fill(key: string): void {
    this.#levels.delete(key);
  }

  /** How many buckets are kept. */
  get size(): number {
    return this.#levels.size;
  }

  get #perSecond(): number {
    return this.rate.points / this.rate.duration;
  }

  #left(key: string, now: number): number {
    const level = this.#levels.get(key);
    if (!level) return this.rate.points;
    // A clock that was put back fills nothing and takes nothing away.
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
