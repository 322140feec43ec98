"use client";

import { ActionIcon, Button, Loader, VisuallyHidden } from "@mantine/core";
import {
  IconMicrophone,
  IconMicrophoneOff,
  IconPlayerPauseFilled,
  IconPlayerStopFilled,
  IconTrash,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { RecordingPlan } from "./recording-plan.ts";
import { LONGEST_SECONDS, useVoiceRecorder } from "./use-voice-recorder.ts";
import { VoicePlayer } from "../messages/voice-player.tsx";
import type { VoiceRecording } from "./voice-recording.ts";
import { minutesAndSeconds } from "../messages/voice-wave.ts";
import classes from "./voice-recorder.module.css";

type Props = {
  plan: RecordingPlan;
  /** Receives the file to send. null: it was discarded. */
  onDone: (file: File | null) => void;
  /** Receives the recording if the agent leaves the conversation. */
  onLeft: (file: File) => void;
};

/** Records a voice message: shows level and length, and allows a pause and playback before it is sent. */
export function VoiceRecorder({ plan, onDone, onLeft }: Props) {
  const t = useTranslations("composer.voice");
  const { state, seconds, setPaused, finish, again, settle } = useVoiceRecorder(plan, onLeft);
  const [isUnheard, setUnheard] = useState(false);

  function end(file: File | null) {
    settle();
    onDone(file);
  }
  function recordAgain() {
    setUnheard(false);
    again();
  }
  return (
    <div
      className={classes.recorder}
      role="group"
      aria-label={t("title")}
      data-state={state.kind}
      data-unsaved
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        end(null);
      }}
    >
      <ActionIcon variant="subtle" color="red" size={36} aria-label={t("discard")} onClick={() => end(null)}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      {state.kind === "asking" || state.kind === "finishing" ? (
        <span className={classes.words} role="status">
          <Loader size="xs" aria-hidden /> {t(state.kind)}
        </span>
      ) : null}
      {state.kind === "trouble" ? (
        <>
          <span className={classes.words} role="alert">
            <IconMicrophoneOff size={18} aria-hidden /> {t(`trouble.${state.trouble}`)}
          </span>
          <Button size="compact-sm" variant="light" onClick={recordAgain}>
            {t("tryAgain")}
          </Button>
        </>
      ) : null}
      {state.kind === "recording" ? (
        <>
          <VisuallyHidden role="status">{t(state.isPaused ? "paused" : "recording")}</VisuallyHidden>
          <span className={classes.light} data-paused={state.isPaused || undefined} aria-hidden />
          <span className={classes.time} role="timer" title={t("longest", { minutes: LONGEST_SECONDS / 60 })}>
            {minutesAndSeconds(seconds)}
          </span>
          <LevelMeter recording={state.recording} isPaused={state.isPaused} />
          <ActionIcon
            variant="light"
            color="gray"
            size={36}
            radius="xl"
            aria-label={t(state.isPaused ? "resume" : "pause")}
            onClick={() => setPaused(!state.isPaused)}
          >
            {state.isPaused ? (
              <IconMicrophone size={18} aria-hidden />
            ) : (
              <IconPlayerPauseFilled size={18} aria-hidden />
            )}
          </ActionIcon>
          <Button
            size="compact-md"
            autoFocus
            classNames={{ root: classes.stop, section: classes.stopMark }}
            leftSection={<IconPlayerStopFilled size={16} aria-hidden />}
            aria-label={t("stop")}
            title={t("stop")}
            onClick={finish}
          >
            <span className={classes.stopWord}>{t("stop")}</span>
          </Button>
        </>
      ) : null}
      {state.kind === "recorded" ? (
        <>
          {isUnheard ? (
            <span className={classes.words} role="status">
              {t("unheard", { time: minutesAndSeconds(seconds) })}
            </span>
          ) : (
            <VoicePlayer url={state.url} name={t("title")} onError={() => setUnheard(true)} />
          )}
          <span className={classes.ends}>
            <Button size="compact-md" variant="default" onClick={recordAgain}>
              {t("again")}
            </Button>
            <Button size="compact-md" autoFocus onClick={() => end(state.file)}>
              {t("use")}
            </Button>
          </span>
        </>
      ) : null}
    </div>
  );
}

/** Updates the DOM directly at each frame, so that nothing else renders. */
function LevelMeter({ recording, isPaused }: { recording: VoiceRecording; isPaused: boolean }) {
  const t = useTranslations("composer.voice");
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      const level = isPaused ? 0 : recording.level();
      bar.current?.style.setProperty("--level", level.toFixed(3));
      if (!isPaused) frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [recording, isPaused]);
  return (
    <span className={classes.meter} role="img" aria-label={t("level")}>
      <span ref={bar} className={classes.level} />
    </span>
  );
}
