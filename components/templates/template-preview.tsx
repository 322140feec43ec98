"use client";

import { useTranslations } from "next-intl";
import type { Json } from "../graphql/graphql.ts";
import type { PictureOwner } from "../ui/remote-picture.ts";
import type { TemplateContact } from "./contact-fields.ts";
import { FilledText } from "./filled-text-view.tsx";
import { filledText } from "./filled-text.ts";
import { PreviewButtons } from "./preview-buttons.tsx";
import { PreviewHeader } from "./preview-header.tsx";
import { readDefinition, type TemplateParts } from "./template-definition.ts";
import type { TemplateValues } from "./template-fields.ts";
import classes from "./template-preview.module.css";

type Props = {
  /** The definition from the channel's list. */
  template: { components: Json; parameterFormat?: string | null };
  /** The typed values (`valuesOf` reads them from a sent message). */
  values: TemplateValues;
  /** The recipient. Omitted: contact fields show their names. */
  contact?: TemplateContact | null;
  /** The stored message or broadcast that contains the template. Its external pictures are then shown. */
  owner?: PictureOwner | null;
};

/** A template as the phone shows it: header, text, buttons and cards. Variables without a value are highlighted. */
export function TemplatePreview({ template, values, contact = null, owner = null }: Props) {
  const t = useTranslations("templates");
  const parts = readDefinition(template.components, template.parameterFormat ?? null);
  return (
    <figure className={classes.phone} aria-label={t("preview")}>
      <Bubble parts={parts} values={values} prefix="" contact={contact} owner={owner} />
      {parts.cards.length > 0 ? (
        // The cards scroll sideways, so they must be reachable by keyboard.
        <div className={classes.cards} tabIndex={0} role="group" aria-label={t("cards", { count: parts.cards.length })}>
          {parts.cards.map((card, index) => (
            <Bubble
              key={index}
              parts={card}
              values={values}
              prefix={`card.${index}.`}
              contact={contact}
              owner={owner}
            />
          ))}
        </div>
      ) : null}
    </figure>
  );
}

type BubbleProps = {
  parts: TemplateParts;
  values: TemplateValues;
  prefix: string;
  contact: TemplateContact | null;
  owner: PictureOwner | null;
};

function Bubble({ parts, values, prefix, contact, owner }: BubbleProps) {
  const { header, body, footer, buttons, offer } = parts;
  const pieces = filledText(body, (name) => values[`${prefix}body.${name}`], contact);
  return (
    <div className={classes.bubble}>
      {header ? (
        <PreviewHeader header={header} values={values} prefix={prefix} contact={contact} owner={owner} />
      ) : null}
      {offer ? <div className={classes.offer}>{offer.text}</div> : null}
      <div className={classes.body} dir="auto">
        <FilledText pieces={pieces} />
      </div>
      {footer ? (
        <div className={classes.footer} dir="auto">
          {footer}
        </div>
      ) : null}
      <PreviewButtons buttons={buttons} values={values} prefix={prefix} contact={contact} />
    </div>
  );
}
