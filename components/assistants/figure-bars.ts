type Day = { answered: number; handedOver: number };
type Bar = { y: number; height: number };

/** One day's column: its x position and its two stacked bars. */
type DayBars = { x: number; width: number; answered: Bar; handedOver: Bar };

/** The share of a day's width that stays empty next to its bar. */
const GAP = 0.25;

/**
 * The bars for some days in a picture of this size. The busiest day fills the height.
 * Handed-over turns are stacked on answered ones. A count above 0 gets at least one pixel.
 */
export function barsOf(
  days: readonly Day[],
  room: { width: number; height: number },
): { bars: DayBars[]; most: number } {
  const most = Math.max(0, ...days.map(({ answered, handedOver }) => answered + handedOver));
  const step = room.width / Math.max(1, days.length);
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(1, (count / most) * room.height));
  const bars = days.map(({ answered, handedOver }, place) => {
    const lower = heightOf(answered);
    const upper = Math.min(heightOf(handedOver), room.height - lower);
    return {
      x: place * step + (step * GAP) / 2,
      width: step * (1 - GAP),
      answered: { y: room.height - lower, height: lower },
      handedOver: { y: room.height - lower - upper, height: upper },
    };
  });
  return { bars, most };
}
