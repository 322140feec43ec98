/** Conversations in English. One template string each: the topic, then who says what (threads.ts parses them). */
export const ENGLISH: readonly string[] = [
  `delivery
c Hello, I ordered a {item} last week and it still says "processing". Order {order}.
c Could you check please?
a Hi {name}, thanks for writing. I am looking at {order} right now.
n Warehouse says it was waiting for the second box. Leaves today.
a Good news: it leaves our warehouse today. You should have it on {day}.
c Perfect, thank you so much!
a My pleasure. Have a nice day!`,
  `delivery
c Hi! The courier says they tried to deliver my parcel but I was home all day.
a I am sorry about that, {name}. Which order is it?
c {order}
a Thank you. I have asked the courier for a second attempt on {day} between 9 and 12. Would that work?
c Yes that works
c Could they ring at number 14? The bell of 12 is broken
a Noted, they will ring at number 14.`,
  `delivery
c Where is {order}? The tracking page has not changed for four days.
a Hello {name}, let me find out.
n Parcel is stuck in customs. Opened a case with the carrier.
a It is being held at customs, which happens at random. The carrier expects to release it by {day}. I will write to you the moment it moves.
c Ok, thanks for being honest about it.`,
  `delivery
c Can I change the address of {order}? I am moving this weekend.
a Of course, it has not been packed yet. Where should it go?
c:location {"latitude":51.4545,"longitude":-2.5879,"name":"New flat","address":"12 Park Row, Bristol"}
c This is the place, 2nd floor
a Changed. The driver will call you when he is ten minutes away.
c You are the best`,
  `delivery
c My parcel arrived like this
c:image {media}/parcel.svg
c The corner is crushed. I have not opened it yet.
a Oh no. Thank you for the photo, {name}. Please open it and tell me whether the {item} is damaged. Either way we will make it right.
c It is fine actually! Good packaging inside.
a That is a relief. I have passed the photo on to the carrier.`,
  `delivery
c good morning, can I pick up {order} at the store instead?
a Good morning! Yes, it will be ready from {time} today. Please bring the order number.
c great, see you later`,
  `delivery
c Is it possible to get the {item} delivered before {day}? It is a birthday present
a Let me see what I can do.
a With express delivery it would arrive one day before. It costs 6.90 more. Shall I change it?
c Yes please
a Done. You will get a new confirmation by e-mail in a minute.
c Amazing!!`,
  `return
c Hello, the {item} I received is not the colour I ordered. How do I send it back?
a Hi {name}, I am sorry. May I have the order number and a photo?
c {order}
c:image {media}/lamp.svg
a Thank you, that is indeed the wrong one. I have sent you a label by e-mail; the right one leaves tomorrow, you need not wait.
c That was quick, thank you`,
  `return
c I would like to return the {item} from {order}. It is just too big for our room.
a No problem, you have 30 days. Shall I refund it or would you like something else instead?
c Refund please
a The label is in your inbox. The money is back on your card two or three days after it reaches us.
n Refund to card, not voucher. Customer asked twice.`,
  `return
c hi, I sent back {order} ten days ago and there is no refund yet
a Let me look, {name}.
n Return scanned on the dock, not booked in. Asked Piotr.
a It arrived, but was not booked in, and that is our mistake. I have just released the refund of {sum}. You should see it within two days.
c ok thank you for sorting it out`,
  `return
c Can I exchange the {item} for the bigger one?
a Of course. The difference is 24.00. Shall I send you a payment link?
c yes
a Sent. As soon as it is paid the bigger one leaves, and the driver takes the other back.
c paid :)
a Got it, thank you!`,
  `appointment
c Hello, I need to move my fitting appointment from {day} to another day.
a Hi {name}! What suits you better, mornings or afternoons?
c Afternoons
a I can offer {day} at {time}. Shall I book it?
c Yes please, that is great
a Booked. You will get a reminder the day before.`,
  `appointment
c Do you have anything free this week for the kitchen consultation?
a We do: {day} at {time} with Marta. It takes about an hour and is free of charge.
c I will take it
a Wonderful. Please bring the measurements of the room, a sketch is enough.
c:document {media}/invoice.pdf
c This is the floor plan from the landlord
a Perfect, I have put it into your file.
n Floor plan attached for Marta.`,
  `appointment
c I am running 15 minutes late for my {time} appointment, is that ok?
a No worries, {name}. See you soon!`,
  `appointment
c Could someone come and assemble the {item}? I tried and failed
a Happy to help! Our fitter is in your area on {day}. It costs 35.00. Would {time} suit you?
c {time} is fine
c do I need any tools
a None at all, he brings everything.`,
  `invoice
c Hi, I need an invoice with our company name for {order}. VAT number follows.
a Sure, please send me the company name and the VAT number.
c Brightside Studio Ltd, GB 293 8841 07
a Thank you. The new invoice is in your e-mail, the old one is cancelled.
c Received, thanks!`,
  `invoice
c I was charged twice for {order}!!
a I understand the worry, {name}. I am checking with the bank right now.
n Second charge is a pre-authorisation, drops off by itself.
a The second one is only a reservation which the bank releases by {day}; it is not a charge. I have written to the bank to make it faster.
c ok I will keep an eye on it`,
  `invoice
c:image {media}/receipt.svg
c The receipt says {sum} but the website said less. Why?
a Thank you for the photo. The voucher was not applied since it ended the day before. I have refunded the difference.
c that is very kind`,
  `invoice
c Can I pay {order} in three instalments?
a Yes, {name}: three months without interest. Shall I send you the form?
c Please do
a It is in your inbox, signing takes two minutes.`,
  `invoice
c Our accounting says invoice 1180 is still open but we paid it on Monday
a Could you send me the transfer slip, please? Then I can match it.
c:document {media}/invoice.pdf
a Found it: the reference had a digit too many. The invoice is marked as paid.
n Matched by hand. Reference typo on their side.
c Great, thank you {agent}`,
  `complaint
c This is the third time I write. Nobody answers. My {item} came broken and I want my money back.
a {name}, you are right to be annoyed, and I am sorry. I am {agent}, and I stay with this until it is solved.
a I have refunded {sum} just now. You do not need to send anything back.
c Thank you. Finally someone who helps.`,
  `complaint
c Your driver left the parcel in the rain. Everything is wet.
c:image {media}/parcel.svg
a That must not happen. A new {item} leaves today with express delivery, and the driver's depot has been told.
c ok, I appreciate that`,
  `complaint
c The {item} makes a strange noise since yesterday
c:audio {media}/voice-note.wav
a Thanks for the recording, {name}. That sounds like the bearing. It is covered by the warranty.
c what do I do now
a Nothing, we pick it up on {day} and bring a new one along.
n Third bearing this month, told the supplier.`,
  `complaint
c I have been waiting for a call back since Tuesday
a I am sorry, {name}. I can call you in ten minutes, is that alright?
c yes please
n Called, 12 minutes. Offered 10 % on the next order. Happy again.
a Thank you for the talk! The voucher is in your e-mail.`,
  `complaint
c I was promised delivery on {day} and now it says a week later. Not acceptable.
a I see it, {name}. The supplier is late. I can offer the display model, same warranty, 15 % off, delivered tomorrow. Or we wait and I take the delivery fee off.
c let me think about it`,
  `product
c Hi, does the {item} come with a plug for the UK?
a Hello {name}! Yes, there is an adapter in the box.
c great, ordering now`,
  `product
c What are the measures of the {item}?
a 120 by 60 cm, and 74 cm high. The drawing is on the product page under "Details".
c and the weight?
a 18 kg. Two people carry it easily.
c thanks`,
  `product
c Is the {item} in stock in walnut?
a Two left, {name}. Shall I put one aside for you until tomorrow?
c Yes please! I will come by after work
a It waits at the counter under your name.`,
  `product
c Do you ship to Norway?
a We do! 19.00 up to 20 kg, five working days, customs included.
c perfect`,
  `product
c Hello! Is the {item} washable? We have two small children...
a Hi {name}, yes: 30 degrees, gentle, and do not tumble dry. Chocolate comes out, we have tried.
c haha sold`,
  `product
c which bulb does the {item} need? mine just went
a E27, up to 60 W. An LED of 7 W is just as bright.
c found one, cheers`,
  `product
c Hey, is there a student discount?
a There is: 10 % with a valid student card. Send me a photo and I will make you a code.
c:image {media}/receipt.svg
c my card is at home, is the enrolment ok as well?
a It is. Your code is STUDY-{order}. Enjoy!`,
  `thanks
c Just wanted to say that the {item} is beautiful. Thank you all!
a That makes our day, {name}. Thank you for telling us!`,
  `thanks
c {agent} was super helpful yesterday, please tell your boss :)
a Thank you so much! I will pin it to the wall.`,
  `thanks
c Everything arrived, well packed and one day early. 10/10
a Wonderful to hear, {name}! If you like, leave us a review, it helps a small shop a lot.
c done!`,
];
