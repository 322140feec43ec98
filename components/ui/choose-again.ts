import type { MouseEvent } from "react";

/** `inputProps` of a FileButton: browsers tell of another choice only, so a file that was taken away could not be chosen again. */
export const CHOOSE_AGAIN = {
  onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    currentTarget.value = "";
  },
};
