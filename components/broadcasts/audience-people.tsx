"use client";

import { ActionIcon, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import classes from "./broadcasts.module.css";
import type { AudienceClient } from "./queries.ts";

/** The display name of a contact: full name, otherwise phone, otherwise the contact's external ID. */
function nameOf({ name, surname, phone, externalClientId }: AudienceClient): string {
  return [name, surname].filter(Boolean).join(" ") || phone || externalClientId || "…";
}

type PeopleProps = {
  query: UseQueryResult<AudienceClient[]>;
  /** All of them; null while they are counted. */ total: number | null;
};

/** The newest recipients, by name. */
export function AudiencePeople({ query, total }: PeopleProps) {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  return (
    <Loaded query={query} failure={t("audienceFailure")} rows={2}>
      {(people) => (
        <div>
          <Text fw={600} mb={4} role="status">
            {total === null ? t("counting") : t("recipients", { count: total })}
          </Text>
          <ul className={classes.people} aria-label={t("firstRecipients")}>
            {people.map((person) => (
              <li key={person.id} className={classes.cut}>
                <Link href={paths.contact(workspaceId, person.id)} target="_blank" dir="auto">
                  {nameOf(person)}
                </Link>
              </li>
            ))}
          </ul>
          {total !== null && total > people.length ? (
            <Text size="xs" c="dimmed" mt={4}>
              {t("andMore", { count: total - people.length })}
            </Text>
          ) : null}
        </div>
      )}
    </Loaded>
  );
}

type StepperProps = { people: readonly AudienceClient[]; step: number; onStep: (step: number) => void };

/** Steps through real recipients, so that the preview shows what each of them receives. */
export function RecipientStepper({ people, step, onStep }: StepperProps) {
  const t = useTranslations("broadcasts");
  const at = Math.min(step, people.length - 1);
  const person = people[at];
  return (
    <div className={classes.stepper}>
      <ActionIcon
        variant="default"
        aria-label={t("previousRecipient")}
        disabled={at === 0}
        onClick={() => onStep(at - 1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <span className={classes.cut} role="status">
        {person ? t("asSeenBy", { name: nameOf(person), number: at + 1, count: people.length }) : null}
      </span>
      <ActionIcon
        variant="default"
        aria-label={t("nextRecipient")}
        disabled={at >= people.length - 1}
        onClick={() => onStep(at + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
