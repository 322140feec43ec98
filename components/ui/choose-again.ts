import type { MouseEvent } from "react";

/**
 * `inputProps` of a FileButton. Browsers report only a changed choice, so without them a removed file could not be chosen again.
 */
export const CHOOSE_AGAIN = {
  onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    currentTarget.value = "";
  },
};
