"use client";

import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { usePreferences } from "../shell/use-preferences.ts";
import { addPlayer, playedAlone, toggle } from "./voice-players.ts";
import { minutesAndSeconds, peaksOf, placeholderPeaks } from "./voice-wave.ts";
import parts from "./message-parts.module.css";

const RATES = [1, 1.5, 2] as const;

type Props = { url: string; name: string; onError: () => void; autoPlay?: boolean };

/** Plays a voice message: a play button, a waveform for seeking, and the speed. The waveform is read on first play. */
export function VoicePlayer({ url, name, onError, autoPlay = false }: Props) {
  const t = useTranslations("thread.voice");
  const [{ playbackRate }, change] = usePreferences();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(0);
  const [heard, setHeard] = useState<number[] | null>(null);
  const unheard = useMemo(() => placeholderPeaks(url), [url]);

  useEffect(() => (audio.current ? addPlayer(audio.current) : undefined), []);
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = playbackRate;
  }, [playbackRate, isPlaying]);

  async function onPlay() {
    setPlaying(true);
    if (audio.current) playedAlone(audio.current);
    if (!heard) setHeard(await readPeaks(url));
  }
  function goTo(seconds: number) {
    setAt(seconds);
    if (audio.current) audio.current.currentTime = seconds;
  }
  const peaks = heard ?? unheard;
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  const nextRate = RATES[(RATES.indexOf(playbackRate) + 1) % RATES.length] ?? 1;
  return (
    <div className={parts.voice} role="group" aria-label={name}>
      <audio
        ref={audio}
        src={url}
        preload="metadata"
        autoPlay={autoPlay}
        aria-label={name}
        onError={onError}
        onPlay={() => void onPlay()}
        onPause={() => setPlaying(false)}
        onEnded={() => goTo(0)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) => setLength(lengthOf(event.currentTarget))}
        onDurationChange={(event) => setLength(lengthOf(event.currentTarget))}
      />
      <ActionIcon
        variant="filled"
        radius="xl"
        size={36}
        aria-label={isPlaying ? t("pause") : t("play")}
        onClick={() => audio.current && toggle(audio.current)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
      <span className={parts.wave}>
        <span className={parts.bars} aria-hidden>
          {peaks.map((peak, bar) => (
            <i
              key={bar}
              data-heard={(length > 0 && bar / peaks.length < at / length) || undefined}
              style={{ blockSize: `${Math.max(12, Math.round(peak * 100))}%` }}
            />
          ))}
        </span>
        <input
          type="range"
          className={parts.seek}
          min={0}
          max={length || 1}
          step={0.1}
          value={Math.min(at, length || 1)}
          aria-label={t("position")}
          aria-valuetext={t("of", { at: minutesAndSeconds(at), length: minutesAndSeconds(length) })}
          onChange={(event) => goTo(Number(event.currentTarget.value))}
        />
      </span>
      <span className={parts.voiceTime}>{minutesAndSeconds(at > 0 ? at : length)}</span>
      <UnstyledButton
        className={parts.rate}
        aria-label={t("rate", { rate: String(playbackRate) })}
        onClick={() => change({ playbackRate: nextRate })}
      >
        {playbackRate}×
      </UnstyledButton>
    </div>
  );
}

/** Browser recordings have a known length only after they were played to the end. */
function lengthOf(audio: HTMLAudioElement): number {
  return Number.isFinite(audio.duration) ? audio.duration : 0;
}

/** The waveform of a file. null: its host or format does not allow reading it. */
async function readPeaks(url: string): Promise<number[] | null> {
  // The page may play files from other hosts, but not read them.
  if (new URL(url, location.href).origin !== location.origin) return null;
  const context = new AudioContext();
  try {
    const bytes = await (await fetch(url)).arrayBuffer();
    return peaksOf((await context.decodeAudioData(bytes)).getChannelData(0));
  } catch {
    return null;
  } finally {
    void context.close();
  }
}
