"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";

type Props = ComponentProps<typeof Link> & { href: string };

/** A link to a section, which is fetched once somebody reaches for it: all of them at once would come before the first list. */
export function SectionLink({ onPointerEnter, onFocus, ...link }: Props) {
  const router = useRouter();
  return (
    <Link
      {...link}
      prefetch={false}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        router.prefetch(link.href);
      }}
      onFocus={(event) => {
        onFocus?.(event);
        router.prefetch(link.href);
      }}
    />
  );
}
