import type { Evidence, Question, Weighed } from "./evidence.ts";

// All numbers of this file were fitted on the questions of evaluation/dev.json (which passage is right, and whether any is) and
// rounded; those of evaluation/held.json were never looked at.

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

/** How sure it is that the best passage answers the question at all, 0 to 1. */
export function confidenceIn({ evidence }: Weighed, { terms }: Question): number {
  const isUnheardOf = terms.some(
    ({ forms, isCentral, word }) => isCentral && forms.size === 0 && !/^\p{N}/u.test(word),
  );
  const logit =
    -3.8 +
    1.7 * evidence.closeness +
    1.5 * Math.log(1 + evidence.amount) +
    1.1 * evidence.headingAsked +
    1.7 * evidence.kinds -
    0.4 * evidence.centralMissing -
    2.4 * evidence.unheard -
    (isUnheardOf ? 2.1 : 0);
  return 1 / (1 + Math.exp(-logit));
}
