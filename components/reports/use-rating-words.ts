import { useFormatter } from "next-intl";

/** How many gave each rating, in one line: "5 × 12, 4 × 3", the best first. */
export function useRatingWords(): (ratings: readonly { rating: number; count: number }[]) => string | null {
  const format = useFormatter();
  return (ratings) =>
    ratings.length === 0
      ? null
      : ratings
          .toReversed()
          .map(({ rating, count }) => `${rating} × ${format.number(count)}`)
          .join(", ");
}
