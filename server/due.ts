/**
 * SQL: the time up to which a row's `nextAttemptAt` is due. Times are rounded to whole milliseconds, so a row stored right
 * now may be up to half a millisecond ahead of the clock. Without the extra millisecond it would wait for the next poll.
 */
export const DUE = `now() + interval '1 millisecond'`;
