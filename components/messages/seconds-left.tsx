"use client";

import { useSecond } from "../inbox/use-now.ts";

export type SecondsLeftProps = {
  /** In milliseconds. */
  until: number;
  /** From where it is asked for: a toast stands outside the part of the page that has the inbox's texts. */
  words: (seconds: number) => string;
};

/** How long something can still be undone. Apart, so that only these words are drawn again every second. */
export function SecondsLeft({ until, words }: SecondsLeftProps) {
  return words(Math.max(0, Math.ceil((until - useSecond()) / 1_000)));
}
