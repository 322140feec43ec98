"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ApiError } from "../graphql/gql-request.ts";
import { ErrorFace } from "./error-face.tsx";
import { ForbiddenFace } from "./forbidden-face.tsx";
import { OfflineWords } from "./offline-words.tsx";
import classes from "./loaded.module.css";

type Props<Data> = {
  query: UseQueryResult<Data>;
  /** The error title if loading fails. */
  failure: string;
  /** What comes: lines of text, the rows of a table, labelled fields, or boxes that are pages of their own. */
  shape?: "lines" | "table" | "form" | "panels";
  /** How many of them. */
  rows?: number;
  children: (data: Data) => ReactNode;
};

/** The states of a query: a placeholder with the shape of the data, an error with a retry, the data, or, offline, a note that it will load later. */
export function Loaded<Data>({ query, failure, shape = "lines", rows = 4, children }: Props<Data>) {
  const t = useTranslations("ui");
  if (query.data !== undefined) return children(query.data);
  if (query.error instanceof ApiError && query.error.code === "FORBIDDEN_ROLE") return <ForbiddenFace />;
  if (query.error) return <ErrorFace title={failure} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPaused) return <OfflineWords />;
  return (
    <div className={classes.skeleton} data-shape={shape} role="status" aria-busy aria-label={t("loading")}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row}>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
