import type { Answer } from "./answer-queries.ts";

/** The badge color of each turn's outcome. `assistants.outcomes` has the words. */
export const OUTCOME_COLORS: Record<Answer["outcome"], string> = {
  answered: "green",
  askedBack: "blue",
  handedOver: "yellow",
  ended: "gray",
  dropped: "gray",
};
