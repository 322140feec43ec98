import type { Evidence, Weighed } from "./evidence.ts";

// The numbers of this file were fitted on questions of evaluation/ and rounded: fitOf on dev.json, confidenceIn on dev.json, more.json and
// wide.json, with weights that make questions with an answer as long as those without (how long a question is tells nothing). Those of
// held.json were never looked at.

/** How well a passage fits beside the others. Not to be compared between questions. */
export function fitOf(evidence: Evidence): number {
  return (
    12 * evidence.closeness +
    5 * evidence.coverage +
    5 * evidence.heading +
    1.3 * evidence.headingAsked +
    evidence.kinds +
    (evidence.isSameLanguage ? 5.5 : 0)
  );
}

/** Beyond which it does not matter how far a passage is ahead of the next one. */
const AHEAD_MAX = 8;

/**
 * How sure it is that the best passage answers the question at all, 0 to 1.
 * @param ahead how much better it fits than the next one, as `fitOf` measures; infinite where there is none.
 */
export function confidenceIn({ evidence }: Weighed, ahead: number): number {
  const logit =
    -1.95 +
    2.07 * Math.log(1 + evidence.amount) +
    1.43 * evidence.heading +
    0.26 * evidence.headingAsked +
    0.65 * evidence.kinds +
    0.8 * evidence.kindsInBest +
    0.47 * evidence.together +
    0.2 * Math.min(ahead, AHEAD_MAX) -
    1.1 * evidence.centralMissing -
    1.36 * evidence.unheard -
    0.55 * Math.log(1 + evidence.words);
  return 1 / (1 + Math.exp(-logit));
}
