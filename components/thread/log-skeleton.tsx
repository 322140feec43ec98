import { Skeleton, VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import classes from "./thread.module.css";

/** A placeholder while a conversation is loading. */
export function LogSkeleton() {
  const t = useTranslations("inbox.thread");
  return (
    <div className={classes.logSkeleton} role="status">
      <VisuallyHidden>{t("loading")}</VisuallyHidden>
      <Skeleton height={44} width="48%" radius="lg" />
      <Skeleton height={64} width="56%" radius="lg" ml="auto" />
      <Skeleton height={36} width="32%" radius="lg" />
      <Skeleton height={44} width="44%" radius="lg" ml="auto" />
    </div>
  );
}
