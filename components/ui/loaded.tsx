"use client";

import { Skeleton, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ApiError } from "../graphql/gql-request.ts";
import { ErrorFace } from "./error-face.tsx";
import { ForbiddenFace } from "./forbidden-face.tsx";
import { OfflineWords } from "./offline-words.tsx";

type Props<Data> = {
  query: UseQueryResult<Data>;
  /** The error title if loading fails. */
  failure: string;
  rows?: number;
  children: (data: Data) => ReactNode;
};

/** The states of a query: a placeholder, an error with a retry, the data, or, offline, a note that it will load later. */
export function Loaded<Data>({ query, failure, rows = 4, children }: Props<Data>) {
  const t = useTranslations("ui");
  if (query.data !== undefined) return children(query.data);
  if (query.error instanceof ApiError && query.error.code === "FORBIDDEN_ROLE") return <ForbiddenFace />;
  if (query.error) return <ErrorFace title={failure} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPaused) return <OfflineWords />;
  return (
    <Stack gap="md" p="lg" role="status" aria-busy aria-label={t("loading")}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={20} width={`${92 - ((row * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}
