/** The stand-ins' own time. It runs as ours does, and can be put elsewhere: windows and files then close at once. */
export type Clock = {
  now: () => Date;
  set: (at: Date) => void;
  /** Moves it on, or back; in milliseconds. */
  advance: (ms: number) => void;
  /** How far it stands from ours, in milliseconds. */
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
