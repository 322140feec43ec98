/** A request in a queue: how to admit it, and its timeout. */
type Waiting = { admit: () => void; timer: NodeJS.Timeout };

/** Releases the place. A second call does nothing. */
export type Leave = () => void;

export type FairLinesOptions = {
  places: number;
  placesEach: number;
  longest: number;
  /** The longest wait, in milliseconds. */
  patienceMs: number;
  /** The error when the queue is full or the wait was too long. `isOwn`: the tenant already uses all places it may have. */
  refusal: (isOwn: boolean) => Error;
};

/**
 * Places that tenants share. Each tenant may use a few at once and has its own queue. A free place goes to the tenants in
 * turn, however many requests one tenant has waiting.
 */
export class FairLines {
  readonly #options: FairLinesOptions;
  readonly #running = new Map<number, number>();
  /** In the order of turns: the tenant served last comes last. */
  readonly #lines = new Map<number, Set<Waiting>>();
  #taken = 0;

  constructor(options: FairLinesOptions) {
    this.#options = options;
  }

  /** Takes a place: at once (no promise) when one is free, otherwise in turn. Rejects with the refusal. */
  enter(tenant: number): Leave | Promise<Leave> {
    if (this.#hasPlace(tenant)) return this.#take(tenant);
    const { longest, patienceMs } = this.#options;
    const line = this.#lines.get(tenant) ?? new Set();
    if (line.size >= longest) return Promise.reject(this.#refusalFor(tenant));
    this.#lines.set(tenant, line);
    return new Promise<Leave>((resolve, reject) => {
      const giveUp = (): void => {
        this.#remove(tenant, line, waiting);
        reject(this.#refusalFor(tenant));
      };
      const admit = (): void => resolve(this.#take(tenant));
      const waiting: Waiting = { admit, timer: setTimeout(giveUp, patienceMs) };
      line.add(waiting);
    });
  }

  waiting(tenant: number): number {
    return this.#lines.get(tenant)?.size ?? 0;
  }

  #hasPlace(tenant: number): boolean {
    const { places, placesEach } = this.#options;
    return this.#taken < places && (this.#running.get(tenant) ?? 0) < placesEach;
  }

  #refusalFor(tenant: number): Error {
    const { placesEach, refusal } = this.#options;
    return refusal((this.#running.get(tenant) ?? 0) >= placesEach);
  }

  #take(tenant: number): Leave {
    this.#taken += 1;
    this.#running.set(tenant, (this.#running.get(tenant) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#taken -= 1;
      const left = (this.#running.get(tenant) ?? 0) - 1;
      if (left > 0) this.#running.set(tenant, left);
      else this.#running.delete(tenant);
      this.#serveNext();
    };
  }

  #serveNext(): void {
    for (const [tenant, line] of this.#lines) {
      if (!this.#hasPlace(tenant)) continue;
      const [first] = line;
      if (!first) continue;
      clearTimeout(first.timer);
      this.#lines.delete(tenant);
      line.delete(first);
      if (line.size > 0) this.#lines.set(tenant, line);
      return first.admit();
    }
  }

  #remove(tenant: number, line: Set<Waiting>, waiting: Waiting): void {
    line.delete(waiting);
    if (line.size === 0 && this.#lines.get(tenant) === line) this.#lines.delete(tenant);
  }
}
