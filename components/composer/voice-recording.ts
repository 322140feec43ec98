import type { RecordingPlan } from "./recording-plan.ts";

/** Why recording failed. The catalogue has the text for each. */
export type RecordingTrouble = "refused" | "noMicrophone" | "busy" | "insecure" | "failed";

/** Bits per second, the rate that phones use for voice. */
const VOICE_BITS = 32_000;
/** How often the recorder hands over its data. Data still in the recorder is lost if the tab closes. */
const SLICE_MS = 1_000;

export type VoiceRecording = {
  pause: () => void;
  resume: () => void;
  /** The current level: 0 is silence, 1 is the maximum. */
  level: () => number;
  /** Seconds recorded so far, without pauses. */
  seconds: () => number;
  /** Ends the recording and releases the microphone. A repeated call returns the same result. */
  stop: () => Promise<Blob>;
  /** Like `stop`, but discards the recording. */
  cancel: () => void;
};

/**
 * Asks for the microphone and starts to record.
 * @param onLost called when the microphone disappears: unplugged, or revoked in the browser's settings.
 * @throws errors that `troubleOf` classifies.
 */
export async function startRecording({ recorded }: RecordingPlan, onLost: () => void): Promise<VoiceRecording> {
  // Mono, because WhatsApp accepts no other voice message.
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
    // Create the meter after everything that can throw: a browser allows a page only a few of them.
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
          // If the microphone was lost, the recorder has already stopped.
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

/** Whether this browser can record this content type. */
export function canRecord(type: string): boolean {
  return typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported(type);
}

/** Classifies an error of `startRecording`. */
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

/** Browsers give the microphone only to pages loaded by https or from the same machine. */
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

/** The quietest level shown, in decibels below the maximum. */
const QUIETEST_DB = -50;

/**
 * The perceived loudness of a piece of sound on a decibel scale, from the quietest level shown (0) to the maximum (1).
 * @param samples from -1 to 1.
 */
export function loudness(samples: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < samples.length; at++) sum += (samples[at] ?? 0) ** 2;
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length));
  return Math.min(1, Math.max(0, 1 - decibels / QUIETEST_DB));
}

/** Counts time only while it runs. */
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
