/** The number of bars in a waveform. */
export const BARS = 40;

/** A made-up waveform for a sound that was not played yet. It is always the same for the same file. */
export function placeholderPeaks(seed: string): number[] {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return Array.from({ length: BARS }, () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519);
    return 0.25 + ((state >>> 16) % 100) / 250;
  });
}

/**
 * The loudest sample of each bar, 0..1, scaled so that the loudest bar is 1.
 * @param samples of one channel, -1..1
 */
export function peaksOf(samples: ArrayLike<number>): number[] {
  const width = Math.max(1, Math.floor(samples.length / BARS));
  const peaks = Array.from({ length: BARS }, (_, bar) => {
    let peak = 0;
    const end = Math.min(samples.length, (bar + 1) * width);
    for (let index = bar * width; index < end; index++) peak = Math.max(peak, Math.abs(samples[index] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks);
  return loudest > 0 ? peaks.map((peak) => peak / loudest) : peaks;
}

/** Formats a duration: 0:07, 12:30. */
export function minutesAndSeconds(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
