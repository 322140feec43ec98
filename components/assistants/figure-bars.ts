type Day = { answered: number; handedOver: number };
type Bar = { y: number; height: number };

/** A day's column: its place from the left, and the two bars that stand on each other. */
type DayBars = { x: number; width: number; answered: Bar; handedOver: Bar };

/** Of a day's room, this much stays empty beside its bar. */
const GAP = 0.25;

/**
 * Where the bars of some days stand in a picture of this size, the busiest day as high as the picture; handed-over turns stand on
 * the answered ones. A day that had any has at least a pixel to show it.
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
