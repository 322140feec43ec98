/**
 * SQL: up to here a row's `nextAttemptAt` has come. Times are kept in whole milliseconds, rounded: what was stored this instant may
 * stand up to a half ahead of the clock, and would else wait for the next poll.
 */
export const DUE = `now() + interval '1 millisecond'`;
