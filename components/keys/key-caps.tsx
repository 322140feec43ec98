"use client";

import { useTranslations } from "next-intl";
import { Fragment } from "react";
import type { ActionId } from "./actions.ts";
import { isSingleKey, keyParts } from "./key-names.ts";
import { useKeys } from "./keys-context.ts";
import classes from "./keys.module.css";

/** A key as labelled on the person's keyboard. */
export function KeyCaps({ name }: { name: string }) {
  const t = useTranslations("keys.names");
  const { isMac } = useKeys();
  const words = { ctrl: t("ctrl"), shift: t("shift"), enter: t("enter"), escape: t("escape") };
  return (
    <span className={classes.caps} dir="ltr">
      {keyParts(name, isMac, words).map((press, index) => (
        <Fragment key={index}>
          {index > 0 ? <span className={classes.then}>{t("then")}</span> : null}
          {press.map((part) => (
            <kbd key={part} className={classes.cap}>
              {part}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}

export function ActionKey({ id }: { id: ActionId }) {
  const { map, hasSingleKeys } = useKeys();
  const name = map[id].find((key) => hasSingleKeys || !isSingleKey(key));
  return name === undefined ? null : <KeyCaps name={name} />;
}
