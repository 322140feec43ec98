"use client";

import { useSecond } from "../ui/use-now.ts";

export type SecondsLeftProps = {
  /** In milliseconds. */
  until: number;
  /** Passed by the caller, because a toast renders outside the part of the page that has the inbox's texts. */
  words: (seconds: number) => string;
};

/** The time left to undo something. A separate component, so that only this text renders every second. */
export function SecondsLeft({ until, words }: SecondsLeftProps) {
  return words(Math.max(0, Math.ceil((until - useSecond()) / 1_000)));
}
