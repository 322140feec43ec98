/** The players on the page, and the one that the keyboard means: the last that was played, else the newest. */
const players = new Set<HTMLAudioElement>();
let last: HTMLAudioElement | null = null;

/** @returns how to take it away again. */
export function addPlayer(player: HTMLAudioElement): () => void {
  players.add(player);
  return () => {
    players.delete(player);
    if (last === player) last = null;
  };
}

/** One voice at a time. */
export function playedAlone(player: HTMLAudioElement): void {
  last = player;
  for (const other of players) if (other !== player) other.pause();
}

/** Plays or pauses what the keyboard means; does nothing where there is no sound. */
export function togglePlayer(): void {
  const player = last ?? [...players].at(-1);
  if (player) toggle(player);
}

export function toggle(player: HTMLAudioElement): void {
  // A refusal (no file, no permission) is shown by the element's own error.
  if (player.paused) player.play().catch(() => undefined);
  else player.pause();
}
