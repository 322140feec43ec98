"use client";

import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";

type Query = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

/** Loads the next page of a list. Draws nothing if there is none. */
export function MoreButton({ query, children, ...look }: ButtonProps & { query: Query; children: ReactNode }) {
  if (!query.hasNextPage) return null;
  return (
    <Button variant="default" {...look} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {children}
    </Button>
  );
}
