"use client";

import { Alert, Button, Group, Modal, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { languageOf } from "../i18n/locales.ts";
import { presetTime, timeReader } from "../ui/time-words.ts";
import { useNow } from "../ui/use-now.ts";
import { SaveForm } from "../ui/save-form.tsx";

const PRESETS = ["hour", "tomorrow", "monday"] as const;

type Props = {
  /** When the channel stops accepting free text. null: never. */
  windowClosesAt: string | null;
  /** The time that it has now, where it is changed. */
  onChoose: (sendAt: Date) => void;
  onClose: () => void;
};

/** Asks when to send a message: one of the usual times, or a time in the person's own words. Uses the person's time zone. */
export function SendLaterDialog({ windowClosesAt, onChoose, onClose }: Props) {
  const t = useTranslations("composer");
  const format = useFormatter();
  const now = useNow();
  const locale = languageOf(useLocale());
  const [words, setWords] = useState("");
  const reader = useQuery({
    queryKey: ["time-words", locale],
    staleTime: Infinity,
    queryFn: async () => ({ read: await timeReader(locale) }),
  }).data;
  const at = words.trim() === "" ? null : (reader?.read(words, new Date(now)) ?? null);
  const isClosedThen = at !== null && windowClosesAt !== null && at >= new Date(windowClosesAt);
  const shown = (time: Date) => format.dateTime(time, { dateStyle: "full", timeStyle: "short" });

  return (
    <Modal opened onClose={onClose} title={t("later.title")}>
      <SaveForm
        onSubmit={() => {
          if (at) onChoose(at);
        }}
        submit={t("later.schedule")}
        isDisabled={at === null}
        onCancel={onClose}
      >
        <TextInput
          data-autofocus
          label={t("later.when")}
          placeholder={t("later.example")}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed" role="status">
          {at ? shown(at) : words.trim() === "" || !reader ? t("later.hint") : t("later.notRead")}
        </Text>
        {isClosedThen ? <Alert color="yellow">{t("later.windowClosed")}</Alert> : null}
        <Group gap="xs">
          {PRESETS.map((preset) => (
            <Button
              key={preset}
              size="compact-sm"
              variant="default"
              title={shown(presetTime(preset, new Date(now)))}
              onClick={() => onChoose(presetTime(preset, new Date()))}
            >
              {t(`later.presets.${preset}`)}
            </Button>
          ))}
        </Group>
      </SaveForm>
    </Modal>
  );
}
