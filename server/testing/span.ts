const DAY_MS = 86_400_000;

/** Most of the past year, and tomorrow. It always includes what a test has just created. */
export const SPAN = {
  startDate: new Date(Date.now() - 300 * DAY_MS).toISOString(),
  endDate: new Date(Date.now() + DAY_MS).toISOString(),
};
