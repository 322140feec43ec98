import type { ReactNode } from "react";
import classes from "./lines.module.css";

/** Fields as lines with the label and its sentence at the start and the control at the end, in a `flush` panel. */
export function Lines({ children }: { children: ReactNode }) {
  return <div className={classes.lines}>{children}</div>;
}
