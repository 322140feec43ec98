"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { FormProblem } from "./form-problem.tsx";
import classes from "./save-bar.module.css";

type Props = {
  /** How many changes are not saved. With none there is no bar. */
  changes: number;
  /** Why saving was refused, if the reason belongs to no field. */
  problem: ReactNode;
  /** The submit button's label. */
  submit: string;
  isBusy: boolean;
  onDiscard: () => void;
};

/** At the end of a form, and at the bottom of the screen while the form is longer: saves its changes or takes them back. */
export function SaveBar({ changes, problem, submit, isBusy, onDiscard }: Props) {
  const t = useTranslations("ui");
  const status = useRef<HTMLSpanElement>(null);
  const hasFocus = useRef(false);
  const isShown = changes > 0;
  // The button that was pressed goes with the bar. The focus stays at its place.
  useLayoutEffect(() => {
    if (isShown || !hasFocus.current || document.activeElement !== document.body) return;
    hasFocus.current = false;
    status.current?.focus();
  }, [isShown]);
  return (
    <div
      className={classes.bar}
      data-shown={isShown || undefined}
      data-unsaved={isShown || undefined}
      onFocus={() => (hasFocus.current = isShown)}
      onBlur={(event) => (hasFocus.current = event.relatedTarget === null && hasFocus.current)}
    >
      <FormProblem>{problem}</FormProblem>
      <span ref={status} role="status" tabIndex={-1} className={classes.status}>
        {isShown ? t("unsaved", { count: changes }) : null}
      </span>
      {isShown ? (
        <>
          <Button variant="subtle" color="gray" disabled={isBusy} onClick={onDiscard}>
            {t("discard")}
          </Button>
          <Button type="submit" loading={isBusy}>
            {submit}
          </Button>
        </>
      ) : null}
    </div>
  );
}
