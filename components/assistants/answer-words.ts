import type { Answer } from "./answer-queries.ts";

/** What came of a turn, as the colour of its badge; `assistants.outcomes` has the words. */
export const OUTCOME_COLORS: Record<Answer["outcome"], string> = {
  answered: "green",
  askedBack: "blue",
  handedOver: "yellow",
  ended: "gray",
  dropped: "gray",
};
