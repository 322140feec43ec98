const DAY_MS = 86_400_000;

/** Most of the year behind us, and tomorrow: what a test has made just now is in it, whenever it runs. */
export const SPAN = {
  startDate: new Date(Date.now() - 300 * DAY_MS).toISOString(),
  endDate: new Date(Date.now() + DAY_MS).toISOString(),
};
