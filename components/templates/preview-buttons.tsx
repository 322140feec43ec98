"use client";

import { IconCopy, IconCornerDownRight, IconExternalLink, IconPhone } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { TemplateContact } from "./contact-fields.ts";
import { filledText, filledValue } from "./filled-text.ts";
import type { TemplateButton } from "./template-definition.ts";
import type { TemplateValues } from "./template-fields.ts";
import classes from "./template-preview.module.css";

type Props = {
  buttons: readonly TemplateButton[];
  values: TemplateValues;
  prefix: string;
  contact: TemplateContact | null;
};

const ICONS: Record<string, typeof IconCopy> = {
  URL: IconExternalLink,
  PHONE_NUMBER: IconPhone,
  COPY_CODE: IconCopy,
  OTP: IconCopy,
};

/** A template's buttons below the message. Shows where links lead. */
export function PreviewButtons({ buttons, values, prefix, contact }: Props) {
  const t = useTranslations("templates");
  if (buttons.length === 0) return null;
  return (
    <ul className={classes.buttons} aria-label={t("buttons")}>
      {buttons.map((button, index) => {
        const { type, text, url } = button;
        const Icon = ICONS[type] ?? IconCornerDownRight;
        const value = values[`${prefix}button.${index}`] ?? "";
        const pieces = url === null ? filledValue(value.trim(), contact) : filledText(url, () => value, contact);
        const words = pieces.map((piece) => piece.text).join("");
        return (
          <li key={index} className={classes.button} title={words || undefined}>
            <Icon size={16} aria-hidden />
            <span dir="auto">{text || t(type === "OTP" || type === "COPY_CODE" ? "copyCode" : "button")}</span>
          </li>
        );
      })}
    </ul>
  );
}
