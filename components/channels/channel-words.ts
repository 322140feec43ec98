import type { Channel } from "./queries.ts";

export const STATE_COLORS: Record<Channel["state"], string> = {
  active: "green",
  pending: "yellow",
  disabled: "gray",
  error: "red",
};
