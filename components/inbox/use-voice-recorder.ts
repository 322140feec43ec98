"use client";

import { useEffect, useState } from "react";
import { recordedFile } from "./recorded-file.ts";
import type { RecordingPlan } from "./recording-plan.ts";
import { startRecording, troubleOf } from "./voice-recording.ts";
import type { RecordingTrouble, VoiceRecording } from "./voice-recording.ts";

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
 * microphone is let go.
 * @param plan the same one for as long as it is drawn: with another one it begins anew.
 */
export function useVoiceRecorder(plan: RecordingPlan) {
  const [state, setState] = useState<RecorderState>({ kind: "asking" });
  const [seconds, setSeconds] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const finish = () => setState(finishing);

  useEffect(() => {
    let isOver = false;
    let started: VoiceRecording | null = null;
    startRecording(plan, () => setState(finishing)).then(
      (recording) => {
        // It was let go while the browser still asked.
        if (isOver) return recording.cancel();
        started = recording;
        setState({ kind: "recording", isPaused: false, recording });
      },
      (error: unknown) => {
        if (!isOver) setState({ kind: "trouble", trouble: troubleOf(error) });
      },
    );
    return () => {
      isOver = true;
      started?.cancel();
    };
  }, [plan, attempt]);

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
    void made(ending, plan).then((next) => {
      if (!isOver) setState(next);
    });
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

  /** Throws away what was recorded, and begins anew. */
  function again(): void {
    setSeconds(0);
    setState({ kind: "asking" });
    setAttempt((no) => no + 1);
  }

  return { state, seconds, setPaused, finish, again };
}

async function made(recording: VoiceRecording, plan: RecordingPlan): Promise<RecorderState> {
  try {
    const file = await recordedFile(await recording.stop(), plan, new Date());
    return { kind: "recorded", file, url: URL.createObjectURL(file) };
  } catch {
    return { kind: "trouble", trouble: "failed" };
  }
}
