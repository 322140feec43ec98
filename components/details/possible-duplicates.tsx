"use client";

import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { Loaded } from "../ui/loaded.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import { possibleDuplicatesQuery } from "../inbox/queries.ts";
import classes from "./details.module.css";

/** Contacts that may be the same person, and why. Comparing and merging happen in Contacts. */
export function PossibleDuplicates({ clientId }: { clientId: string }) {
  const t = useTranslations("thread.pane");
  const { workspaceId } = useInbox();
  return (
    <Loaded query={useQuery(possibleDuplicatesQuery(workspaceId, clientId))} failure={t("duplicatesFailed")} rows={2}>
      {(found) =>
        found.length === 0 ? (
          <Text className={classes.none}>{t("noDuplicates")}</Text>
        ) : (
          <>
            <ul className={classes.others}>
              {found.map(({ client, reasons }) => (
                <li key={client.id}>
                  <Link href={paths.contact(workspaceId, client.id)} className={classes.other}>
                    <bdi className={classes.words}>
                      {[client.name, client.surname].filter(Boolean).join(" ") || client.phone || t("nameless")}
                    </bdi>
                    <span className={classes.otherText}>
                      {reasons.map((reason) => t(`reasons.${reason}`)).join(", ")}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            <Anchor component={Link} href={paths.contact(workspaceId, clientId)} size="sm">
              {t("compare")}
            </Anchor>
          </>
        )
      }
    </Loaded>
  );
}
