/** Seconds as hours, minutes and seconds to be told; the small ones are left away beside large ones. */
export function durationParts(seconds: number): { hours: number; minutes: number; seconds: number } {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  return { hours, minutes, seconds: hours > 0 || minutes >= 5 ? 0 : seconds % 60 };
}
