import type { ReactNode } from "react";
import { Wordmark } from "../ui/wordmark.tsx";
import classes from "./auth.module.css";

/** The page before the portal: the form, and beside it (where there is room) what the product is about. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <main className={classes.form}>
        <div className={classes.formInner}>
          <Wordmark />
          {children}
        </div>
      </main>
      <aside className={classes.scene} aria-hidden>
        <div className={classes.talk}>
          <p className={classes.theirs}>Hi! Is my order 4821 on its way?</p>
          <p className={classes.ours}>
            It left this morning and reaches you tomorrow before noon.
            <span className={classes.tick}>Read</span>
          </p>
          <p className={classes.theirs}>Perfect, thank you so much</p>
        </div>
        <p className={classes.claim}>Every channel, one inbox, and nothing gets lost on the way.</p>
      </aside>
    </div>
  );
}
