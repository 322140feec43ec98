import { Text, Title } from "@mantine/core";
import { useFormatter } from "next-intl";
import type { ReactNode } from "react";
import classes from "./page.module.css";

type Props = {
  title: string;
  /** How many things the page lists, once it is known. */
  count?: number;
  description?: ReactNode;
  /** Buttons for the whole page. */
  actions?: ReactNode;
  /** The pages of this section, below the heading. */
  tabs?: ReactNode;
  /** Content before the heading: a back link. */
  above?: ReactNode;
  /** Uses the whole width: tables and reports. Forms keep a readable width. */
  isWide?: boolean;
  /** `settings`: a heading without a bar, and boxes with their titles above them. */
  look?: "settings";
  children: ReactNode;
};

/** A page of tables or forms: a bar with the heading and its actions, and content that scrolls below it. */
export function Page({ title, count, description, actions, tabs, above, isWide = false, look, children }: Props) {
  const format = useFormatter();
  return (
    <div className={classes.page} data-scroller data-look={look}>
      <header className={classes.head}>
        {above}
        <div className={classes.name}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {count ? <span className={classes.count}>{format.number(count)}</span> : null}
        </div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
        {tabs ? <div className={classes.tabs}>{tabs}</div> : null}
      </header>
      <div className={classes.inner} data-wide={isWide || undefined}>
        {description ? (
          <Text size="sm" c="dimmed" className={classes.words}>
            {description}
          </Text>
        ) : null}
        {children}
      </div>
    </div>
  );
}
