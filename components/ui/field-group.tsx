import type { ReactNode } from "react";
import classes from "./field-group.module.css";

type Props = { legend: string; description?: ReactNode; children: ReactNode };

/** A group of fields under one label, styled like one labelled field. */
export function FieldGroup({ legend, description, children }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{legend}</legend>
      {description ? <p className={classes.description}>{description}</p> : null}
      <div className={classes.rows}>{children}</div>
    </fieldset>
  );
}
