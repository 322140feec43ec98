const KEEP = 10_000;

/** Adds an entry and drops the oldest ones, so that memory stays bounded in a long trial. */
export function note<T>(journal: T[], entry: T): void {
  journal.push(entry);
  if (journal.length > KEEP) journal.splice(0, KEEP / 10);
}
