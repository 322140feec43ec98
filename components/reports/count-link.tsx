"use client";

import { Anchor } from "@mantine/core";
import { useFormatter } from "next-intl";
import Link from "next/link";

/** A count that links to what it counts. 0 has no link. */
export function CountLink({ count, href }: { count: number; href: string }) {
  const words = useFormatter().number(count);
  if (count === 0) return words;
  return (
    <Anchor component={Link} href={href} inherit>
      {words}
    </Anchor>
  );
}
