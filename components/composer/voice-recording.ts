import type { RecordingPlan } from "./recording-plan.ts";

/** Why nothing can be recorded; the words are in the catalogue. */
export type RecordingTrouble = "refused" | "noMicrophone" | "busy" | "insecure" | "failed";

/** Bits a second: as much as phones give a voice. */
const VOICE_BITS = 32_000;
/** How often the recorder gives what it has: what it holds itself is lost with the tab. */
const SLICE_MS = 1_000;

/** A recording that is under way. */
export type VoiceRecording = {
  pause: () => void;
  resume: () => void;
  /** How loud it is now: 0 is silence, 1 the loudest there is. */
  level: () => number;
  /** Seconds recorded so far, without its pauses. */
  seconds: () => number;
  /** Ends it; the microphone is let go. Asked again, it answers the same. */
  stop: () => Promise<Blob>;
  /** The same, and what was recorded is thrown away. */
  cancel: () => void;
};

/**
 * Asks for the microphone and begins to record.
 * @param onLost told when the microphone goes away by itself: unplugged, or taken back in the browser's settings.
 * @throws what `troubleOf` tells apart.
 */
export async function startRecording({ recorded }: RecordingPlan, onLost: () => void): Promise<VoiceRecording> {
  // One channel: WhatsApp takes no other voice message.
  const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true };
  const stream = await mediaDevices().getUserMedia({ audio });
  const letGo = () => stream.getTracks().forEach((track) => track.stop());
  try {
    const recorder = new MediaRecorder(stream, { mimeType: recorded, audioBitsPerSecond: VOICE_BITS });
    const clock = stopwatch();
    const parts: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    stream.getAudioTracks()[0]?.addEventListener("ended", onLost);
    recorder.start(SLICE_MS);
    // Behind all that may throw: a browser lets a page have a few of them only.
    const meter = levelMeter(stream);
    clock.run();
    const end = () => {
      if (recorder.state !== "inactive") recorder.stop();
      clock.rest();
      meter.close();
      letGo();
    };
    let stopped: Promise<Blob> | null = null;
    return {
      pause: () => {
        recorder.pause();
        clock.rest();
      },
      resume: () => {
        recorder.resume();
        clock.run();
      },
      level: meter.level,
      seconds: clock.seconds,
      stop: () =>
        (stopped ??= new Promise((resolve) => {
          const whole = () => resolve(new Blob(parts, { type: recorder.mimeType }));
          // Where the microphone went away, the recorder has stopped by itself.
          if (recorder.state === "inactive") whole();
          else recorder.addEventListener("stop", whole, { once: true });
          end();
        })),
      cancel: end,
    };
  } catch (error) {
    letGo();
    throw error;
  }
}

/** Whether this browser can record such a file. */
export function canRecord(type: string): boolean {
  return typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported(type);
}

/** What stood against a recording. */
export function troubleOf(error: unknown): RecordingTrouble {
  if (error instanceof InsecurePage) return "insecure";
  switch (error instanceof DOMException ? error.name : "") {
    case "NotAllowedError":
    case "SecurityError":
      return "refused";
    case "NotFoundError":
    case "OverconstrainedError":
      return "noMicrophone";
    case "NotReadableError":
    case "AbortError":
      return "busy";
    default:
      return "failed";
  }
}

class InsecurePage extends Error {}

/** Browsers give a microphone only to pages that came by https, or from the same machine. */
function mediaDevices(): MediaDevices {
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices) throw new InsecurePage();
  return devices;
}

function levelMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      return loudness(samples);
    },
    close: () => {
      if (context.state !== "closed") void context.close();
    },
  };
}

/** The quietest that is shown, in decibels below the loudest. */
const QUIETEST_DB = -50;

/**
 * How loud a stretch of sound is to an ear: in decibels, from the quietest that is shown (0) to the loudest (1).
 * @param samples from -1 to 1.
 */
export function loudness(samples: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < samples.length; at++) sum += (samples[at] ?? 0) ** 2;
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length));
  return Math.min(1, Math.max(0, 1 - decibels / QUIETEST_DB));
}

/** Counts while it runs. */
function stopwatch() {
  let counted = 0;
  let since: number | null = null;
  return {
    run: () => {
      since ??= performance.now();
    },
    rest: () => {
      if (since !== null) counted += performance.now() - since;
      since = null;
    },
    seconds: () => (counted + (since === null ? 0 : performance.now() - since)) / 1_000,
  };
}
