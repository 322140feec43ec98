import Link from "next/link";
import type { ReactNode } from "react";
import classes from "./choice-gallery.module.css";

type Choice = {
  key: string;
  /** The link. null: not available, and `words` says why. */
  href: string | null;
  mark: ReactNode;
  name: string;
  words: string;
};

/** Cards to choose what to create. */
export function ChoiceGallery({ choices }: { choices: Choice[] }) {
  return (
    <ul className={classes.gallery}>
      {choices.map(({ key, href, mark, name, words }) => {
        const inside = (
          <>
            <span className={classes.mark}>{mark}</span>
            <span>
              <span className={classes.name}>{name}</span>
              <span className={classes.words}>{words}</span>
            </span>
          </>
        );
        return (
          <li key={key}>
            {href === null ? (
              <div className={classes.card} data-closed>
                {inside}
              </div>
            ) : (
              <Link href={href} className={classes.card}>
                {inside}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
