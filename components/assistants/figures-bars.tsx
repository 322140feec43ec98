import { useFormatter, useTranslations } from "next-intl";
import { barsOf } from "./figure-bars.ts";
import classes from "./figures.module.css";
import type { AssistantFigures } from "./queries.ts";

type Props = { days: AssistantFigures["days"] };

const WIDTH = 600;
const HEIGHT = 96;

/** The outcomes of each day, as a picture and, for screen readers, as a table. */
export function FiguresBars({ days }: Props) {
  const t = useTranslations("assistants.figures");
  const format = useFormatter();
  // The service counts days in UTC.
  const dayName = (day: string) => format.dateTime(new Date(day), { day: "numeric", month: "short", timeZone: "UTC" });
  const { bars, most } = barsOf(days, { width: WIDTH, height: HEIGHT });
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className={classes.figure}>
      <div className={classes.legend} aria-hidden>
        <span data-of="answered">{t("answered")}</span>
        <span data-of="handedOver">{t("handedOver")}</span>
        <span className={classes.most}>{t("busiest", { count: most })}</span>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={classes.bars}
        aria-hidden
        focusable="false"
      >
        {bars.map(({ x, width, answered, handedOver }, place) => {
          const day = days[place];
          return (
            <g key={day?.day}>
              {/* The whole column tells its figures, not only the bar. */}
              <rect x={x} y={0} width={width} height={HEIGHT} className={classes.column}>
                <title>{day ? t("ofDay", { ...day, day: dayName(day.day) }) : ""}</title>
              </rect>
              <rect x={x} y={answered.y} width={width} height={answered.height} data-of="answered" />
              <rect x={x} y={handedOver.y} width={width} height={handedOver.height} data-of="handedOver" />
            </g>
          );
        })}
      </svg>
      <div className={classes.axis} aria-hidden>
        <span>{first ? dayName(first.day) : ""}</span>
        <span>{last ? dayName(last.day) : ""}</span>
      </div>
      <div className={classes.hidden}>
        <table>
          <caption>{t("byDay")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("day")}</th>
              <th scope="col">{t("answered")}</th>
              <th scope="col">{t("handedOver")}</th>
              <th scope="col">{t("unanswered")}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, answered, handedOver, unanswered }) => (
              <tr key={day}>
                <th scope="row">{dayName(day)}</th>
                <td>{answered}</td>
                <td>{handedOver}</td>
                <td>{unanswered}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
