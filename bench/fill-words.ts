/** Names and words for contacts and their messages. They are made up, and the same in every filled workspace. */

const FIRST = `Maria Ana Kenji Olga Yusuf Chloé Lars Priya João Amara Wei Sofía Dmitri Fatima Noah Ingrid Mateo Aisha Björn Léa
Hiroshi Zuzanna Omar Elif Carlos Nia Anton Mei Rafael Greta Tariq Ivana Paul Leila Diego Hanna Kwame Julie Stefan Rosa`;
const LAST = `Silva Müller Tanaka Ivanova García Dubois Andersen Patel Souza Okafor Zhang Fernández Volkov Hassan Smith Larsen
Rossi Khan Lindqvist Moreau Sato Kowalska Farouk Demir Mendes Mwangi Weber Chen Costa Schneider Aziz Horvat Martin Rahimi
Torres Virtanen Mensah Bernard Novak Oliveira Papadopoulou van-der-Berg O'Connor`;
const COMMON = `the a to and is my I you it for of in on order please thank when where not have with can are be hello today
tomorrow delivery parcel invoice address size colour refund wrong arrived broken still waiting number payment card change
cancel return store open help und ich das nicht wann Bestellung danke bitte Rechnung hola gracias pedido cuándo llega
bonjour merci commande livraison facture étage déjà`;
const SYLLABLES = "ba ke lo mi nu ra se ti vo za fe go hu ja pi qua ste tro wen xi".split(" ");

const words = (text: string) => text.split(/\s+/);

/** Rare words: each appears once in a few hundred phrases, so that some searches find little. */
const RARE = 4_000;
const RARE_SHARE = 0.12;
/** A message is two phrases: 400 million combinations. */
const PHRASES = 20_000;

export const FIRST_NAMES = words(FIRST);
export const LAST_NAMES = words(LAST);
export const CLIENT_TAGS = ["vip", "wholesale", "newsletter", "complaint", "returning", "press"];
export const CONV_TAGS = ["refund", "delivery", "size", "invoice", "urgent", "praise", "damaged", "question"];
export const STAGES = ["New", "Waiting for customer", "Waiting for warehouse", "Solved"];
export const CLIENT_STAGES = ["Lead", "Customer", "Regular"];

/** Countries with the beginning of their mobile numbers (seven digits follow), and their share of 100 contacts. */
export const COUNTRIES = [
  { code: "DE", calling: "491510", city: "Hamburg", of100: 40 },
  { code: "ES", calling: "3461", city: "Valencia", of100: 25 },
  { code: "BR", calling: "551199", city: "São Paulo", of100: 20 },
  { code: "FR", calling: "3360", city: "Lyon", of100: 15 },
] as const;

/** Phrases of two to eleven words. Some contain an order number. */
export function makePhrases(): string[] {
  const common = words(COMMON);
  let state = 7;
  // Park and Miller's generator is good enough for words.
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const pick = <T>(from: readonly T[], skew = 1): T => from[Math.floor(random() ** skew * from.length)] as T;
  const rare = Array.from(
    { length: RARE },
    () => pick(SYLLABLES) + pick(SYLLABLES) + pick(SYLLABLES) + pick(SYLLABLES),
  );
  return Array.from({ length: PHRASES }, () => {
    const count = 2 + Math.floor(random() ** 1.5 * 10);
    const phrase = Array.from({ length: count }, () => (random() < RARE_SHARE ? pick(rare) : pick(common, 1.6)));
    if (random() < 0.04) phrase.push(`A-${10_000 + Math.floor(random() * 80_000)}`);
    return phrase.join(" ");
  });
}
