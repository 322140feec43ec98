"use client";

import { useEffect, useRef, useState } from "react";
import type { RecordingPlan } from "./recording-plan.ts";
import { startRecording, troubleOf, type RecordingTrouble, type VoiceRecording } from "./voice-recording.ts";

/** The longest recording. No channel's file size limit is reached in this time. */
export const LONGEST_SECONDS = 15 * 60;
/** How often the displayed time is updated. */
const TICK_MS = 250;

type RecorderState =
  | { kind: "asking" }
  | { kind: "trouble"; trouble: RecordingTrouble }
  | { kind: "recording"; isPaused: boolean; recording: VoiceRecording }
  | { kind: "finishing"; recording: VoiceRecording }
  /** `url` is an object URL of this browser, for playback. */
  | { kind: "recorded"; file: File; url: string };

const finishing = (state: RecorderState): RecorderState =>
  state.kind === "recording" ? { kind: "finishing", recording: state.recording } : state;

/**
 * Records a voice message and produces its file. Recording starts when the component mounts. Unmounting releases the microphone and
 * passes an undecided recording to `onLeft`.
 * @param plan must keep its identity; a new one restarts the recording.
 * @param onLeft must keep its identity too. Receives the recording if the component unmounts before it was used or discarded.
 */
export function useVoiceRecorder(plan: RecordingPlan, onLeft: (file: File) => void) {
  const [state, setState] = useState<RecorderState>({ kind: "asking" });
  const [seconds, setSeconds] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const finish = () => setState(finishing);
  /** The recording or file that was neither used nor discarded. */
  const undecided = useRef<VoiceRecording | File | null>(null);

  useEffect(() => {
    let isOver = false;
    let started: VoiceRecording | null = null;
    startRecording(plan, () => setState(finishing)).then(
      (recording) => {
        // The component unmounted while the browser was still asking for permission.
        if (isOver) return recording.cancel();
        started = recording;
        undecided.current = recording;
        setState({ kind: "recording", isPaused: false, recording });
      },
      (error: unknown) => {
        if (!isOver) setState({ kind: "trouble", trouble: troubleOf(error) });
      },
    );
    return () => {
      isOver = true;
      const left = undecided.current;
      undecided.current = null;
      if (left === null) started?.cancel();
      else void handOn(left, plan, onLeft);
    };
  }, [plan, attempt, onLeft]);

  const running = state.kind === "recording" ? state.recording : null;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      setSeconds(running.seconds());
      if (running.seconds() >= LONGEST_SECONDS) setState(finishing);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [running]);

  const ending = state.kind === "finishing" ? state.recording : null;
  useEffect(() => {
    if (!ending) return;
    let isOver = false;
    fileOf(ending, plan).then(
      (file) => {
        if (isOver) return;
        undecided.current = file;
        setState({ kind: "recorded", file, url: URL.createObjectURL(file) });
      },
      () => {
        if (isOver) return;
        undecided.current = null;
        setState({ kind: "trouble", trouble: "failed" });
      },
    );
    return () => {
      isOver = true;
    };
  }, [ending, plan]);

  const url = state.kind === "recorded" ? state.url : null;
  useEffect(() => {
    if (url !== null) return () => URL.revokeObjectURL(url);
  }, [url]);

  function setPaused(isPaused: boolean): void {
    if (state.kind !== "recording") return;
    if (isPaused) state.recording.pause();
    else state.recording.resume();
    setState({ ...state, isPaused });
  }

  /** The recording was used or discarded, so `onLeft` must not receive it. */
  function settle(): void {
    undecided.current = null;
  }

  /** Discards the recording and starts a new one. */
  function again(): void {
    settle();
    setSeconds(0);
    setState({ kind: "asking" });
    setAttempt((no) => no + 1);
  }

  return { state, seconds, setPaused, finish, again, settle };
}

async function fileOf(recording: VoiceRecording, plan: RecordingPlan): Promise<File> {
  return recordedFile(await recording.stop(), plan, new Date());
}

/** Ignores a recording that cannot be turned into a file, because its screen is gone and cannot show an error. */
async function handOn(left: VoiceRecording | File, plan: RecordingPlan, take: (file: File) => void): Promise<void> {
  const file = left instanceof File ? left : await fileOf(left, plan).catch(() => null);
  if (file && file.size > 0) take(file);
}

/** The recording as a file that the channel accepts. Its name contains the time of recording. */
async function recordedFile(recorded: Blob, plan: RecordingPlan, at: Date): Promise<File> {
  const sound = plan.isRepacked ? await (await import("./opus-in-ogg.ts")).opusInOgg(recorded) : recorded;
  const stamp = at.toISOString().slice(0, 19).replaceAll(":", "-");
  return new File([sound], `voice-${stamp}.${plan.extension}`, { type: plan.contentType });
}
