import type { Answer } from "./answer-queries.ts";

/** What came of a turn, in words, with the colour of its badge. */
export const OUTCOMES: Record<Answer["outcome"], { label: string; color: string }> = {
  answered: { label: "Answered", color: "green" },
  handedOver: { label: "Handed over", color: "yellow" },
  ended: { label: "Ended the conversation", color: "gray" },
  dropped: { label: "Taken over meanwhile", color: "gray" },
};
