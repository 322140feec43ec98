import type { Language } from "./people.ts";

/** Conversations in other languages, in the format of threads-english.ts. Notes are in the team's own language. */
export const MORE_LANGUAGES: Record<Exclude<Language, "en">, readonly string[]> = {
  es: [
    `delivery
c Hola, buenas tardes. Quería saber dónde está mi pedido {order}.
a Hola {name}, un momento y lo miro.
a Sale hoy del almacén y lo recibirás el {day}.
c ¡Mil gracias!
a A ti, que tengas buen día.`,
    `return
c Buenos días, me ha llegado la talla equivocada. ¿Cómo hago el cambio?
c:image {media}/parcel.svg
a Lo siento mucho, {name}. Te acabo de enviar la etiqueta de devolución por correo.
c ¿Tengo que pagar algo?
a Nada, corre de nuestra cuenta.
n Wrong size packed, told the warehouse.`,
    `appointment
c ¿Puedo cambiar la cita del {day}? Me ha surgido un viaje.
a Claro. ¿Te viene bien a las {time} de la semana que viene?
c Sí, perfecto
a Queda apuntado.`,
    `complaint
c Llevo tres días esperando una respuesta y nadie contesta.
a Tienes toda la razón, {name}, y te pido disculpas. ¿Me das el número de pedido?
c {order}
a Te he devuelto los gastos de envío y el paquete llega mañana.
c Gracias, así sí.`,
    `product
c ¿Hacéis envíos a Canarias?
a Sí, en cinco días laborables y sin coste a partir de 50.
c Genial, lo pido ahora`,
  ],
  de: [
    `delivery
c Guten Tag, meine Bestellung {order} sollte gestern kommen. Können Sie bitte nachsehen?
a Guten Tag {name}, das mache ich gern.
a Das Paket liegt beim Zusteller und kommt am {day} zwischen 10 und 13 Uhr.
c Vielen Dank für die schnelle Antwort!
a Sehr gern.`,
    `invoice
c Hallo, ich brauche die Rechnung zu {order} bitte auf die Firma ausgestellt.
a Hallo {name}, schicken Sie mir bitte Firmenname und Anschrift?
c Vogel & Partner GmbH, Lindenstraße 8, 04109 Leipzig
a Danke. Die neue Rechnung ist in Ihrem Postfach.
c Angekommen, danke.`,
    `return
c Die Lampe flackert leider. Kann ich sie umtauschen?
c:image {media}/lamp.svg
a Selbstverständlich. Der Austausch geht heute raus, die alte nimmt der Fahrer mit.
c Super Service
n Series with the bad driver board, see the supplier's mail.`,
    `appointment
c Ist für die Küchenberatung am {day} noch etwas frei?
a Ja, um {time} Uhr. Soll ich Sie eintragen?
c Bitte ja
a Eingetragen. Bitte bringen Sie die Raummaße mit.`,
    `thanks
c Wollte nur kurz Danke sagen, der Aufbau ging wirklich in zehn Minuten :)
a Das freut uns sehr, {name}!`,
  ],
  pt: [
    `delivery
c Oi, tudo bem? Meu pedido {order} ainda não chegou
a Oi {name}! Vou verificar agora mesmo.
a Ele já está com a transportadora e chega {day}.
c Obrigada!!
a Imagina, qualquer coisa é só chamar.`,
    `invoice
c Boa tarde, podem enviar a segunda via da fatura?
a Boa tarde, {name}. Qual é o número do pedido?
c {order}
a Enviei para o seu e-mail.
c Recebi, obrigado`,
    `complaint
c O produto veio com defeito, olha só
c:image {media}/lamp.svg
a Sinto muito! Vamos trocar sem custo. Posso agendar a coleta para {day}?
c Pode sim
n Collection booked, morning slot.`,
    `product
c Vocês têm loja física em Lisboa?
a Ainda não, {name}, mas entregamos em dois dias úteis.
c Está bem, obrigada`,
  ],
  ar: [
    `delivery
c مرحبا، أين وصل طلبي رقم {order}؟
a أهلاً {name}، لحظة من فضلك وسأتحقق.
a الطلب في الطريق وسيصلك يوم {day}.
c شكراً جزيلاً
a على الرحب والسعة.`,
    `return
c السلام عليكم، وصلني المنتج مكسوراً
c:image {media}/parcel.svg
a وعليكم السلام، نعتذر كثيراً يا {name}. سنرسل لك بديلاً غداً دون أي تكلفة.
c بارك الله فيكم`,
    `appointment
c هل يمكنني تأجيل الموعد إلى {day}؟
a بالتأكيد، هل تناسبك الساعة {time}؟
c نعم ممتاز
n Moved, reminder set.`,
    `product
c هل التوصيل متاح إلى جدة؟
a نعم، خلال أربعة أيام عمل.`,
  ],
  ja: [
    `delivery
c お世話になっております。注文番号{order}の配送状況を教えていただけますか。
a {name}様、お問い合わせありがとうございます。ただいま確認いたします。
a 本日発送いたしました。{day}にお届け予定です。
c ありがとうございます。助かりました。`,
    `return
c サイズが合わなかったので交換したいです。
a 承知いたしました。返送用ラベルをメールでお送りしました。送料は当店が負担いたします。
c 早速の対応ありがとうございます。
n Second exchange for this customer, check the size chart.`,
    `invoice
c 領収書の宛名を会社名に変更できますか？
a はい、可能です。会社名をお知らせください。
c 株式会社ミナト商事です。
a 変更した領収書をお送りしました。`,
    `complaint
c 昨日から変な音がします。
c:audio {media}/voice-note.wav
a ご不便をおかけして申し訳ございません。{day}に交換品をお持ちいたします。`,
  ],
};
