"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import classes from "./save-bar.module.css";

type Props = {
  /** How many changes are not saved. With none there is no bar. */
  changes: number;
  /** The submit button's label. */
  submit: string;
  isBusy: boolean;
  onDiscard: () => void;
};

/** At the end of a form, and at the bottom of the screen while the form is longer: saves its changes or takes them back. */
export function SaveBar({ changes, submit, isBusy, onDiscard }: Props) {
  const t = useTranslations("ui");
  if (changes === 0) return null;
  return (
    <div className={classes.bar}>
      <span role="status">{t("unsaved", { count: changes })}</span>
      <Button variant="subtle" color="gray" disabled={isBusy} onClick={onDiscard}>
        {t("discard")}
      </Button>
      <Button type="submit" loading={isBusy}>
        {submit}
      </Button>
    </div>
  );
}
