let audio: AudioContext | null = null;

/** Plays two short tones, the second one higher. Silent if the browser does not allow sound yet. */
export async function playTone(): Promise<void> {
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") await audio.resume();
    const begin = audio.currentTime;
    for (const [index, pitch] of [660, 880].entries()) {
      const [from, tone, loudness] = [begin + index * 0.12, audio.createOscillator(), audio.createGain()];
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0, from);
      loudness.gain.linearRampToValueAtTime(0.12, from + 0.015);
      loudness.gain.exponentialRampToValueAtTime(0.001, from + 0.22);
      tone.connect(loudness).connect(audio.destination);
      tone.start(from);
      tone.stop(from + 0.24);
    }
  } catch {
    // Browsers may refuse sound before the first click on a page.
  }
}
