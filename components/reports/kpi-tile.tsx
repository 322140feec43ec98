import { Skeleton } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import classes from "./reports.module.css";

type Props = {
  name: string;
  /** The formatted value. null while loading. */
  value: string | null;
  /** The figures of this period and the previous one, for comparison. */
  now?: number | null;
  before?: number | null;
  /** Lower is better, as for times. */
  isLessBetter?: boolean;
  /** The conversations behind the figure. */
  href?: string;
  more?: string | null;
  /** The figure is of this moment, not of the period. */
  isNow?: boolean;
};

/** One figure, its change since the previous period, and a link to what it counts. */
export function KpiTile({ name, value, now, before, isLessBetter = false, href, more, isNow = false }: Props) {
  const figure = value === null ? <Skeleton height={28} width={72} /> : value;
  return (
    <div className={classes.tile} data-now={isNow || undefined}>
      <dt>{name}</dt>
      <dd>
        {href && value !== null ? (
          <Link href={href} className={classes.figure}>
            {figure}
          </Link>
        ) : (
          <span className={classes.figure}>{figure}</span>
        )}
        <span className={classes.more}>
          {now != null && before != null ? <Change now={now} before={before} isLessBetter={isLessBetter} /> : null}
          {more}
        </span>
      </dd>
    </div>
  );
}

function Change({ now, before, isLessBetter }: { now: number; before: number; isLessBetter: boolean }) {
  const t = useTranslations("reports");
  const format = useFormatter();
  if (before === 0) return now === 0 ? null : <span>{t("noneBefore")}</span>;
  const change = (now - before) / before;
  const tone = Math.abs(change) < 0.005 ? "same" : change > 0 === isLessBetter ? "worse" : "better";
  return (
    <span data-tone={tone} className={classes.change} title={t("against")}>
      {format.number(change, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" })}
    </span>
  );
}
