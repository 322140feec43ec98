"use client";

import { useEffect, useRef, useState } from "react";
import type { RecordingPlan } from "./recording-plan.ts";
import { startRecording, troubleOf, type RecordingTrouble, type VoiceRecording } from "./voice-recording.ts";

/** Longer than anybody listens; no channel's file grows too large in that time. */
export const LONGEST_SECONDS = 15 * 60;
/** How often the time is shown anew. */
const TICK_MS = 250;

type RecorderState =
  | { kind: "asking" }
  | { kind: "trouble"; trouble: RecordingTrouble }
  | { kind: "recording"; isPaused: boolean; recording: VoiceRecording }
  | { kind: "finishing"; recording: VoiceRecording }
  /** `url` is of this browser, to listen to it. */
  | { kind: "recorded"; file: File; url: string };

const finishing = (state: RecorderState): RecorderState =>
  state.kind === "recording" ? { kind: "finishing", recording: state.recording } : state;

/**
 * A voice message from the first word to the file. It begins by itself; when the part of the page goes that it belongs to, the
 * microphone is let go, and what was recorded is handed on.
 * @param plan the same one for as long as it is drawn: with another one it begins anew.
 * @param onLeft of one identity, as well: takes what was recorded when it went before anybody had used it or thrown it away.
 */
export function useVoiceRecorder(plan: RecordingPlan, onLeft: (file: File) => void) {
  const [state, setState] = useState<RecorderState>({ kind: "asking" });
  const [seconds, setSeconds] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const finish = () => setState(finishing);
  /** What nobody has decided about yet. */
  const undecided = useRef<VoiceRecording | File | null>(null);

  useEffect(() => {
    let isOver = false;
    let started: VoiceRecording | null = null;
    startRecording(plan, () => setState(finishing)).then(
      (recording) => {
        // It was let go while the browser still asked.
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

  /** It was used, or is not wanted: nobody is to have it any more. */
  function settle(): void {
    undecided.current = null;
  }

  /** Throws away what was recorded, and begins anew. */
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

/** Where nothing can be made of it, there is nobody left to be told. */
async function handOn(left: VoiceRecording | File, plan: RecordingPlan, take: (file: File) => void): Promise<void> {
  const file = left instanceof File ? left : await fileOf(left, plan).catch(() => null);
  if (file && file.size > 0) take(file);
}

/** What was recorded, as the file that the channel takes; its name says when it was spoken. */
async function recordedFile(recorded: Blob, plan: RecordingPlan, at: Date): Promise<File> {
  const sound = plan.isRepacked ? await (await import("./opus-in-ogg.ts")).opusInOgg(recorded) : recorded;
  const stamp = at.toISOString().slice(0, 19).replaceAll(":", "-");
  return new File([sound], `voice-${stamp}.${plan.extension}`, { type: plan.contentType });
}
