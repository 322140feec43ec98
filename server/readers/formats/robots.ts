import robotsParser from "robots-parser";

export type RobotsQuestion = {
  /** The address of the robots.txt. */
  url: string;
  rules: string;
  /** The page to read. */
  page: string;
  /** Our program's user agent name. */
  agent: string;
};

export type RobotsAnswer = {
  isAllowed: boolean;
  /** The pause that the site requests between two requests. */
  pauseMs: number;
};

/** The rules of a site's robots.txt for a page (RFC 9309). */
export function answerRobots({ url, rules, page, agent }: RobotsQuestion): RobotsAnswer {
  const robots = robotsParser(url, rules);
  return { isAllowed: robots.isAllowed(page, agent) ?? true, pauseMs: (robots.getCrawlDelay(agent) ?? 0) * 1_000 };
}
