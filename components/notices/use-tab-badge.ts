"use client";

import { useEffect } from "react";

const SIZE = 64;

/** Shows the number of unread messages before the tab's title and as a dot on its icon. */
export function useTabBadge(count: number): void {
  useEffect(() => {
    const write = () => {
      const title = titleWith(document.title, count);
      if (title !== document.title) document.title = title;
    };
    write();
    // The router sets the title on each navigation.
    const watching = new MutationObserver(write);
    watching.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watching.disconnect();
  }, [count]);

  const hasUnread = count > 0;
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>("link[rel~='icon']");
    if (!icon || !hasUnread) return;
    const { href, type } = icon;
    const image = new Image(SIZE, SIZE);
    let isWanted = true;
    image.onload = () => {
      const drawn = isWanted ? withDot(image) : null;
      if (drawn) Object.assign(icon, { href: drawn, type: "image/png" });
    };
    image.src = href;
    return () => {
      isWanted = false;
      Object.assign(icon, { href, type });
    };
  }, [hasUnread]);
}

function withDot(image: HTMLImageElement): string | null {
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE });
  const drawing = canvas.getContext("2d");
  if (!drawing) return null;
  drawing.drawImage(image, 0, 0, SIZE, SIZE);
  drawing.beginPath();
  drawing.arc(SIZE * 0.75, SIZE * 0.25, SIZE * 0.22, 0, 2 * Math.PI);
  drawing.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--bad");
  drawing.fill();
  return canvas.toDataURL("image/png");
}

const NUMBER = /^\(\d+\+?\) /;
/** The service counts no higher. */
const MOST = 99;

/** A page title with a number before it. 0: without a number. */
export function titleWith(title: string, count: number): string {
  const own = title.replace(NUMBER, "");
  return count > 0 ? `(${count > MOST ? `${MOST}+` : count}) ${own}` : own;
}
