import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page.module.css";

type Props = {
  title: string;
  description?: ReactNode;
  /** Buttons for the whole page. */
  actions?: ReactNode;
  /** Content between heading and body: tabs, a back link. */
  above?: ReactNode;
  children: ReactNode;
};

/** A page of text and forms: a heading, and scrolling content of readable width. */
export function Page({ title, description, actions, above, children }: Props) {
  return (
    <div className={classes.page} data-scroller>
      <div className={classes.inner}>
        {above}
        <header className={classes.head}>
          <div className={classes.words}>
            <Title order={1}>{title}</Title>
            {description ? <Text c="dimmed">{description}</Text> : null}
          </div>
          {actions ? <div className={classes.actions}>{actions}</div> : null}
        </header>
        {children}
      </div>
    </div>
  );
}
