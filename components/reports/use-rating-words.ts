import { useFormatter } from "next-intl";

/** The number of each rating in one line, best first: "5 × 12, 4 × 3". */
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
