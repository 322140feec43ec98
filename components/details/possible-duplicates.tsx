"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useEffect, useState } from "react";
import { useInbox } from "../inbox/inbox-context.tsx";
import { possibleDuplicatesQuery } from "../inbox/queries.ts";
import { paths } from "../paths.ts";
import classes from "./details.module.css";

/** In milliseconds. Somebody who only passes a conversation does not ask for its duplicates. */
const REST_MS = 800;

/**
 * Says that another contact may be the same person, and why. Nothing, if there is none: the hint is not worth an error. Comparing and
 * merging, with undo, happen in Contacts. It is mounted anew for each conversation.
 */
export function PossibleDuplicates({ clientId }: { clientId: string }) {
  const t = useTranslations("thread.pane");
  const { workspaceId, viewer } = useInbox();
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(true), REST_MS);
    return () => window.clearTimeout(timer);
  }, []);
  const mayMerge = viewer.permissions.includes("MANAGE_CLIENTS");
  const found = useQuery({
    ...possibleDuplicatesQuery(workspaceId, clientId),
    enabled: mayMerge && isRested,
  });
  const [first] = found.data ?? [];
  if (!first) return null;
  const { client, reasons } = first;
  const name = [client.name, client.surname].filter(Boolean).join(" ") || client.phone || t("nameless");
  return (
    <div className={classes.hint} role="status">
      <p className={classes.hintText}>
        <bdi className={classes.hintName}>{name}</bdi> {reasons.map((reason) => t(`reasons.${reason}`)).join(", ")}
      </p>
      <Link href={paths.contact(workspaceId, clientId)} className={classes.hintLink}>
        {t("compare")}
      </Link>
    </div>
  );
}
