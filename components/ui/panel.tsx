import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./panel.module.css";

type Props = {
  /** For links to it. */
  id?: string;
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Without padding, for tables and lists. Without a title, it begins at the edges of a wide page. */
  flush?: boolean;
  children: ReactNode;
};

/** A titled box with one topic. */
export function Panel({ id, title, description, actions, flush = false, children }: Props) {
  return (
    <section id={id} className={classes.panel} data-bleed={(flush && !title) || undefined}>
      {title ? (
        <div className={classes.head}>
          <div>
            <Title order={2}>{title}</Title>
            {description ? (
              <Text size="sm" c="dimmed" maw="64ch">
                {description}
              </Text>
            ) : null}
          </div>
          {actions}
        </div>
      ) : null}
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  );
}
