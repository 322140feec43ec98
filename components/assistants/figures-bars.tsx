import { barsOf } from "./figure-bars.ts";
import classes from "./figures.module.css";
import type { AssistantFigures } from "./queries.ts";

type Props = { days: AssistantFigures["days"] };

/** The days are those of UTC, as the service counts them. */
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

const WIDTH = 600;
const HEIGHT = 96;

/** What came of each day, as a picture for those who see and as a table for those who hear. */
export function FiguresBars({ days }: Props) {
  const { bars, most } = barsOf(days, { width: WIDTH, height: HEIGHT });
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className={classes.figure}>
      <div className={classes.legend} aria-hidden>
        <span data-of="answered">Answered</span>
        <span data-of="handedOver">Handed over</span>
        <span className={classes.most}>{most} on the busiest day</span>
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
                <title>{day ? dayWords(day) : ""}</title>
              </rect>
              <rect x={x} y={answered.y} width={width} height={answered.height} data-of="answered" />
              <rect x={x} y={handedOver.y} width={width} height={handedOver.height} data-of="handedOver" />
            </g>
          );
        })}
      </svg>
      <div className={classes.axis} aria-hidden>
        <span>{first ? DAY.format(new Date(first.day)) : ""}</span>
        <span>{last ? DAY.format(new Date(last.day)) : ""}</span>
      </div>
      <div className={classes.hidden}>
        <table>
          <caption>Turns by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Answered</th>
              <th scope="col">Handed over</th>
              <th scope="col">Could not answer</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, answered, handedOver, unanswered }) => (
              <tr key={day}>
                <th scope="row">{DAY.format(new Date(day))}</th>
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

function dayWords({ day, answered, handedOver, unanswered }: Props["days"][number]): string {
  return `${DAY.format(new Date(day))}: ${answered} answered, ${handedOver} handed over, ${unanswered} could not be answered`;
}
