"use client";

import { ActionIcon, Tooltip } from "@mantine/core";
import { IconMicrophone } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { Capabilities } from "../inbox/documents.ts";
import { recordingPlan, type RecordingPlan } from "./recording-plan.ts";
import { failed } from "../ui/toasts.tsx";
import { canRecord } from "./voice-recording.ts";

type Props = { channel: Capabilities; isDisabled: boolean; onStart: (plan: RecordingPlan) => void };

/** Starts a voice message, if the channel accepts sounds. */
export function VoiceButton({ channel, isDisabled, onStart }: Props) {
  const t = useTranslations("composer.voice");
  if (!channel.media.some(({ kind }) => kind === "audio")) return null;
  function start() {
    const plan = recordingPlan(channel, canRecord);
    if (plan) onStart(plan);
    else failed(t("notRecorded"), new Error(t("noFormat", { channel: channel.name })));
  }
  return (
    <Tooltip label={t("record")}>
      <ActionIcon variant="subtle" color="gray" disabled={isDisabled} aria-label={t("record")} onClick={start}>
        <IconMicrophone size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
