/**
 * Questions that need the contact's own orders, bookings or account, or an action there: "where is my parcel",
 * "is my booking 88213 confirmed?", "send me my last bill". No source can answer them, however many words match.
 */
const OWN = [
  // Where is my order, has it arrived, is it paid
  /\bwhere(?:'s| is| are|s)? (?:is )?my (?:order|parcel|package|delivery|shipment|refund|money|invoice|letter|card)/i,
  /\b(?:is|has|have|was|were|did) (?:my|our) (?:[\p{L}-]+ ){1,3}?(?:#?\d+ )?(?:been |already |now |yet )*(?:confirmed|shipped|sent|arrived?|delivered|paid|received|processed|approved|cancelled|booked|activated|dispatched|refunded|ready|through|registered|extended|accepted)\b/iu,
  /\b(?:have|did|has) (?:you|anyone|somebody|someone) (?:already |yet )?(?:receive|got|get|ship|sen[dt]|process|refund|see|charge)\p{L}* (?:me|my|our)\b/iu,
  /\bhow (?:many|much) (?:\p{L}+ ){0,3}(?:do|have) i (?:still )?(?:have|got|owe|used?|collected|spent)?\b.*\b(?:now|left|currently|so far|already|at the moment|this month|today)\b/iu,
  /\bhow much do i (?:still )?owe\b|\bwhat(?:'s| is) (?:my|our) (?:current |own |exact )?(?:balance|(?:order|customer|contract|booking|account|tracking|membership) number|password|pin|bill|meter reading)\b/i,
  /\b(?:what|which|when|how much|how many) (?:\p{L}+ ){0,4}?did (?:i|we) (?:use|pay|order|book|buy|choose|sign|register|send|select|consume)\b/iu,
  /\b(?:has|have|did|is|was|were) (?:it|they|this|that|everything|my [\p{L}-]+|our [\p{L}-]+) (?:all |already |now |finally |been |yet )*(?:gone through|come through|come in|go through|get through|arrived?|booked in|landed|reached you|processed|approved|received|credited|registered|confirmed)\b/iu,
  /\b(?:have|did) you (?:already |now |finally |yet )?(?:put|book|credit|pay|transfer|enter|add|apply|appli|deduct|process|approve)\p{L}* (?:\p{L}+ ){0,4}?(?:my|our|me|us)\b/iu,
  /\b(?:on )?(?:what|which) (?:date|day) (?:does|do|is|was|did|will) (?:my|our)\b|\bwhen (?:does|do|will) (?:my|our) (?:\p{L}+ )?(?:contract|membership|subscription|policy|pause|trial|plan) (?:run out|end|expire|renew|stop|start|begin)\b/iu,
  /\bwhy (?:is|was|were|are|did) (?:my|our) (?:\p{L}+ ){0,2}?(?:bill|invoice|payment|statement|charge|premium)s?\b|\bwhy (?:was|were|am|have) (?:i|we) (?:been )?(?:charged|billed|debited|invoiced)\b|\bwhy did you (?:charge|debit|bill|take) /iu,
  /\bwhere(?:'s|s| is| are) my\b|\bdid you find (?:it|my|our|him|her|them)\b|\bhave you found (?:it|my|our)\b/iu,
  // Current availability
  /\b(?:free|available|vacant|left) (?:\p{L}+ ){0,2}?(?:tonight|tom+or+ow|this (?:weekend|evening|afternoon)|next week)\b/iu,
  // Requests for an action
  /\b(?:can|could|would|will) you (?:please |kindly |just |quickly )?(?:change|update|send|resend|check|look up|cancel|confirm|correct|delete|tell|rebook|move|transfer|extend|block|unlock|reset) (?:\p{L}+ ){0,4}?(?:my|our)\b/iu,
  /^\s*(?:please |pls )?(?:cancel|change|update|resend|check|confirm|block|unlock|reset) (?:my|our)\b/i,
  // Questions about other people
  /\bwho (?:stayed|slept|lives|booked|ordered|called|bought|paid)\b/i,
  // German
  /\bwo (?:ist|sind|bleibt|bleiben) (?:denn )?(?:mein|unser)e?n? /i,
  /\b(?:ist|wurde|sind|wurden) (?:mein|unser)e? (?:\p{L}+ ){1,3}?(?:\d+ )?(?:schon |bereits )?(?:bestätigt|verschickt|versandt|angekommen|bezahlt|eingegangen|bearbeitet|storniert|freigeschaltet|da|fertig|gebucht)\b/iu,
  /\bhabt ihr (?:schon |bereits )?(?:mein|unser)e?n? .*(?:bekommen|erhalten|verschickt|bearbeitet)/i,
  /\bwie ?viele? (?:\p{L}+ ){0,3}habe ich (?:\p{L}+ ){0,3}?(?:noch|gerade|aktuell|momentan|schon|jetzt|diesen monat|verbraucht)\b/iu,
  /\bwie (?:lautet|ist|hoch ist) (?:mein|unser)e? (?:aktuelle[rs]? )?(?:kundennummer|passwort|kontostand|vertragsnummer|bestellnummer|rechnung|guthaben|zählerstand|saldo)\b/i,
  /\b(?:kannst du|können sie|könnt ihr|könnten sie|könntest du)(?: mir)? (?:bitte )?(?:mein|unser)e?n? .*(?:ändern|schicken|senden|zusenden|prüfen|stornieren|löschen|aktualisieren|korrigieren|sperren|entsperren|zurücksetzen)\b/i,
  /\bwie hoch (?:war|ist|waren|sind) (?:denn )?(?:mein|unser)e? (?:letzte[rsn]? |aktuelle[rsn]? |nächste[rsn]? )?(?:rechnung(?:en)?|abrechnung|guthaben|saldo|kontostand|verbrauch|abschlag|rückstand)\b/iu,
  /\bwer hat (?:\p{L}+ ){0,6}(?:übernachtet|bestellt|gebucht|gewohnt|angerufen|bezahlt)\b/iu,
  /\b(?:ist|sind|wurde|wurden|war) (?:mein|unser)e? [\p{L}-]+ (?:denn |schon |bereits |jetzt |endlich |mittlerweile )*(?:unterwegs|durch|raus|drin|da|eingetroffen|gutgeschrieben|überwiesen|freigegeben|genehmigt|bei euch|bei ihnen)\b/iu,
  /\bist (?:der|die|das|es|er|sie) (?:schon |bereits |jetzt |denn |gut |mittlerweile )*(?:bei (?:euch|ihnen) )?(?:angekom+en|eingegangen|eingetroffen|durch|bearbeitet|da)\s*[?.!]*$/iu,
  /\b(?:welche[rsnm]?|was|wann|wie ?viele?) (?:[\p{L}-]+ ){0,2}?(?:hab|habe|haben) (?:ich|wir) (?:[\p{L}-]+ ){0,4}?(?:gebucht|bestellt|gekauft|bezahlt|verbraucht|gewählt|vereinbart|abgeschlossen|reserviert)\b/iu,
  /\bwarum (?:habt ihr|haben sie|wurden?|ist|war) (?:[\p{L}\d.,€-]+ ){0,6}?(?:mein|unser|mir|uns)\p{L}*\b.*(?:abgebucht|berechnet|rechnung|belastet|eingezogen|höher)/iu,
  /\b(?:heute|heut|morgen|dieses wochenende|nächste woche) (?:[\p{L}-]+ ){0,3}?(?:noch )?(?:frei|verfügbar)\b|\b(?:noch )?(?:frei|verfügbar) (?:heute|morgen|dieses wochenende)\b/iu,
  /\bwo (?:bleibt|ist|sind|bleiben) (?:denn )?(?:mein|unser)e?\b/iu,
  // Spanish
  /\bdónde está(?:n)? (?:mi|mis|nuestro|nuestra) /i,
  /\b(?:ha|han|está|está ya) (?:llegado|confirmad[oa]|enviad[oa]|salido|pagad[oa]) (?:ya )?(?:mi|mis|nuestr[oa]) /i,
  /\bmi (?:pedido|reserva|paquete|factura)(?: \d+)? (?:ya )?(?:está|ha|fue) /i,
  /\bcuánt[oa]s? (?:\p{L}+ ){0,3}(?:tengo|me quedan?|he gastado|debo) (?:ahora|ya|todavía|este mes)?\b.*(?:ahora|todavía|este mes|en mi cuenta)/iu,
  /\b(?:puede[ns]?|podéis|podría[ns]?|puedes) (?:cambiar|enviar|mandar|comprobar|cancelar|actualizar|borrar)(?:me)? (?:mi|mis|nuestr[oa])\b/i,
  // French
  /\boù (?:est|sont|en est) (?:mon|ma|mes|notre|nos) /i,
  /\b(?:ma|mon|mes|notre) \p{L}+(?: \d+)? (?:est|a|a-t-elle|a-t-il|est-elle|est-il|ont) (?:bien |déjà |été )*(?:confirmée?|expédiée?|envoyée?|arrivée?|payée?|reçue?|traitée?)\b/iu,
  /\bcombien (?:de |d')?(?:\p{L}+ ){0,2}(?:ai-je|me reste-t-il|est-ce que j'ai|il me reste) .*(?:maintenant|actuellement|encore|ce mois|compte)/iu,
  /\b(?:pouvez|pourriez|peux|pourrais)-?(?: )?(?:vous|tu) (?:changer|envoyer|m'envoyer|vérifier|annuler|modifier|supprimer) (?:mon|ma|mes|notre)\b/i,
];
/** An order or customer number after "my". */
const OWN_NUMBER = /\b(?:my|mein|meine|meiner|mi|mon|ma)\b.*(?:#|\b)\d{5,}\b/i;

export function asksForOwnData(question: string): boolean {
  const text = question.replace(/[’`]/g, "'").replace(/\s+/g, " ");
  return OWN_NUMBER.test(text) || OWN.some((pattern) => pattern.test(text));
}
