const KEEP = 10_000;

/** Writes something down, and forgets what is oldest: a long trial must not grow without bound. */
export function note<T>(journal: T[], entry: T): void {
  journal.push(entry);
  if (journal.length > KEEP) journal.splice(0, KEEP / 10);
}
