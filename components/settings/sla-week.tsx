import { ActionIcon, Group, Text } from "@mantine/core";
import { TimeInput } from "@mantine/dates";
import { IconPlus } from "@tabler/icons-react";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { RemoveButton } from "../ui/row-buttons.tsx";
import { DAYS, endTime, shownTime, withStretch, type Stretch, type StretchProblem } from "./sla-hours.ts";
import classes from "./sla-week.module.css";

type Props = {
  hours: Stretch[];
  /** The problem of each stretch. null: none. */
  problems: readonly (StretchProblem | null)[];
  onChange: (hours: Stretch[]) => void;
};

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** The stretches of each day of the week. */
export function SlaWeek({ hours, problems, onChange }: Props) {
  const t = useTranslations("settings.targets");
  const weekday = new Intl.DateTimeFormat(useLocale(), { weekday: "long", timeZone: "UTC" });
  return (
    <div>
      <ul className={classes.week}>
        {DAYS.map((day) => {
          const name = weekday.format(MONDAY + (day - 1) * DAY_MS);
          return (
            <li key={day} className={classes.day}>
              <span className={classes.name}>{name}</span>
              <Day day={day} name={name} hours={hours} problems={problems} onChange={onChange} />
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={hours.some((stretch) => stretch.day === day && stretch.to === "24:00")}
                aria-label={t("addStretch", { day: name })}
                title={t("addStretch", { day: name })}
                onClick={() => onChange(withStretch(hours, day))}
              >
                <IconPlus size={16} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <Text size="xs" c="dimmed">
        {t("midnight")}
      </Text>
    </div>
  );
}

function Day({ day, name, hours, problems, onChange }: Props & { day: number; name: string }) {
  const problemId = useId();
  const t = useTranslations("settings.targets");
  if (!hours.some((stretch) => stretch.day === day)) return <span className={classes.closed}>{t("closed")}</span>;
  const set = (index: number, changes: Partial<Stretch>) =>
    onChange(hours.map((stretch, each) => (each === index ? { ...stretch, ...changes } : stretch)));
  const problemAt = hours.findIndex((stretch, index) => stretch.day === day && problems[index]);
  const problem = problems[problemAt];
  return (
    <div className={classes.stretches}>
      {hours.map((stretch, index) =>
        stretch.day === day ? (
          <Group key={index} gap={4} wrap="nowrap">
            <TimeInput
              size="xs"
              aria-label={t("from", { day: name })}
              value={stretch.from}
              error={problems[index] === "overlaps"}
              aria-describedby={problems[index] === "overlaps" ? problemId : undefined}
              onChange={({ currentTarget: { value } }) => value && set(index, { from: value.slice(0, 5) })}
            />
            –
            <TimeInput
              size="xs"
              aria-label={t("to", { day: name })}
              value={shownTime(stretch.to)}
              error={problems[index] === "endsFirst"}
              aria-describedby={problems[index] === "endsFirst" ? problemId : undefined}
              onChange={({ currentTarget: { value } }) => value && set(index, { to: endTime(value.slice(0, 5)) })}
            />
            <RemoveButton
              aria-label={t("removeStretch", { day: name, from: stretch.from, to: shownTime(stretch.to) })}
              onClick={() => onChange(hours.filter((_, each) => each !== index))}
            />
          </Group>
        ) : null,
      )}
      {problem ? (
        <p id={problemId} role="alert" className={classes.problem}>
          {t(problem, { day: name })}
        </p>
      ) : null}
    </div>
  );
}
