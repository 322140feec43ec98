"use client";

import { Anchor } from "@mantine/core";
import { IconFileText, IconMapPin, IconMovie, IconPhoto } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { foreignHost, ownFile, pictureSource, type PictureOwner } from "../ui/remote-picture.ts";
import { safeHref } from "../ui/safe-href.ts";
import type { TemplateContact } from "./contact-fields.ts";
import { FilledText } from "./filled-text-view.tsx";
import { filledText } from "./filled-text.ts";
import type { TemplateHeader } from "./template-definition.ts";
import type { TemplateValues } from "./template-fields.ts";
import classes from "./template-preview.module.css";

type Props = {
  header: TemplateHeader;
  values: TemplateValues;
  prefix: string;
  contact: TemplateContact | null;
  owner: PictureOwner | null;
};

/** A template's header: text, the picture if it has a URL, otherwise a placeholder. */
export function PreviewHeader({ header, values, prefix, contact, owner }: Props) {
  const t = useTranslations("templates");
  const value = (name: string) => values[`${prefix}header.${name}`]?.trim() ?? "";
  switch (header.format) {
    case "TEXT":
      return (
        <div className={classes.header} dir="auto">
          <FilledText pieces={filledText(header.text, value, contact)} />
        </div>
      );
    case "IMAGE":
      return <Picture key={value("link")} link={value("link")} label={t("header.image")} owner={owner} />;
    case "VIDEO":
      return (
        <div className={classes.media}>
          <IconMovie size={32} stroke={1.4} aria-hidden />
          {t("header.video")}
        </div>
      );
    case "DOCUMENT":
      return (
        <div className={classes.file}>
          <IconFileText size={20} aria-hidden />
          <span dir="auto">{value("filename") || t("header.document")}</span>
        </div>
      );
    case "LOCATION":
      return (
        <div className={classes.media}>
          <IconMapPin size={32} stroke={1.4} aria-hidden />
          <span dir="auto">{value("name") || value("address") || t("header.location")}</span>
        </div>
      );
  }
}

/** Shows a link while the person types the URL, because the server does not fetch partial URLs. */
function Picture({ link, label, owner }: { link: string; label: string; owner: PictureOwner | null }) {
  const t = useTranslations("templates");
  const workspaceId = useWorkspaceId();
  const [isBroken, setBroken] = useState(false);
  const isAddress = /^https:\/\/[^\s/]/i.test(link) && !link.includes("{{");
  const source = owner ? pictureSource(workspaceId, owner, link) : ownFile(link);
  if (!isAddress || isBroken || source === null) {
    const host = isAddress ? foreignHost(link) : null;
    const href = safeHref(link);
    return (
      <div className={classes.media}>
        <IconPhoto size={32} stroke={1.4} aria-hidden />
        {host && href ? (
          <Anchor href={href} target="_blank" rel="noopener noreferrer" size="xs">
            {t("header.imageAt", { host })}
          </Anchor>
        ) : (
          label
        )}
      </div>
    );
  }
  return <img className={classes.picture} src={source} alt={label} onError={() => setBroken(true)} />;
}
