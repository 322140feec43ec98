import { IconStarFilled } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import classes from "./rating.module.css";

/** A contact's rating: a star and a number, which works for every scale. */
export function RatingStars({ rating, scale }: { rating: number; scale: number }) {
  const t = useTranslations("thread.pane");
  return (
    <span className={classes.rating}>
      <IconStarFilled size={14} className={classes.star} aria-hidden />
      {t("ratingOf", { rating, scale })}
    </span>
  );
}
