"use client";

import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { languageOf } from "../i18n/locales.ts";
import { presetTime, TIME_PRESETS, timeReader } from "../ui/time-words.ts";
import { Picker, type PickerOption } from "../details/picker.tsx";
import type { Snooze } from "../inbox/use-conv-actions.ts";
import { useNow } from "../ui/use-now.ts";
import classes from "../list/bulk.module.css";

const UNTIL_WRITES = "";
const END = "end";

type Props = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onPick: (snooze: Snooze) => void;
  /** Ends the snooze, if there is one. */
  onEnd?: (() => void) | undefined;
  /** Whether the agent can choose to snooze only for themselves. */
  hasOnlyMe?: boolean;
  children: (toggle: () => void) => ReactNode;
};

/** Asks until when to snooze a conversation: one of the usual times, or a time in the person's own words. */
export function SnoozePicker({ isOpen, onOpenChange, onPick, onEnd, hasOnlyMe = false, children }: Props) {
  const t = useTranslations("bulk.snooze");
  const format = useFormatter();
  const locale = languageOf(useLocale());
  const [onlyMe, setOnlyMe] = useState(false);
  const clock = useNow();
  // The component may stay mounted for hours, and a key can open it too. So times and choice are reset when it opens.
  const [last, setLast] = useState({ isOpen, at: clock });
  if (last.isOpen !== isOpen) {
    setLast({ isOpen, at: clock });
    setOnlyMe(false);
  }
  const now = new Date(last.at);
  const { data: read } = useQuery({
    queryKey: ["time-reader", locale],
    queryFn: () => timeReader(locale),
    enabled: isOpen,
    staleTime: Infinity,
  });

  const inWords = (time: Date) =>
    format.dateTime(time, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  const options: PickerOption[] = !isOpen
    ? []
    : [
        ...(onEnd ? [{ value: END, label: t("end") }] : []),
        ...TIME_PRESETS.map((preset) => {
          const time = presetTime(preset, now);
          const right = <span className={classes.menuTime}>{inWords(time)}</span>;
          return { value: time.toISOString(), label: t(preset), right };
        }),
        { value: UNTIL_WRITES, label: t("untilWrites") },
      ];

  function meaningOf(words: string): PickerOption | null {
    const time = read?.(words, new Date());
    return time ? { value: time.toISOString(), label: inWords(time) } : null;
  }

  return (
    <Picker
      label={t("words")}
      options={options}
      chosen={[]}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onPick={(value) => (value === END ? onEnd?.() : onPick({ until: value ? new Date(value) : null, onlyMe }))}
      meaningOf={meaningOf}
      // The module that reads times may still be loading.
      emptyText={read ? t("notRead") : null}
      footer={
        hasOnlyMe ? (
          <Checkbox
            size="sm"
            label={t("onlyMe")}
            checked={onlyMe}
            onChange={(event) => setOnlyMe(event.currentTarget.checked)}
          />
        ) : null
      }
    >
      {children}
    </Picker>
  );
}
