export const TRADE = `
basket shopping_basket shopping_cart online_cart shopping_trolley | Warenkorb Einkaufskorb Einkaufswagen | cesta carrito | panier
cash_desk cash_register checkout_counter pay_desk cash_till | Kasse Kassa Kassentheke Kassenschalter | caja_registradora | caisse
self_checkout self-checkout self-service_till | SB-Kasse Selbstbedienungskasse Selbstbezahlkasse Selbstscankasse | autocobro autopago | caisse_automatique
item article product merchandise | Artikel Ware Produkt Erzeugnis | artículo producto mercancía | article produit marchandise
product_range assortment range_of_products | Sortiment Produktpalette Warensortiment Warenangebot Produktangebot | surtido gama_de_productos | assortiment gamme
catalogue catalog brochure leaflet pamphlet | Katalog Broschüre Prospekt | catálogo folleto | catalogue brochure dépliant
manufacturer producer | Hersteller Produzent Fabrikant Herstellerfirma | fabricante | fabricant
serial_number device_number | Seriennummer Gerätenummer Fabrikationsnummer | número_de_serie | numéro_de_série
order_confirmation confirmation_of_order | Bestellbestätigung Auftragsbestätigung Bestellbestätigungsmail | confirmación_de_pedido | confirmation_de_commande
order_number order_reference order_id | Bestellnummer Auftragsnummer Ordernummer | número_de_pedido | numéro_de_commande
customer_number customer_id client_number | Kundennummer Kunden-ID Kundennr | número_de_cliente | numéro_client
invoice_number bill_number | Rechnungsnummer Rechnungsnr Belegnummer | número_de_factura | numéro_de_facture
case_number reference_number complaint_number file_number | Vorgangsnummer Fallnummer Bearbeitungsnummer Aktenzeichen Referenznummer Geschäftszeichen | número_de_referencia número_de_expediente | numéro_de_dossier
sold_out out_of_stock backordered not_in_stock currently_unavailable | ausverkauft vergriffen nicht_lieferbar nicht_vorrätig nicht_auf_Lager derzeit_nicht_verfügbar | agotado sin_existencias | épuisé rupture_de_stock
restock back_in_stock available_again | wieder_verfügbar wieder_lieferbar wieder_vorrätig wieder_auf_Lager | reponer de_nuevo_disponible | réassort de_nouveau_disponible
discontinued no_longer_sold phased_out discontinued_model | Auslaufmodell nicht_mehr_erhältlich nicht_mehr_hergestellt aus_dem_Sortiment abgekündigt | descatalogado | fin_de_série
reorder order_again repeat_order | nachbestellen Nachbestellung wiederbestellen erneut_bestellen | volver_a_pedir | recommander_à_nouveau
pre-order preorder advance_order | vorbestellen Vorbestellung vorbestellt | preventa pedido_anticipado | précommande précommander
guest_checkout guest_order order_as_guest order_without_account | Gastbestellung als_Gast_bestellen Gastzugang ohne_Kundenkonto ohne_Registrierung ohne_Anmeldung_bestellen | comprar_como_invitado | commande_invité
change_my_order amend_order order_amendment | Bestelländerung Bestellung_ändern Bestellung~ändern | modificar_pedido | modifier_commande
wishlist wish_list saved_items | Wunschliste Wunschzettel Merkliste Merkzettel | lista_de_deseos | liste_de_souhaits liste_d'envies
minimum_order_value minimum_spend minimum_order minimum_purchase | Mindestbestellwert Mindesteinkaufswert Mindestumsatz Mindestbestellsumme | pedido_mínimo | minimum_de_commande
sample swatch product_sample fabric_sample | Warenprobe Muster Produktprobe Stoffmuster Materialprobe Warenmuster | muestra | échantillon
custom-made made_to_measure bespoke made_to_order customised | Maßanfertigung maßgefertigt Sonderanfertigung Spezialanfertigung individuell_angefertigt nach_Maß | a_medida | sur_mesure
personalise personalised personalize | personalisieren personalisiert Personalisierung Namensaufdruck personalisierbar | personalizar personalizado | personnaliser personnalisé
engrave engraving engraved | gravieren Gravur eingravieren eingraviert | grabado_personalizado | graver gravure
shop_assistant sales_assistant salesperson sales_clerk salesman saleswoman | Verkäuferin Verkaufspersonal Ladenpersonal Verkaufsmitarbeiter | dependiente vendedor | vendeur vendeuse
advice advise consultation adviser advisor | Beratung beraten Berater Beraterin Beratungsgespräch | asesoramiento asesor | conseil conseiller
carrier_bag shopping_bag plastic_bag | Tragetasche Einkaufstüte Tüte Einkaufstasche Plastiktüte Sackerl Tragtasche | bolsa_de_plástico bolsa_de_compra | sac_plastique cabas
vending_machine snack_machine drinks_machine | Verkaufsautomat Snackautomat Getränkeautomat Warenautomat | máquina_expendedora | distributeur_automatique
auction bid bidding | Auktion Versteigerung ersteigern versteigern | subasta pujar | enchère enchérir
factory_outlet outlet_store factory_shop | Werksverkauf Fabrikverkauf Outlet Lagerverkauf | tienda_de_fábrica | magasin_d'usine
second-hand secondhand pre-owned preloved used_goods | Secondhand Second-Hand gebraucht Gebrauchtware aus_zweiter_Hand Occasion | segunda_mano usado | seconde_main occasion
refurbished reconditioned refurb | generalüberholt wiederaufbereitet refurbished aufgearbeitet aufbereitet runderneuert | reacondicionado | reconditionné
ex-display display_model showroom_model demo_model floor_model | Ausstellungsstück Vorführgerät Vorführmodell Ausstellungsmodell Vorführware | modelo_de_exposición | modèle_d'exposition
trade_in trade-in part_exchange buy_back buyback | Inzahlungnahme in_Zahlung_nehmen in_Zahlung_geben in_Zahlung~genommen Ankauf ankaufen Rückkauf zurückkaufen Eintausch | recompra entregar_como_parte_de_pago | reprise rachat
flea_market jumble_sale car_boot_sale rummage_sale | Flohmarkt Trödelmarkt Flohmärkte Trödel | mercadillo | vide-grenier marché_aux_puces brocante
gift_wrap gift_wrapping wrapping_paper gift-wrapped wrapped_as_a_gift gift_box | Geschenkverpackung Geschenkpapier Geschenkbox als_Geschenk_verpackt als_Geschenk_verpacken als_Geschenk_einpacken Geschenkservice | envolver_para_regalo papel_de_regalo | papier_cadeau emballage_cadeau
greeting_card gift_message gift_note greetings_card | Grußkarte Geschenkbotschaft Grußbotschaft Glückwunschkarte Grußtext | tarjeta_de_felicitación dedicatoria | carte_de_vœux message_cadeau
gift_receipt exchange_receipt | Geschenkbon Umtauschbon Geschenkbeleg Umtauschbeleg | ticket_regalo | ticket_cadeau
donate donation give_to_charity charitable_gift contribute_to_charity | spenden Spende gespendet Sachspende Geldspende Spender Zuwendung | donar donación donativo | don faire_un_don donateur
donation_receipt gift_aid_receipt donation_certificate | Spendenbescheinigung Spendenquittung Zuwendungsbestätigung Spendenbestätigung Spendennachweis | certificado_de_donación | reçu_fiscal
parcel package packet | Paket Packerl Päckli Päckchen Postpaket | paquete bulto | colis paquet
delivery_charge shipping_cost shipping_fee postage postage_and_packing delivery_cost delivery_fee | Versandkosten Versandgebühr Porto Lieferkosten Liefergebühr Versandkostenpauschale Zustellgebühr Versandpauschale | gastos_de_envío | frais_de_port frais_de_livraison
free_delivery free_shipping post_free no_delivery_charge | versandkostenfrei portofrei Gratisversand kostenloser_Versand frei_Haus kostenlose_Lieferung Gratislieferung | envío_gratis | livraison_gratuite franco_de_port
delivery_time delivery_period lead_time shipping_time | Lieferzeit Lieferfrist Lieferdauer Versanddauer Zustellzeit Versandzeit | plazo_de_entrega | délai_de_livraison
express_delivery express_shipping rush_delivery expedited_shipping priority_delivery | Expressversand Expresslieferung Eilzustellung Eilsendung Expresszustellung Blitzlieferung | envío_urgente envío_exprés | livraison_express
delivery_slot delivery_window time_slot time_window | Zeitfenster Lieferfenster Zustellfenster Lieferzeitfenster | franja_horaria | créneau créneau_horaire
delivery_date day_of_delivery | Liefertermin Lieferdatum Liefertag Zustelltermin Zustelltag | fecha_de_entrega | date_de_livraison
delivery_driver delivery_man courier_driver postman mailman postie | Zusteller Paketbote Postbote Briefträger Paketzusteller Kurierfahrer Lieferfahrer Pöstler | repartidor cartero mensajero | livreur facteur coursier
haulier parcel_service shipping_company courier_company freight_forwarder parcel_carrier | Paketdienst Spediteur Spedition Versanddienstleister Zustelldienst Kurierdienst Logistikunternehmen | transportista empresa_de_mensajería | transporteur
leave_in_a_safe_place leave_outside leave_at_the_door authority_to_leave leave_on_the_doorstep | Abstellgenehmigung Abstellerlaubnis Ablageort vor_die_Tür_legen vor_der_Tür_ablegen Ablagevertrag | dejar_en_la_puerta | déposer_devant_la_porte
parcel_locker parcel_box pickup_locker | Packstation Paketautomat Paketbox Abholstation Paketfach Paketkasten | taquilla_de_paquetes buzón_de_paquetes | consigne_colis
pick-up_point pickup_point collection_point parcel_shop drop-off_point | Abholstelle Abholpunkt Paketshop Abholort Ausgabestelle Paketannahme | punto_de_recogida | point_relais point_de_retrait
click_and_collect in-store_pickup store_pickup collect_in_store | Click_and_Collect Filialabholung Selbstabholung selbst_abholen im_Laden_abholen Abholung_im_Laden Abholung_in_der_Filiale Selbstabholer | recogida_en_tienda | retrait_en_magasin
delivery_card missed_delivery_card missed_delivery_note calling_card | Benachrichtigungskarte Abholschein Abholkarte Abholzettel Abholeinladung Zustellbenachrichtigung | aviso_de_entrega | avis_de_passage
redelivery redeliver delivery_attempt second_delivery deliver_again | Zustellversuch erneute_Zustellung erneut_zustellen Zweitzustellung nochmal_liefern nochmals_zustellen Lieferversuch | intento_de_entrega volver_a_entregar | nouvelle_livraison tentative_de_livraison
kerbside_delivery curbside kerbside kerb | Bordsteinkante frei_Bordsteinkante Bordstein Gehsteigkante | pie_de_calle | pied_d'immeuble
carry_upstairs carry_inside delivery_to_your_room room_of_choice carry~upstairs white-glove | hochtragen in_die_Wohnung_tragen Verwendungsstelle Lieferung_in_die_Wohnung trägt~hoch rauftragen | subir_a_casa entrega_en_planta | livraison_à_l'étage
tracking_number consignment_number shipment_number tracking_code tracking_id | Sendungsnummer Trackingnummer Paketnummer Sendungscode Tracking-Nummer | número_de_seguimiento | numéro_de_suivi
registered_mail registered_letter registered_post recorded_delivery signed-for | Einschreiben Einschreibebrief eingeschriebener_Brief per_Einschreiben | correo_certificado carta_certificada | lettre_recommandée recommandé_avec_accusé
postage_stamp franking franked postage_stamps | Briefmarke frankieren frankiert freimachen Postwertzeichen | sello_postal franquear | timbre affranchir affranchissement
partial_delivery part_delivery split_shipment split_delivery several_parcels | Teillieferung Teilsendung Teillieferungen mehrere_Pakete getrennt_geliefert | entrega_parcial envío_parcial | livraison_partielle
delivery_address shipping_address | Lieferadresse Lieferanschrift Versandadresse Zustelladresse | dirección_de_entrega dirección_de_envío | adresse_de_livraison
billing_address invoice_address | Rechnungsadresse Rechnungsanschrift Rechnungsadressen | dirección_de_facturación | adresse_de_facturation
recipient addressee consignee | Adressat Empfängerin Paketempfänger | destinatario | destinataire
delivery_note packing_slip packing_list dispatch_note | Lieferschein Packzettel Packliste Packschein | albarán | bon_de_livraison bordereau_de_livraison
mail_forwarding redirect_my_mail forward_my_post mail_redirection | Nachsendeauftrag Nachsendung nachsenden Nachsendeservice Postnachsendung Postumleitung | reenvío_de_correo | réexpédition
shipping_abroad international_shipping international_delivery deliver_abroad overseas_delivery | Auslandsversand internationaler_Versand Auslandslieferung ins_Ausland_liefern ins_Ausland_versenden | envío_internacional | livraison_à_l'étranger livraison_internationale
refuse_delivery refuse_acceptance reject_the_parcel refuse_the_parcel | Annahmeverweigerung Annahme_verweigern Annahme_verweigert Annahme~verweigern | rechazar_paquete rechazar_entrega | refuser_le_colis refus_de_livraison
customs_duty customs_charges customs_clearance import_duty customs_fee | Zoll Verzollung verzollen Zollabfertigung Zollabgaben Zollgebühr Einfuhrabgaben Einfuhrzoll zollpflichtig | aduana derechos_de_aduana despacho_de_aduanas | douane dédouanement droits_de_douane
customs_declaration customs_form declaration_of_contents | Zollerklärung Zollanmeldung Zollinhaltserklärung Zollformular | declaración_de_aduana | déclaration_en_douane
duty-free duty_free tax-free_shopping | zollfrei Dutyfree Duty-free abgabenfrei | libre_de_impuestos | détaxe duty-free
return_label returns_label return_slip prepaid_label returns_form | Retourenlabel Rücksendeetikett Retourenschein Rücksendeschein Retourenaufkleber Rücksendelabel Rücksendeformular | etiqueta_de_devolución | étiquette_de_retour bon_de_retour
return_period return_window returns_deadline | Rückgabefrist Rücksendefrist Umtauschfrist Rückgabezeitraum | plazo_de_devolución | délai_de_retour
right_of_withdrawal cooling-off_period withdrawal_period right_to_cancel | Widerrufsrecht Widerrufsfrist Widerrufsbelehrung Rücktrittsrecht Rücktrittsfrist | derecho_de_desistimiento | droit_de_rétractation délai_de_rétractation
return_shipping_cost return_postage cost_of_return return_costs | Rücksendekosten Rückversandkosten Retourenkosten Rückporto Retourengebühr Rücksendegebühr | gastos_de_devolución | frais_de_retour
store_credit credit_note shop_credit | Warengutschrift Gutschrift Einkaufsgutschrift Gutschriftbeleg Warengutschein | nota_de_crédito vale_de_compra | note_de_crédit bon_d'achat
transit_damage damaged_in_transit shipping_damage arrived_broken arrived_damaged damaged_on_arrival | Transportschaden Transportschäden Versandschaden beschädigt_angekommen kaputt_angekommen beschädigt_geliefert | dañado_en_el_transporte llegó_roto | endommagé_pendant_le_transport arrivé_cassé
wrong_item wrong_article wrong_product incorrect_item mixed_up_order sent~wrong | Falschlieferung falscher_Artikel falsche_Ware falsch_geliefert falsches_Produkt | artículo_equivocado producto_equivocado | mauvais_article erreur_de_livraison
incomplete item_missing part_missing missing_item short_delivery | unvollständig Fehlmenge fehlender_Artikel Teil~fehlt Artikel~fehlt nicht_vollständig | incompleto falta_un_artículo | incomplet article_manquant
not_as_described different_from_the_picture doesn't_match_description not_as_shown | nicht_wie_beschrieben entspricht_nicht_der_Beschreibung anders_als_beschrieben anders_als_abgebildet | no_coincide_con_la_descripción | non_conforme
does_not_fit doesn't_fit wrong_size ill-fitting | passt_nicht falsche_Größe sitzt_nicht passen_nicht | no_me_queda talla_equivocada | mauvaise_taille pas_la_bonne_taille
don't_like changed_my_mind change_my_mind don't_want_it no_longer_want | Nichtgefallen gefällt_nicht anders_überlegt umentschieden Fehlkauf Meinung_geändert | no_me_gusta cambiar_de_opinión | ne_me_plaît_pas changé_d'avis
try_on trying_on tried_on | anprobieren Anprobe anprobiert | probarse | essayage
counterfeit fake knock-off imitation forgery | Fälschung gefälscht Imitat Plagiat Nachahmung | falsificación falso imitación | contrefaçon contrefait
genuine authentic authenticity | authentisch Echtheit Originalware Echtheitszertifikat | auténtico autenticidad | authentique authenticité
warranty_claim guarantee_claim under_warranty under_guarantee | Garantiefall Garantieanspruch Gewährleistungsanspruch Garantieabwicklung Garantieleistung Gewährleistungsfall | reclamación_de_garantía en_garantía | sous_garantie
warranty_period guarantee_period | Garantiezeit Garantiedauer Garantiefrist Gewährleistungsfrist | periodo_de_garantía | durée_de_garantie
extended_warranty warranty_extension extended_guarantee | Garantieverlängerung Anschlussgarantie Zusatzgarantie Garantieerweiterung verlängerte_Garantie | extensión_de_garantía garantía_ampliada | extension_de_garantie
wear_and_tear normal_wear signs_of_wear signs_of_use | Verschleiß Abnutzung abgenutzt verschlissen Gebrauchsspuren Abnützung Verschleißteil | desgaste desgastado | usure usé
misuse improper_use mishandling user_error incorrect_use | unsachgemäß Fehlgebrauch Bedienungsfehler Fehlbedienung unsachgemäße_Behandlung zweckentfremdet | uso_indebido mal_uso | mauvaise_utilisation
goodwill gesture_of_goodwill goodwill_gesture ex_gratia | Kulanz kulant Kulanzregelung Entgegenkommen | gesto_comercial | geste_commercial
dissatisfied unhappy unsatisfied disappointed not_satisfied not_happy complaint | unzufrieden enttäuscht verärgert nicht_zufrieden Unzufriedenheit Beschwerde | insatisfecho descontento queja | mécontent insatisfait déçu réclamation
praise compliment commend say_thank_you | Lob loben Kompliment Danksagung | elogio felicitar | compliment féliciter
ombudsman arbitration dispute_resolution conciliation arbitration_board | Schlichtungsstelle Schlichtung Ombudsmann Ombudsstelle Streitbeilegung Schiedsstelle Schlichtungsverfahren Ombudsperson | defensor_del_cliente arbitraje | médiateur médiation
sue lawsuit legal_action litigation take_to_court | verklagen Klage Rechtsstreit Gerichtsverfahren Rechtsweg vor_Gericht | demandar demanda_judicial | poursuivre_en_justice procès
consumer_protection consumer_rights consumer_advice_centre | Verbraucherschutz Verbraucherzentrale Verbraucherrechte Konsumentenschutz | protección_al_consumidor derechos_del_consumidor | protection_des_consommateurs
price_list rate_card price_table list_of_charges | Preisliste Preisverzeichnis Preistabelle Preisübersicht Preisaushang Gebührenordnung Gebührenverzeichnis | lista_de_precios tarifario | liste_de_prix grille_tarifaire
expensive pricey costly overpriced steep_price | teuer kostspielig überteuert hochpreisig | caro costoso | cher coûteux onéreux
flat_fee flat_rate lump_sum fixed_price all-in_price | Pauschale Pauschalpreis Pauschalbetrag Festpreis Fixpreis | tarifa_plana precio_fijo | prix_forfaitaire prix_fixe
surcharge additional_cost extra_cost additional_charge extra_fee | Aufpreis Mehrpreis Mehrkosten Zusatzkosten Zuschläge Extrakosten Zusatzgebühr Aufschläge Aufzahlung | recargo suplemento coste_adicional | supplément surcoût majoration
hidden_costs hidden_charges hidden_fees | versteckte_Kosten verdeckte_Kosten versteckte_Gebühren | gastos_ocultos costes_ocultos | frais_cachés
processing_fee handling_fee admin_fee administration_fee handling_charge | Bearbeitungsgebühr Verwaltungsgebühr Bearbeitungsentgelt Bearbeitungspauschale Bearbeitungskosten | gastos_de_gestión | frais_de_dossier frais_de_gestion
cancellation_fee cancellation_charge cancellation_cost | Stornogebühr Stornokosten Stornierungsgebühr Stornierungskosten Stornopauschale Annullierungskosten Rücktrittskosten | gastos_de_cancelación | frais_d'annulation
monthly_fee monthly_charge monthly_price monthly_cost | Monatsgebühr Monatsbeitrag Monatspreis monatliche_Gebühr monatliche_Kosten Monatsentgelt | cuota_mensual | frais_mensuels cotisation_mensuelle
base_fee basic_charge standing_charge | Grundgebühr Grundpreis Grundentgelt Basispreis | cuota_fija | frais_fixes abonnement_de_base
annual_fee yearly_fee annual_charge | Jahresgebühr Jahresbeitrag Jahrespreis jährliche_Gebühr Jahresentgelt | cuota_anual | cotisation_annuelle frais_annuels
special_offer bargain promotion promotional_offer special_deal | Sonderangebot Schnäppchen Aktionsangebot Sonderaktion Aktionspreis Rabattaktion Angebotspreis | oferta ganga promoción | promotion bonne_affaire promo
clearance_sale end-of-season_sale closing-down_sale | Schlussverkauf Räumungsverkauf Abverkauf Saisonschlussverkauf | rebajas liquidación | soldes liquidation
sale_item reduced_item discounted_item sale_goods | reduzierte_Ware reduzierter_Artikel Sale-Artikel Aktionsware Angebotsware herabgesetzte_Ware | artículo_rebajado | article_soldé
early_bird early_booking_discount early_booker | Frühbucherrabatt Frühbucher Frühbucherpreis Frühbuchervorteil | reserva_anticipada | réservation_anticipée
last_minute_deal last_minute_offer last_minute_price short-notice_offer | Last-Minute-Angebot Last-Minute-Preis Last-Minute-Rabatt Restplatzbörse | oferta_de_última_hora | offre_de_dernière_minute
bulk_discount volume_discount quantity_discount | Mengenrabatt Staffelpreis Staffelrabatt Mengenpreis Mengenstaffel | descuento_por_volumen descuento_por_cantidad | remise_sur_quantité
group_discount group_rate group_price | Gruppenrabatt Gruppenpreis Gruppentarif Gruppenermäßigung | descuento_para_grupos tarifa_de_grupo | tarif_de_groupe tarif_groupe
family_discount sibling_discount family_rate | Familienrabatt Familienermäßigung Geschwisterrabatt Familienpreis | descuento_familiar | tarif_famille réduction_famille
concession concessionary_rate reduced_rate reduced_price concession_price | ermäßigt Ermäßigung ermäßigter_Preis ermäßigter_Tarif | tarifa_reducida precio_reducido | tarif_réduit
new_customer_discount welcome_offer first_order_discount welcome_bonus | Neukundenrabatt Willkommensrabatt Neukundenbonus Erstbestellerrabatt Willkommensbonus Neukundenangebot | descuento_de_bienvenida | offre_de_bienvenue
loyalty_card customer_card reward_card points_card | Kundenkarte Treuekarte Bonuskarte Vorteilskarte Treuepass | tarjeta_de_fidelidad tarjeta_de_cliente | carte_de_fidélité
price_match price_guarantee best_price_guarantee price_promise cheaper_elsewhere | Preisgarantie Bestpreisgarantie Tiefpreisgarantie Preisabgleich woanders_günstiger woanders_billiger | igualar_precio garantía_de_precio | garantie_de_prix alignement_de_prix
gift_voucher gift_certificate gift_card gift_token gift_vouchers | Geschenkgutschein Geschenkkarte Wertgutschein Gutscheinkarte Gutschein | tarjeta_regalo vale_regalo cheque_regalo | carte_cadeau chèque_cadeau bon_cadeau
promo_code promotional_code discount_code coupon_code voucher_code | Aktionscode Rabattcode Gutscheincode Promocode Gutscheinnummer Vorteilscode | código_promocional código_de_descuento | code_promo code_de_réduction
remaining_balance remaining_value remaining_credit leftover_balance | Restguthaben Restbetrag verbleibendes_Guthaben | saldo_restante | solde_restant
top_up topup top-up add_credit load_credit | Guthaben_aufladen Guthabenaufladung Guthaben~aufladen Guthaben_nachladen | recargar_saldo recarga | recharger_le_crédit
quote quotation cost_estimate price_quote | Kostenvoranschlag Kostenvoranschläge Offerte Preisangebot Kostenschätzung | presupuesto cotización | devis
subsidy funding financial_support bursary | Zuschuss Zuschüsse Förderung Fördermittel Beihilfe Subvention Fördergeld bezuschusst | subvención ayuda_económica | subvention aide_financière
payment_method means_of_payment ways_to_pay payment_options method_of_payment | Zahlungsart Zahlungsmittel Zahlungsmethode Zahlungsweise Zahlungsmöglichkeit Bezahlart Bezahlmöglichkeit | forma_de_pago método_de_pago | moyen_de_paiement mode_de_paiement
American_Express amex | American_Express Amex | American_Express amex | American_Express amex
Mastercard Master_Card | Mastercard Master_Card | Mastercard | Mastercard
PayPal Pay_Pal | PayPal Pay_Pal | PayPal | PayPal
Apple_Pay ApplePay | Apple_Pay ApplePay | Apple_Pay | Apple_Pay
Google_Pay GooglePay Google_Wallet gpay | Google_Pay GooglePay Google_Wallet | Google_Pay | Google_Pay
card_payment pay_by_card pay_with_card by_card cashless pay~by_card | Kartenzahlung mit_Karte per_Karte bargeldlos Kartenzahlungen | pagar_con_tarjeta pago_con_tarjeta | payer_par_carte paiement_par_carte
debit_card bank_card | EC-Karte Girocard Bankkarte Debitkarte Girokarte Bankomatkarte EC-Kartenzahlung | tarjeta_de_débito | carte_de_débito
contactless tap_to_pay tap_and_go contactless_payment | kontaktlos NFC kontaktlose_Zahlung kontaktlos_bezahlen | sin_contacto contactless | sans_contact
pay_by_phone pay_with_my_phone mobile_payment digital_wallet mobile_wallet | Handyzahlung mit_dem_Handy_bezahlen mobil_bezahlen mobiles_Bezahlen Mobile_Payment Smartphone-Zahlung | pagar_con_el_móvil | paiement_mobile payer_avec_le_téléphone
cash hard_cash ready_money cash_payment | Bargeld bar_bezahlen bar_zahlen Barzahlung Cash in_bar | efectivo en_metálico al_contado | espèces argent_liquide
coins small_change loose_change coin | Kleingeld Münzen Münze Münzgeld Hartgeld | monedas calderilla | pièces_de_monnaie petite_monnaie
exact_change right_money correct_change exact_money | passend_zahlen passend_bezahlen abgezählt passendes_Geld Wechselgeld | importe_exacto cambio_exacto | appoint
banknote bank_note paper_money | Geldschein Banknote Papiergeld | billete_de_banco | billet_de_banque
money dosh moolah bucks | Geld Kohle Knete Moneten Zaster | dinero | argent fric
foreign_currency currency foreign_money | Währung Fremdwährung Devisen ausländische_Währung | moneda_extranjera divisa | devise monnaie_étrangère
exchange_rate conversion_rate rate_of_exchange | Wechselkurs Umrechnungskurs Devisenkurs | tipo_de_cambio | taux_de_change
currency_exchange bureau_de_change change_money exchange_money | Geldwechsel Wechselstube Geld_wechseln Geld_umtauschen Geld_tauschen | cambio_de_divisas casa_de_cambio | bureau_de_change changer_de_l'argent
cash_on_delivery pay_on_delivery pay_on_receipt | Nachnahme per_Nachnahme bei_Lieferung_bezahlen bei_Erhalt_bezahlen Nachnahmesendung | contra_reembolso | contre-remboursement
pay_by_invoice buy_now_pay_later purchase_on_account invoice_payment bill_me_later | Rechnungskauf Kauf_auf_Rechnung auf_Rechnung per_Rechnung Zahlung_auf_Rechnung | pago_contra_factura compra_a_cuenta | paiement_sur_facture achat_sur_facture
pay_in_instalments pay_by_instalments instalment_plan payment_plan financing hire_purchase | Ratenzahlung Ratenkauf Teilzahlung Ratenplan abstottern Finanzierung finanzieren in_Raten | a_plazos financiación cuotas | paiement_échelonné mensualités financement
pay_in_advance prepayment advance_payment upfront pay_beforehand | Vorkasse Vorauskasse Vorabzahlung im_Voraus Vorauszahlung vorab_bezahlen | pago_por_adelantado por_adelantado | paiement_d'avance prépaiement
pay_on_site pay_on_arrival pay_at_the_desk pay_in_person pay_on_the_spot | vor_Ort_bezahlen vor_Ort_zahlen Zahlung_vor_Ort bei_Ankunft_bezahlen am_Schalter_bezahlen | pagar_en_el_lugar pago_a_la_llegada | payer_sur_place
down_payment initial_payment make_a_down_payment | Anzahlung anzahlen angezahlt Akontozahlung Akonto | pago_inicial entrada_inicial | acompte versement_initial
security_deposit damage_deposit refundable_deposit | Kaution Mietkaution Sicherheitsleistung Kautionszahlung Kautionsbetrag | fianza depósito_de_garantía | caution dépôt_de_garantie
bottle_deposit deposit_bottle returnable_bottle | Flaschenpfand Pfandflasche Leergut Pfandgebinde | envase_retornable | bouteille_consignée
cup_deposit deposit_cup reusable_cup | Becherpfand Pfandbecher Mehrwegbecher | vaso_reutilizable | gobelet_consigné gobelet_réutilisable
preauthorisation pre-authorisation pre-authorization card_hold hold_on_my_card blocked_amount | Vorautorisierung vorautorisiert Betrag_blockiert geblockter_Betrag Kreditkartenblockierung Autorisierungsbetrag | preautorización importe_retenido | préautorisation empreinte_bancaire
split_the_bill separate_bills pay_separately | getrennt_zahlen getrennt_bezahlen getrennte_Rechnung getrennte_Rechnungen Rechnung_teilen | dividir_la_cuenta pagar_por_separado | payer_séparément partager_l'addition
tip gratuity tipping | Trinkgeld Trinkgelder | propina | pourboire
receipt till_receipt sales_slip proof_of_purchase till_slip sales_receipt | Kassenbon Kassenzettel Kassenbeleg Kaufbeleg Quittung Kassabon Kaufnachweis Beleg | tique recibo_de_compra comprobante_de_compra | ticket_de_caisse reçu preuve_d'achat
no_receipt without_receipt lost_receipt lost_my_receipt | ohne_Kassenbon ohne_Beleg ohne_Kassenzettel ohne_Quittung Kassenbon_verloren Beleg_verloren | sin_tique sin_recibo | sans_ticket_de_caisse sans_reçu
online_bill e-bill e-invoice electronic_invoice paperless_bill | Online-Rechnung E-Rechnung elektronische_Rechnung papierlose_Rechnung digitale_Rechnung Onlinerechnung | factura_electrónica | facture_électronique
invoice_copy duplicate_invoice copy_of_the_invoice | Rechnungskopie Rechnungsduplikat Zweitschrift Rechnungsdoppel Kopie_der_Rechnung | duplicado_de_factura copia_de_factura | copie_de_facture duplicata
itemised_bill itemized_bill breakdown_of_charges itemised cost_breakdown | Einzelaufstellung Kostenaufstellung aufgeschlüsselt detaillierte_Rechnung Einzelnachweis | factura_detallada desglose | facture_détaillée
VAT value-added_tax value_added_tax sales_tax GST | Mehrwertsteuer MwSt USt Umsatzsteuer | IVA impuesto_sobre_el_valor_añadido | TVA taxe_sur_la_valeur_ajoutée
VAT_number VAT_id VAT_registration_number | USt-IdNr Umsatzsteuer-ID Umsatzsteuer-Identifikationsnummer UID-Nummer Umsatzsteuernummer USt-ID MWST-Nummer | número_de_IVA NIF-IVA | numéro_de_TVA
net_price excluding_VAT plus_VAT excl._VAT | Nettopreis netto zzgl._MwSt zuzüglich_Mehrwertsteuer ohne_Mehrwertsteuer | precio_neto sin_IVA | prix_hors_taxe hors_TVA
gross_price including_VAT incl._VAT with_VAT | Bruttopreis brutto inkl._MwSt inklusive_Mehrwertsteuer einschließlich_Mehrwertsteuer | precio_bruto con_IVA IVA_incluido | prix_TTC toutes_taxes_comprises
due_date payment_deadline payment_due date_of_payment | Fälligkeitsdatum Fälligkeit Zahlungsfrist Zahlungsziel Zahlungstermin | fecha_de_vencimiento fecha_de_pago | date_d'échéance échéance
payment_reminder dunning_letter overdue_notice final_demand reminder_letter | Zahlungserinnerung Mahnung Mahnschreiben Mahnbrief gemahnt | recordatorio_de_pago | lettre_de_relance relance
late_fee late_payment_fee late_charge reminder_fee dunning_fee | Mahngebühr Mahnspesen Säumniszuschlag Säumnisgebühr Mahnkosten Verspätungsgebühr Versäumnisgebühr | recargo_por_demora | frais_de_retard frais_de_relance
default_interest interest_on_arrears late_payment_interest | Verzugszinsen Verzugszins Säumniszinsen | intereses_de_demora | intérêts_de_retard
debt_collection debt_collector collection_agency debt_collection_agency | Inkasso Inkassobüro Inkassounternehmen Geldeintreiber Schuldeneintreiber Inkassokosten | cobro_de_deudas agencia_de_cobro | recouvrement société_de_recouvrement
debt owe outstanding_amount outstanding_balance amount_owed | Schulden offener_Betrag Zahlungsrückstand offene_Rechnung offene_Forderung ausstehender_Betrag | deuda deber_dinero saldo_pendiente | dette montant_dû
can't_afford unable_to_pay can't_pay_my_bill financial_difficulty financial_hardship money_problems | Zahlungsschwierigkeiten Geldprobleme finanzielle_Schwierigkeiten finanzielle_Probleme Geldsorgen Rechnung_nicht_bezahlen_kann Rechnung_nicht_zahlen kann~nicht_leisten zahlungsunfähig | dificultades_económicas problemas_económicos | difficultés_financières difficultés_de_paiement
payment_deferral defer_payment payment_holiday deferred_payment payment_extension | Zahlungsaufschub Zahlungspause Zahlungsstundung Zahlung_aufschieben später_bezahlen später_zahlen | aplazamiento_de_pago aplazar_el_pago | report_de_paiement différer_le_paiement
insolvent insolvency bankrupt bankruptcy | Insolvenz insolvent Konkurs bankrott Privatinsolvenz Pleite | insolvencia insolvente quiebra | faillite insolvable
charged_twice double-charged debited_twice duplicate_charge paid_twice charged~twice | doppelt_abgebucht doppelt_bezahlt zweimal_abgebucht doppelt_berechnet Doppelbuchung Doppelzahlung doppelt_gezahlt zweimal_bezahlt | cobrado_dos_veces cobro_duplicado | débité_deux_fois double_prélèvement
overcharge overcharged charged_too_much overpaid overpayment paid_too_much | zu_viel_berechnet zu_viel_abgebucht Überzahlung überzahlt zu_viel_bezahlt zuviel_berechnet zuviel_gezahlt | cobrado_de_más pagado_de_más | trop-perçu surfacturé
unauthorised_payment unknown_charge unrecognised_transaction unauthorised_debit unknown_debit | unberechtigte_Abbuchung unbekannte_Abbuchung fremde_Abbuchung unautorisierte_Zahlung nicht_autorisierte_Zahlung | cargo_no_reconocido cargo_no_autorizado | prélèvement_non_autorisé débit_inconnu
chargeback reverse_a_payment recall_a_payment | Rückbuchung zurückbuchen zurückgebucht Rückbelastung Chargeback | retrocesión_de_cargo contracargo | rétrofacturation
returned_payment_fee bounced_payment_fee returned_debit_fee | Rücklastschriftgebühr Rücklastschriftkosten Rücklastschriftentgelt Rückläufergebühr | gastos_de_devolución_de_recibo | frais_de_rejet
payment_received money_arrived incoming_payment | Zahlungseingang Geldeingang Zahlung_eingegangen Geld_eingegangen Geld_angekommen | pago_recibido | paiement_reçu
payment_reference reference_line purpose_of_payment | Verwendungszweck Zahlungsreferenz Zahlungszweck | concepto_de_pago referencia_de_pago | référence_de_paiement motif_du_virement
payment_slip paying-in_slip giro_slip | Zahlschein Überweisungsträger Einzahlungsschein Erlagschein Überweisungsschein | boleta_de_pago | bulletin_de_versement
cheque chequebook pay_by_cheque | Scheck Verrechnungsscheck Scheckbuch | cheque talón | chèque chéquier
accounts_department accountancy_department bookkeeping billing_department | Buchhaltung Rechnungsabteilung Buchführung Rechnungsstelle | contabilidad | comptabilité
update_payment_details change_payment_details change_card_details new_card_details | Zahlungsdaten_ändern Zahlungsart_ändern Kartendaten_ändern Zahlungsdaten_aktualisieren | actualizar_datos_de_pago | modifier_moyen_de_paiement
expired_card card_expired card~expired | abgelaufene_Karte Karte_abgelaufen Karte_läuft_ab Karte~abgelaufen | tarjeta_caducada | carte_expirée
direct_debit direct_debit_mandate debit_authorisation SEPA_mandate debit_mandate | Lastschrift Lastschriftmandat SEPA-Mandat Einzugsermächtigung Einzugsauftrag Abbuchungsauftrag SEPA-Lastschrift | domiciliación orden_de_domiciliación | prélèvement mandat_de_prélèvement
bank_transfer wire_transfer credit_transfer remittance | Überweisung Banküberweisung überweisen überwiesen Überweisungsauftrag | transferencia_bancaria transferencia | virement_bancaire virement
instant_transfer instant_payment real-time_transfer | Echtzeitüberweisung Instant-Überweisung Sofort-Überweisung Blitzüberweisung Echtzeitzahlung | transferencia_inmediata | virement_instantané
standing_order recurring_transfer automatic_transfer regular_transfer | Dauerauftrag Daueraufträge Dauerüberweisung | orden_permanente transferencia_periódica | virement_permanent ordre_permanent
bank_statement account_statement statement_of_account | Kontoauszug Kontoauszüge Bankauszug Kontoabrechnung | extracto_bancario | relevé_de_compte
bank_balance account_balance balance_enquiry | Kontostand Saldo Kontosaldo Kontostandsabfrage | saldo_de_la_cuenta | solde_du_compte
current_account checking_account giro_account | Girokonto Gehaltskonto Privatkonto Girokonten | cuenta_corriente | compte_courant
joint_account shared_account | Gemeinschaftskonto gemeinsames_Konto Partnerkonto | cuenta_conjunta cuenta_compartida | compte_joint
youth_account children's_account child_account | Jugendkonto Kinderkonto Taschengeldkonto Schülerkonto | cuenta_infantil cuenta_joven | compte_jeune compte_enfant
savings_account savings_book passbook | Sparkonto Sparbuch Sparkonten Sparbücher | cuenta_de_ahorro libreta_de_ahorro | compte_épargne livret_d'épargne
instant_access_account easy_access_savings call_money_account | Tagesgeld Tagesgeldkonto täglich_verfügbares_Sparkonto | cuenta_remunerada | livret_disponible
fixed_deposit fixed-term_deposit term_deposit time_deposit | Festgeld Festgeldkonto Termingeld Festgeldanlage | depósito_a_plazo_fijo plazo_fijo | dépôt_à_terme compte_à_terme
invest investment invest_money | Geldanlage Kapitalanlage investieren Geld_anlegen Vermögensanlage | invertir inversión | investir placement investissement
securities_account custody_account brokerage_account share_dealing_account | Wertpapierdepot Aktiendepot Depotkonto Wertpapierkonto | cuenta_de_valores | compte-titres
open_an_account account_opening open_account opening_an_account | Kontoeröffnung Konto_eröffnen Konto_aufmachen Konto~eröffnen | abrir_cuenta apertura_de_cuenta | ouvrir_un_compte ouverture_de_compte
close_my_account close_account account_closure delete_my_account | Kontoauflösung Konto_auflösen Kontoschließung Konto_schließen Konto_löschen Konto~auflösen Kundenkonto_löschen | cerrar_cuenta cierre_de_cuenta | fermer_mon_compte clôture_de_compte
account_switching bank_switch switch_bank move_my_account | Kontowechsel Bankwechsel Kontoumzug Kontowechselservice Kontowechselhilfe | cambiar_de_banco traslado_de_cuenta | changer_de_banque mobilité_bancaire
account_fee account_maintenance_fee account_charge account_management_fee | Kontoführungsgebühr Kontogebühr Kontoführungsentgelt Kontoführung Kontospesen Kontoführungskosten | comisión_de_mantenimiento | frais_de_tenue_de_compte
account_holder account_owner | Kontoinhaber Kontoinhaberin Kontobesitzer | titular_de_la_cuenta | titulaire_du_compte
power_of_attorney authorised_signatory authorise_someone | Vollmacht Vollmachten bevollmächtigen Bevollmächtigter Kontovollmacht Zeichnungsberechtigung | poder_notarial apoderado | procuration mandataire
sort_code bank_code routing_number | Bankleitzahl BLZ Clearingnummer | código_bancario | code_banque
BIC swift_code | BIC SWIFT-Code BIC-Code | BIC código_swift | BIC code_swift
online_banking internet_banking e-banking home_banking | Onlinebanking Online-Banking E-Banking Internetbanking Netbanking Homebanking | banca_en_línea banca_online | banque_en_ligne
bank_branch branch_of_the_bank | Bankfiliale Geschäftsstelle Zweigstelle Bankstelle | sucursal_bancaria oficina_bancaria | agence_bancaire
cash_machine ATM cashpoint cash_dispenser hole_in_the_wall | Geldautomat Bankautomat Bankomat Geldausgabeautomat Geldautomaten | cajero_automático | distributeur_de_billets guichet_automatique
withdraw_cash withdraw_money cash_withdrawal take_out_money get_cash_out | Geld_abheben Bargeld_abheben abheben Abhebung Barabhebung Bargeldbezug Geld~abheben | sacar_dinero retirar_efectivo | retirer_de_l'argent retrait_d'espèces
cash_deposit deposit_cash pay_in_money pay_money_in | einzahlen Einzahlung Bareinzahlung eingezahlt Geld_einzahlen | ingresar_dinero ingreso_en_efectivo | verser_des_espèces dépôt_d'espèces
PIN pin_number pin_code secret_number | PIN Geheimzahl PIN-Code Geheimnummer PIN-Nummer | PIN código_pin número_secreto | code_PIN code_secret
one-time_code one-time_password OTP transaction_number | TAN Transaktionsnummer Einmalpasswort Einmalcode mTAN SMS-TAN | código_de_un_solo_uso | code_à_usage_unique
CVV CVC card_security_code card_verification_number | CVC CVV Kartenprüfnummer Kartenprüfziffer Prüfnummer | CVV código_de_seguridad_de_la_tarjeta | CVV cryptogramme
block_my_card card_blocked freeze_card block_card card~blocked stop_my_card | Karte_sperren Karte_gesperrt Kartensperre Kartensperrung Sperrnotruf Karte~sperren | bloquear_tarjeta tarjeta_bloqueada | bloquer_la_carte carte_bloquée faire_opposition
card_swallowed card_retained swallowed_my_card ate_my_card card_stuck | Karte_eingezogen Karte_geschluckt Karte_einbehalten Karte~verschluckt Karte_steckt_fest | tarjeta_retenida se_tragó_la_tarjeta | carte_avalée carte_retenue
replacement_card substitute_card card_replacement | Ersatzkarte Kartenersatz Ersatzkarten Austauschkarte | tarjeta_de_sustitución duplicado_de_tarjeta | carte_de_remplacement
overdraft overdrawn in_the_red overdraw arranged_overdraft | Dispo Dispokredit Dispositionskredit Kontoüberziehung Konto_überziehen Konto_überzogen Überziehungskredit im_Minus in_den_Miesen | descubierto_bancario números_rojos | découvert_bancaire à_découvert
loan personal_loan borrow_money consumer_loan cash_loan | Kredit Darlehen Ratenkredit Privatkredit Kreditaufnahme Konsumkredit Geld_leihen | préstamo crédito_personal | prêt_personnel emprunt crédit_à_la_consommation
mortgage home_loan property_loan | Hypothek Baufinanzierung Immobilienkredit Immobilienfinanzierung Hausfinanzierung Wohnkredit Baukredit | hipoteca préstamo_hipotecario | hypothèque prêt_immobilier crédit_immobilier
interest_rate rate_of_interest interest_rates earn_interest pay_interest | Zins Zinsen Zinssatz Verzinsung verzinst Zinssätze | tipo_de_interés intereses | intérêts taux_d'intérêt
annual_percentage_rate effective_interest_rate | Effektivzins effektiver_Jahreszins Jahreszins Effektivzinssatz | TAE tasa_anual_equivalente | TAEG taux_effectif_global
repay_a_loan pay_off_a_loan loan_repayment pay_off repay amortisation | tilgen Tilgung abbezahlen abzahlen Kreditrückzahlung abbezahlt Tilgungsplan | amortizar devolver_el_préstamo | rembourser_un_prêt amortissement
early_repayment pay_off_early repay_early extra_repayment | vorzeitige_Rückzahlung Sondertilgung vorzeitig_ablösen vorzeitig_zurückzahlen vorzeitige_Tilgung vorzeitig_abbezahlen | amortización_anticipada | remboursement_anticipé
early_repayment_charge prepayment_penalty redemption_fee | Vorfälligkeitsentschädigung Vorfälligkeitsentgelt Vorfälligkeitsgebühr | comisión_por_amortización_anticipada | indemnité_de_remboursement_anticipé
credit_check credit_rating credit_score creditworthiness credit_history | Bonität Bonitätsprüfung Schufa Kreditwürdigkeit Schufa-Auskunft Bonitätsauskunft Kreditauskunft | solvencia historial_crediticio | solvabilité cote_de_crédit
guarantor surety co-signer | Bürgschaft Mitunterzeichner Kreditbürge | avalista fiador aval | garant cautionnement
credit_limit card_limit spending_limit | Kreditlimit Kartenlimit Kreditrahmen Verfügungsrahmen Ausgabelimit Kartenrahmen | límite_de_crédito límite_de_la_tarjeta | plafond_de_carte plafond_de_paiement
foreign_transaction_fee overseas_card_fee non-sterling_fee foreign_currency_fee | Auslandseinsatzentgelt Fremdwährungsgebühr Auslandseinsatzgebühr Fremdwährungsentgelt | comisión_por_cambio_de_divisa | frais_à_l'étranger commission_de_change
safe_deposit_box bank_safe safety_deposit_box | Bankschließfach Bankfach Tresorfach Bankschliessfach | caja_de_seguridad_bancaria | coffre_bancaire
garnishment attachment_of_account account_seizure | Kontopfändung Pfändung gepfändet | embargo_de_cuenta | saisie_sur_compte
fraud scam swindle fraudulent scammer con_man | Betrug Betrüger betrügerisch Betrugsversuch Abzocke betrogen | fraude estafa timo | fraude escroquerie arnaque
phishing fake_email scam_email suspicious_email | Phishing Phishing-Mail gefälschte_E-Mail Betrugsmail verdächtige_E-Mail Fake-Mail | phishing correo_falso | hameçonnage phishing
job vacancy job_offer job_opening open_position employment recruiting | Stelle Job Arbeitsstelle Stellenangebot offene_Stelle freie_Stelle Jobangebot Stellenanzeige Stellenausschreibung Arbeitsplatz Personalsuche | empleo puesto_de_trabajo oferta_de_empleo | emploi offre_d'emploi poste_vacant
job_application apply_for_a_job applicant apply_for_the_job job_applicant | Bewerbung bewerben beworben Bewerber Bewerberin Bewerbungsunterlagen Bewerbungsverfahren | solicitud_de_empleo candidatura candidato | candidature postuler candidat
CV curriculum_vitae send_my_resume upload_my_resume | Lebenslauf Lebensläufe CV Curriculum_Vitae | currículum hoja_de_vida | CV curriculum_vitae
cover_letter covering_letter letter_of_application letter_of_motivation | Bewerbungsschreiben Motivationsschreiben Anschreiben Bewerbungsbrief | carta_de_presentación | lettre_de_motivation
job_interview interview_for_a_job selection_interview | Vorstellungsgespräch Bewerbungsgespräch Jobinterview | entrevista_de_trabajo | entretien_d'embauche
speculative_application unsolicited_application | Initiativbewerbung Blindbewerbung Spontanbewerbung | candidatura_espontánea autocandidatura | candidature_spontanée
internship work_placement work_experience_placement internship_position | Praktikum Praktika Praktikant Praktikantin Praktikumsplatz Schülerpraktikum | prácticas becario pasantía | stage stagiaire
apprenticeship apprentice vocational_training | Ausbildung Lehrstelle Azubi Lehrling Ausbildungsplatz Auszubildende Ausbildungsstelle | aprendizaje_profesional aprendiz | apprentissage apprenti alternance
part-time part_time half-time part-time_job | Teilzeit halbtags Teilzeitstelle Halbtagsstelle Teilzeitjob | tiempo_parcial media_jornada | temps_partiel mi-temps
full-time full_time full-time_job | Vollzeit Vollzeitstelle Vollzeitjob | tiempo_completo jornada_completa | temps_plein
side_job mini-job casual_job temp_job | Minijob Nebenjob Aushilfsjob Aushilfe geringfügige_Beschäftigung Nebentätigkeit | trabajo_eventual trabajo_temporal | petit_boulot travail_d'appoint
holiday_job summer_job vacation_job seasonal_job | Ferienjob Sommerjob Ferialjob Saisonjob Ferienarbeit Saisonarbeit | trabajo_de_verano trabajo_de_temporada | job_d'été travail_saisonnier
work_from_home home_office remote_work teleworking working_from_home | Homeoffice Home-Office Heimarbeit mobiles_Arbeiten Telearbeit | teletrabajo | télétravail
salary wage wages pay_packet | Gehalt Lohn Löhne Gehälter Stundenlohn Arbeitslohn Monatslohn | sueldo salario | salaire rémunération paie
human_resources HR personnel_department HR_department | Personalabteilung Personalwesen Personalbüro HR-Abteilung | recursos_humanos | ressources_humaines
supervisor boss person_in_charge store_manager branch_manager duty_manager speak_to_the_manager | Chef Chefin Vorgesetzter Vorgesetzte Filialleiter Geschäftsführer Geschäftsleitung Boss | jefe encargado gerente | chef directeur gérant responsable_du_magasin
volunteer voluntary_work volunteering | Ehrenamt ehrenamtlich Freiwilligenarbeit Ehrenamtliche Freiwilliger | voluntario voluntariado | bénévole bénévolat
employment_reference reference_letter letter_of_reference job_reference | Arbeitszeugnis Dienstzeugnis Referenzschreiben Empfehlungsschreiben | carta_de_recomendación | lettre_de_recommandation certificat_de_travail
shift_work rota shift_pattern working_shifts | Schichtarbeit Schichtdienst Schichtplan Dienstplan | trabajo_por_turnos | travail_posté horaires_décalés
business_customer corporate_client trade_customer commercial_customer B2B | Geschäftskunde Firmenkunde Gewerbekunde B2B Unternehmenskunde gewerblicher_Kunde | cliente_empresa cliente_profesional | client_professionnel client_entreprise
private_customer private_individual private_person end_consumer | Verbraucher Privatkunde Endkunde Privatperson Konsument Endverbraucher | consumidor cliente_particular | consommateur client_particulier
bulk_order large_order large_quantity bulk_purchase big_order | Großbestellung Großauftrag große_Mengen Mengenbestellung Großmenge große_Stückzahl größere_Mengen | pedido_grande pedido_al_por_mayor | grosse_commande commande_en_gros grande_quantité
group_order joint_order collective_order | Sammelbestellung Gemeinschaftsbestellung gemeinsam_bestellen | pedido_colectivo pedido_conjunto | commande_groupée
wholesale wholesaler wholesale_price | Großhandel Großhändler Großhandelspreis Engros | mayorista al_por_mayor | grossiste vente_en_gros
reseller dealer retailer stockist authorised_dealer | Händler Wiederverkäufer Fachhändler Einzelhändler Vertragshändler Fachhandel | distribuidor minorista revendedor | revendeur détaillant concessionnaire
supplier vendor sub-supplier | Lieferant Zulieferer Lieferantin | proveedor | fournisseur
self-employed freelancer freelance sole_trader | selbstständig selbständig Selbstständiger Freiberufler freiberuflich Einzelunternehmer | autónomo trabajador_por_cuenta_propia | auto-entrepreneur travailleur_indépendant
trade_licence business_registration business_licence | Gewerbeschein Gewerbenachweis Gewerbeanmeldung Gewerbeberechtigung | licencia_comercial licencia_de_actividad | licence_commerciale extrait_Kbis
company_invoice business_invoice invoice_to_company | Firmenrechnung Rechnung_auf_Firma Rechnung_auf_die_Firma Geschäftsrechnung | factura_a_nombre_de_empresa factura_de_empresa | facture_au_nom_de_la_société
corporate_rate company_rate business_rate company_discount corporate_discount | Firmenrabatt Firmentarif Geschäftskundenrabatt Firmenkonditionen Firmenpreis | tarifa_de_empresa descuento_de_empresa | tarif_entreprise remise_entreprise
employee_discount staff_discount | Mitarbeiterrabatt Personalrabatt Mitarbeitervergünstigung | descuento_de_empleado | remise_du_personnel
cooperation partnership cooperate collaborate collaboration | Kooperation Zusammenarbeit kooperieren Kooperationspartner zusammenarbeiten | cooperación colaboración colaborar | coopération partenariat collaborer
sponsorship sponsor sponsoring | Sponsoring Sponsor sponsern gesponsert | patrocinio patrocinador patrocinar | parrainage_d'entreprise sponsor mécénat
non-profit not-for-profit charitable_organisation charity_organisation | gemeinnützig Non-Profit gemeinnützige_Organisation Hilfsorganisation Wohltätigkeitsorganisation | sin_ánimo_de_lucro organización_benéfica | but_non_lucratif association_caritative
`;
