import robotsParser from "robots-parser";

export type RobotsQuestion = {
  /** Of the robots.txt. */
  url: string;
  rules: string;
  /** The page that is to be read. */
  page: string;
  /** The name of our program. */
  agent: string;
};

export type RobotsAnswer = {
  isAllowed: boolean;
  /** The pause that the site asks for between two requests. */
  pauseMs: number;
};

/** What a site's robots.txt says of a page (RFC 9309). */
export function answerRobots({ url, rules, page, agent }: RobotsQuestion): RobotsAnswer {
  const robots = robotsParser(url, rules);
  return { isAllowed: robots.isAllowed(page, agent) ?? true, pauseMs: (robots.getCrawlDelay(agent) ?? 0) * 1_000 };
}
