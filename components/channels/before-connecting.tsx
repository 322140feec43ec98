"use client";

import { Anchor } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Panel } from "../ui/panel.tsx";
import type { Guide } from "./channel-guides.ts";
import classes from "./channels.module.css";

/** The steps at the provider that come before a channel's credentials can be entered. */
export function BeforeConnecting({ guide: { before, help } }: { guide: Guide }) {
  const t = useTranslations("channels");
  return (
    <div className={classes.before}>
      <Panel title={t("new.before")}>
        <ol className={classes.numbered}>
          {before.map((step) => (
            <li key={step}>
              <span>{t(`guides.before.${step}`)}</span>
            </li>
          ))}
        </ol>
        {help ? (
          <Anchor href={help.href} target="_blank" rel="noreferrer" size="sm" mt="md" display="inline-block">
            {t(`guides.help.${help.words}`)}{" "}
            <IconExternalLink size={14} aria-hidden style={{ verticalAlign: "-2px" }} />
          </Anchor>
        ) : null}
      </Panel>
    </div>
  );
}
