import { Skeleton } from "@mantine/core";
import { useTranslations } from "next-intl";
import classes from "./details.module.css";

/** Widths of the placeholder values, in percent. */
const VALUES = [44, 58, 72, 80, 36, 50];

/** A placeholder while the contact is loading: its fields. */
export function CardSkeleton() {
  const t = useTranslations("inbox.card");
  return (
    <div role="status" aria-label={t("loading")}>
      <div className={classes.facts}>
        {VALUES.map((width) => (
          <div key={width} className={classes.fact}>
            <Skeleton height={12} my={8} width="70%" />
            <Skeleton height={12} my={8} width={`${width}%`} />
          </div>
        ))}
      </div>
    </div>
  );
}
