"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import type { useCaretMenu } from "./use-caret-menu.ts";
import classes from "./caret-menu.module.css";

/** The list above the composer, with the full text of the highlighted reply next to it. Focus stays in the text field. */
export function CaretMenu({ menu }: { menu: ReturnType<typeof useCaretMenu> }) {
  const t = useTranslations("composer");
  const { choices, index, trigger, listId, optionId, choose } = menu;
  const current = useRef<HTMLDivElement>(null);
  const currentId = choices[index]?.id;
  useEffect(() => {
    // Newer browsers return a promise here. React would treat it as the effect's cleanup function.
    void current.current?.scrollIntoView({ block: "nearest" });
  }, [currentId]);
  if (!trigger || choices.length === 0) return null;
  const shown = choices[index]?.reply;
  return (
    <div className={classes.menu}>
      <div className={classes.list} id={listId} role="listbox" aria-label={t(`menu.${trigger.kind}`)}>
        {choices.map((choice, place) => (
          <div key={choice.id} role="presentation">
            {choice.group !== null && choice.group !== choices[place - 1]?.group ? (
              <div className={classes.group} role="presentation">
                {t(`menu.groups.${choice.group}`)}
              </div>
            ) : null}
            <div
              ref={place === index ? current : null}
              id={optionId(place)}
              className={classes.option}
              role="option"
              aria-selected={place === index}
              // Keep the focus in the text field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              <span className={classes.label} dir="auto">
                {choice.label}
              </span>
              {choice.detail ? <span className={classes.detail}>{choice.detail}</span> : null}
            </div>
          </div>
        ))}
      </div>
      {shown ? (
        <div className={classes.preview} dir="auto">
          {shown.content}
        </div>
      ) : null}
    </div>
  );
}
