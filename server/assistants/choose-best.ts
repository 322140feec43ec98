/**
 * Answers a question back as somebody would who knows what they want: by the choice that leads there, by none where no choice does.
 * @param take puts an answer to the assistant: the number of a choice, or 0.
 */
export async function chooseBest<Came>(
  choices: readonly string[],
  take: (answer: string) => Promise<Came>,
  isRight: (came: Came) => boolean,
): Promise<Came> {
  for (const number of choices.keys()) {
    const came = await take(String(number + 1));
    if (isRight(came)) return came;
  }
  return take("0");
}
