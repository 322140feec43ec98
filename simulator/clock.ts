/** The stand-ins' clock. It runs at normal speed and can be set, so that reply windows and files expire at once. */
export type Clock = {
  now: () => Date;
  set: (at: Date) => void;
  /** Moves the clock forward, or back if negative. In milliseconds. */
  advance: (ms: number) => void;
  /** The difference from real time, in milliseconds. */
  offset: () => number;
};

export function startClock(): Clock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    set: (at) => void (offset = at.getTime() - Date.now()),
    advance: (ms) => void (offset += ms),
    offset: () => offset,
  };
}
