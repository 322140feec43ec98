"use client";

import { Button } from "@mantine/core";
import { IconAlertTriangle, IconBolt } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { RemoveButton } from "../ui/row-buttons.tsx";
import type { ReplyAction } from "./canned-queries.ts";
import { useActionWords } from "../inbox/use-action-words.ts";
import type { useComposer } from "./use-composer.ts";
import { useNow } from "../ui/use-now.ts";
import classes from "./composer.module.css";

/** What appears between the text and the send button: doubts that need a second press, and the actions of the chosen macro. */
export function ComposerAsides({ composer }: { composer: ReturnType<typeof useComposer> }) {
  const { doubts, macro, setMacro, send } = composer;
  const t = useTranslations("composer");
  const format = useFormatter();
  const now = useNow();
  return (
    <>
      {doubts.length > 0 ? (
        <div className={classes.notice} data-kind="doubt" role="alert">
          <IconAlertTriangle size={16} aria-hidden />
          <span className={classes.noticeText}>
            {doubts.map((doubt) => {
              if (doubt.kind === "fields")
                return (
                  <span key="fields">
                    {t("doubts.fields", { count: doubt.names.length, names: doubt.names.join(", ") })}{" "}
                  </span>
                );
              if (doubt.kind === "typing") return <span key="typing">{t("doubts.typing", { name: doubt.name })} </span>;
              const when = format.relativeTime(new Date(doubt.at), now);
              return <span key="answered">{t("doubts.answered", { name: doubt.name || t("somebody"), when })} </span>;
            })}
          </span>
          <Button size="compact-xs" variant="light" onClick={() => send()}>
            {t("sendAnyway")}
          </Button>
        </div>
      ) : null}
      {macro ? (
        <div className={classes.notice} data-kind="macro">
          <IconBolt size={16} aria-hidden />
          <span className={classes.noticeText}>
            {t("macro.will", { title: macro.title })} <MacroActions actions={macro.actions} />
          </span>
          <RemoveButton size="sm" aria-label={t("macro.drop")} onClick={() => setMacro(null)} />
        </div>
      ) : null}
    </>
  );
}

function MacroActions({ actions }: { actions: readonly ReplyAction[] }) {
  const words = useActionWords();
  const format = useFormatter();
  return <bdi>{format.list(actions.map(words))}</bdi>;
}
