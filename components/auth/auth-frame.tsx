import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Wordmark } from "../ui/wordmark.tsx";
import classes from "./auth.module.css";

/** The layout of the signed-out pages: the form and, on wide screens, an illustration of the product. */
export function AuthFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("auth.scene");
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
          <p className={classes.theirs}>{t("question")}</p>
          <p className={classes.ours}>
            {t("answer")}
            <span className={classes.tick}>{t("read")}</span>
          </p>
          <p className={classes.theirs}>{t("thanks")}</p>
        </div>
        <p className={classes.claim}>{t("claim")}</p>
      </aside>
    </div>
  );
}
