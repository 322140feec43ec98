/** The list's width in pixels. Below the minimum names are cut off. Above the maximum the list takes space from the thread. */
export const LIST_WIDTH = { least: 280, usual: 320, most: 480 } as const;
const STEP = 20;

export function boundedWidth(px: number): number {
  return Math.round(Math.min(LIST_WIDTH.most, Math.max(LIST_WIDTH.least, px)));
}

/** The new width after a key on the separator. null: the key does nothing. */
export function widthByKey(key: string, width: number, isRtl: boolean): number | null {
  switch (key) {
    case "ArrowLeft":
      return boundedWidth(width + (isRtl ? STEP : -STEP));
    case "ArrowRight":
      return boundedWidth(width + (isRtl ? -STEP : STEP));
    case "Home":
      return LIST_WIDTH.least;
    case "End":
      return LIST_WIDTH.most;
    case "Enter":
      return LIST_WIDTH.usual;
    default:
      return null;
  }
}
