import { Anchor } from "@mantine/core";
import { IconCornerDownRight, IconMapPin, IconUser } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { MessageText } from "./message-text.tsx";
import { parseContacts, parseInteractive, parseLocation } from "./structured-content.ts";
import classes from "../thread/thread.module.css";

/** A location with a link to the map. */
export function LocationBody({ content }: { content: string }) {
  const place = parseLocation(content);
  if (!place) return <MessageText text={content} />;
  const point = `${place.latitude},${place.longitude}`;
  return (
    <Anchor
      href={`https://www.google.com/maps/search/?api=1&query=${point}`}
      target="_blank"
      rel="noopener noreferrer"
      className={classes.file}
    >
      <IconMapPin size={20} aria-hidden />
      <span className={classes.fileName} dir="auto">
        {place.name ?? place.address ?? point}
        {place.name && place.address ? <span className={classes.small}>{place.address}</span> : null}
      </span>
    </Anchor>
  );
}

/** Contact cards. */
export function ContactsBody({ content }: { content: string }) {
  const contacts = parseContacts(content);
  if (!contacts) return <MessageText text={content} />;
  return contacts.map((contact, index) => (
    <div key={index} className={classes.file}>
      <IconUser size={20} aria-hidden />
      <span className={classes.fileName} dir="auto">
        {contact.name}
        {[...contact.phones, ...contact.emails].map((reach) => (
          <span key={reach} className={classes.small}>
            {reach}
          </span>
        ))}
      </span>
    </div>
  ));
}

/** A question with buttons or a list, or the contact's choice. */
export function InteractiveBody({ content }: { content: string }) {
  const t = useTranslations("inbox.message");
  const parsed = parseInteractive(content);
  if (!parsed) return <MessageText text={content} />;
  if ("reply" in parsed) {
    return (
      <>
        <span className={classes.kind}>
          <IconCornerDownRight size={14} aria-hidden /> {t("chose")}
        </span>
        <MessageText text={parsed.reply.title} />
      </>
    );
  }
  const rows = parsed.list?.sections.flatMap((section) => section.rows) ?? [];
  return (
    <>
      {parsed.header ? <strong dir="auto">{parsed.header}</strong> : null}
      <MessageText text={parsed.body} />
      {parsed.footer ? <span className={classes.small}>{parsed.footer}</span> : null}
      <span className={classes.options}>
        {[...(parsed.buttons ?? []), ...rows].map((option) => (
          <span key={option.id} className={classes.option} dir="auto">
            {option.title}
          </span>
        ))}
      </span>
    </>
  );
}
