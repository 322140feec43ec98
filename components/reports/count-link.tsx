"use client";

import { Anchor } from "@mantine/core";
import { useFormatter } from "next-intl";
import Link from "next/link";

/** A number that opens what it counts; none opens nothing. */
export function CountLink({ count, href }: { count: number; href: string }) {
  const words = useFormatter().number(count);
  if (count === 0) return words;
  return (
    <Anchor component={Link} href={href} inherit>
      {words}
    </Anchor>
  );
}
