"use client";

import { Anchor } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { Fragment } from "react";

type Props = {
  ratings: readonly { rating: number; count: number }[];
  /** The URL of the conversations with a rating. */
  hrefOf: (rating: number) => string;
};

/** The number of each rating, best first. Each links to its conversations. */
export function RatingCounts({ ratings, hrefOf }: Props) {
  const t = useTranslations("reports.ratings");
  const format = useFormatter();
  if (ratings.length === 0) return "–";
  return ratings.toReversed().map(({ rating, count }, index) => (
    <Fragment key={rating}>
      {index > 0 ? ", " : null}
      <Anchor
        component={Link}
        href={hrefOf(rating)}
        inherit
        style={{ whiteSpace: "nowrap" }}
        title={t("countOf", { rating, count })}
      >
        {rating} × {format.number(count)}
      </Anchor>
    </Fragment>
  ));
}
