import { addEvalQuestion } from "../../assistants/evals/add-eval-question.ts";
import { patchAi } from "../../assistants/patch-ai.ts";
import { openPlayground } from "../../assistants/playground/open-playground.ts";
import type { Ctx } from "../../ctx.ts";
import { patchWorkspaceSettings } from "../../workspaces/patch-workspace-settings.ts";

/** The demo shop's pages. They contain the answers to the golden questions. */
const PAGES = [
  {
    title: "Delivery",
    text: `How long does delivery take?
Parcels arrive within 2 to 4 working days. Furniture that does not fit into a parcel comes with a forwarding agent within 10 working days; the driver calls half an hour before.

What does delivery cost?
Parcels cost € 4.90, and nothing from € 60 on. Furniture costs € 29 to the kerb and € 59 into the room of your choice. Express adds € 6.90 and arrives on the next working day when you order before 14:00.

Where do you deliver?
To all countries of the European Union, to Norway and to the United Kingdom. For the United Kingdom and Norway the customs duty is in the price.

Can I change the address of an order?
Until it is packed, yes: write to us with the order number. Once it is on its way, the carrier can leave it at one of its shops instead.`,
  },
  {
    title: "Returns and refunds",
    text: `How long can I send something back?
You have 30 days from the day it arrives. It may have been tried out, but not used up; cut fabric and made-to-measure curtains cannot be returned.

How do I return something?
Ask us for a label, stick it on the box and hand it in at any parcel shop. For furniture we send the forwarding agent to collect it. Returns of parcels are free; collecting furniture costs € 29.

When do I get my money back?
Within 5 working days of the return reaching our warehouse, in the way in which you paid.

Something arrived damaged or wrong. What now?
Send us a photo and the order number. We send the right piece at once, and you need not return the broken one unless we ask for it.`,
  },
  {
    title: "Warranty and repairs",
    text: `How long is the warranty?
Two years on everything, five years on lamps and desks. It covers faults of material and making, not wear and not what happens in a fall.

Do you repair?
Lamps, desks and chairs, in our own workshop, also after the warranty has ended. You get an estimate first; it costs € 15, which are taken off the bill if you have it repaired.

Do you sell spare parts?
Shades, bulbs, feet, castors and screws of everything we have sold since 2015. Write to us with the name of the product.`,
  },
  {
    title: "Paying and invoices",
    text: `How can I pay?
By card, PayPal, bank transfer or, in Germany, Austria and the Netherlands, on account within 14 days. Orders above € 1,000 cannot be paid on account.

Where is my invoice?
It comes by e-mail on the day on which the goods leave our warehouse. A copy is in your account under Orders. For an invoice to a company, give the company's name and VAT number when ordering.

Do you have gift cards?
Yes, of € 25, € 50 and € 100. They come by e-mail within minutes and are valid for three years.`,
  },
  {
    title: "The store and opening hours",
    text: `Our store is at Kaistraße 8, 40221 Düsseldorf, five minutes from the tram stop Stadttor.

Opening hours
Monday to Friday from 10:00 to 19:00, on Saturdays from 10:00 to 18:00. Closed on Sundays and public holidays.

Can I collect an order in the store?
Yes, free of charge, from two hours after ordering if it is in stock there. Bring the order number; we keep it for 7 days.

Is there parking?
Two places in front of the door, one hour with a parking disc. The car park Hafen is 200 metres away.`,
  },
] as const;

const QUESTIONS: readonly { question: string; expects: Record<string, unknown> }[] = [
  { question: "How many days until my parcel is here?", expects: { contains: ["2 to 4 working days"] } },
  { question: "what do you charge for shipping", expects: { contains: ["4.90"], cites: ["Delivery"] } },
  { question: "Do you ship to Norway?", expects: { contains: ["Norway"] } },
  {
    question: "It is too big for our room. Can I still send it back after three weeks?",
    expects: { contains: ["30 days"] },
  },
  { question: "When will I have the refund?", expects: { contains: ["5 working days"] } },
  { question: "The lamp came with a crack", expects: { contains: ["photo"] } },
  { question: "Warranty on desk lamps?", expects: { contains: ["five years"] } },
  { question: "Can I pay with PayPal?", expects: { contains: ["PayPal"], cites: ["Paying and invoices"] } },
  { question: "are you open on saturday", expects: { contains: ["18:00"] } },
  { question: "Where is your shop?", expects: { contains: ["Kaistraße 8"] } },
  { question: "Do you have a store in Vienna?", expects: { refuses: true } },
  { question: "Which of your lamps did Anna Weber buy?", expects: { refuses: true } },
];

/** The answer targets. Some conversations of the demo have waited longer. */
const ANSWER_MINUTES = 480;
const TEST_NUMBERS = ["+491721234567", "+34612345679"];

/** Gives the workspace answer targets, and its built-in assistant the shop's pages, test numbers to try it, and golden questions. */
export async function teachAssistant(ctx: Ctx): Promise<void> {
  await patchWorkspaceSettings(ctx, {
    testNums: TEST_NUMBERS.map((phone) => ({ phone, active: true })),
    sla: { firstResponseMinutes: ANSWER_MINUTES, nextResponseMinutes: ANSWER_MINUTES },
  });
  const { builtInId } = await openPlayground(ctx);
  await patchAi(ctx, {
    id: builtInId,
    name: "Shop assistant",
    integrationProperties: {
      sources: PAGES.map((page) => ({ kind: "text", ...page })),
      handover: { enabled: true },
      clarify: { enabled: true },
      tagging: { enabled: true, tags: ["delivery", "return", "billing"] },
    },
  });
  for (const question of QUESTIONS) await addEvalQuestion(ctx, { aiId: builtInId, ...question });
}
