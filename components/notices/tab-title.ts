const NUMBER = /^\(\d+\+?\) /;
/** The service counts no further. */
const MOST = 99;

/** A page's title with a number before it; none for 0. */
export function titleWith(title: string, count: number): string {
  const own = title.replace(NUMBER, "");
  return count > 0 ? `(${count > MOST ? `${MOST}+` : count}) ${own}` : own;
}
