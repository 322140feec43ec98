/** The players on the page, and the one that keys control: the last one played, otherwise the newest. */
const players = new Set<HTMLAudioElement>();
let last: HTMLAudioElement | null = null;

/** @returns a function that removes the player. */
export function addPlayer(player: HTMLAudioElement): () => void {
  players.add(player);
  return () => {
    players.delete(player);
    if (last === player) last = null;
  };
}

/** Pauses all other players. */
export function playedAlone(player: HTMLAudioElement): void {
  last = player;
  for (const other of players) if (other !== player) other.pause();
}

/** Plays or pauses the player that keys control. Does nothing without a player. */
export function togglePlayer(): void {
  const player = last ?? [...players].at(-1);
  if (player) toggle(player);
}

export function toggle(player: HTMLAudioElement): void {
  // The element's own error shows a refusal (no file, no permission).
  if (player.paused) player.play().catch(() => undefined);
  else player.pause();
}
