export const IDIOMS = `
stung_for sting_me cough_up fork_out shell_out set_me_back what's_the_damage foot_the_bill | blechen berappen hinblättern hinlegen aufbrummen brummt~auf zahlen_müssen löhnen | apoquinar desembolsar pagar | débourser casquer payer
thrown_in comes_with part_of_the_package part_of_the_deal built_into_the_price included inclusive | dabei mit_dabei mit_drin inbegriffen enthalten inklusive im_Preis_drin im_Preis_enthalten | incluido incluye | compris inclus
knock~off take~off_the_price shave~off bit_off_the_price haggle | runterhandeln Preisnachlass nachlassen entgegenkommen | regatear rebajar | marchander rabais
back_out pull_out bail_out change_my_mind no_longer_want don't_want_it_anymore | abspringen rausgehen_aus_dem_Vertrag doch_nicht es_mir_anders_überlegt zurücktreten Rücktritt | echarse_atrás desistir | se_désister désistement
let_you_know give_you_notice tell_you_beforehand notify notification inform give_notice | Bescheid_geben Bescheid_sagen Bescheid melden mitteilen Mitteilung benachrichtigen ankündigen informieren | avisar comunicar informar | prévenir avertir informer
in_charge_of responsible_for who_handles who_deals_with contact_person point_of_contact person_to_talk_to | zuständig Ansprechpartner Ansprechpartnerin wer_kümmert_sich Zuständigkeit verantwortlich Kontaktperson | responsable persona_de_contacto encargado | responsable interlocuteur chargé
your_guy your_man repairman service_engineer technician fitter engineer_visit | Techniker Technikerin Monteur Servicetechniker euer_Mann Fachmann | técnico | technicien
dead_line nothing_works no_connection connection_down offline drops_out outage blackout | Ausfall ausgefallen tot funktioniert_nicht keine_Verbindung Störung Unterbrechung weg_gefallen | caído sin_conexión avería corte | panne coupure hors_service
wipe factory_reset start_from_scratch reset restore_to_factory | zurücksetzen zurückgesetzt Werkseinstellung Werkseinstellungen platt_machen | restablecer restaurar reiniciar | réinitialiser réinitialisation
overrun run_over running_late few_minutes_over bring~back_late return~late late_return | überziehen überzogen verspätet Verspätung zu_spät später_zurück verspätete_Rückgabe | devolver_tarde retraso | retour_tardif retard
drink-driving drunk tipsy blood_alcohol alcohol_limit had_a_drink alcohol | betrunken Promille Alkohol Alkoholgrenze angetrunken beschwipst | alcoholemia alcohol ebrio | alcool alcoolémie ivre
windscreen windshield cracked_glass stone_chip cracked_window | Windschutzscheibe Steinschlag Sprung_in_der_Scheibe Scheibe Scheiben Glasschaden Glasbruch | parabrisas cristal_roto | pare-brise bris_de_glace
fuel_level tank_nearly_empty nearly_dry empty_tank refuel fill_up fuel_up | Tankfüllung tanken betanken volltanken fast_leer nachtanken Tankinhalt | repostar depósito | faire_le_plein carburant réservoir
speeding lead_foot speeding_ticket caught_speeding speed_camera flashed | geblitzt Blitzer Bußgeld Knöllchen Strafzettel zu_schnell_gefahren Geschwindigkeitsüberschreitung | multa_por_velocidad radar | excès_de_vitesse flashé radar
parking_ticket fine penalty penalty_charge parking_fine | Strafzettel Knöllchen Bußgeld Verwarnungsgeld Vertragsstrafe Strafe | multa sanción | amende contravention pénalité
phone_book telephone_directory directory_entry listed_number | Telefonbuch Verzeichnis Teilnehmerverzeichnis Telefonverzeichnis Rufnummerneintrag | guía_telefónica | annuaire bottin
shut_up_shop close_my_business going_out_of_business wind_up_the_business | Geschäftsaufgabe Laden_dichtmachen Laden_schließen Betrieb_einstellen Betriebsaufgabe | cerrar_el_negocio | cessation_d'activité fermer_boutique
pay_off_in_bits paying~off on_tick in_bits pay_bit_by_bit | abstottern stottern~ab abzahlen abbezahlen in_Raten | a_plazos pagar_poco_a_poco | payer_en_plusieurs_fois échelonner
rest_of_the_money outstanding_amount still_owe remaining_balance what's_left_to_pay | Restbetrag Restschuld Rest offener_Betrag offene_Summe ausstehend | saldo_pendiente importe_pendiente | reste_à_payer solde_dû
get_my_money_back see_my_money_again deposit_returned money_returned | Geld_wiedersehen wiederhaben zurückhaben zurückkriegen Geld_zurückbekommen erstatten | recuperar_el_dinero devolver | récupérer_mon_argent rembourser
what's_in_it_for_me what_do_I_get perks benefits advantages | was_springt_raus was_hab_ich_davon Vorteile Vergünstigungen Leistungen Nutzen | ventajas beneficios | avantages bénéfices
bring_a_friend mate_sent_me referred_by referral_bonus recommended_by | geworben Freunde_werben Werbeprämie Empfehlungsprämie Freundschaftswerbung | trae_a_un_amigo recomendado | parrainé parrainage
throw~away chuck~away bin_it get_rid_of | wegwerfen weggeworfen wegschmeißen entsorgen loswerden | tirar deshacerse | jeter se_débarrasser
knackered kaputt on_the_blink on_its_last_legs gave_up_the_ghost packed_in conked_out died_on_me stopped_working | im_Eimer hinüber den_Geist_aufgegeben kaputtgegangen nicht_mehr_an streikt defekt | estropeado se_ha_roto averiado | en_panne ne_marche_plus hors_d'usage
fob_off unhappy_with fed_up rip-off ripped_off | abgezockt Abzocke verarscht unzufrieden sauer_auf | estafa timo descontento | arnaque mécontent
dropped~water fell_into_the_water got_wet went_for_a_swim liquid_damage | ins_Wasser_gefallen nass_geworden Flüssigkeitsschaden Wasser_abbekommen | cayó_al_agua mojado | tombé_à_l'eau mouillé
how_do_I_get_to directions way_to find_you where_are_you_based where_are_you_located | Anfahrt Wegbeschreibung wo_seid_ihr wo_finde_ich_euch Adresse Standort | cómo_llegar dónde_están dirección | itinéraire où_êtes-vous adresse
get_hold_of reach_you ring_you give_you_a_call phone_you phoning ring_up speak_to_you | erreichen anrufen durchklingeln telefonisch anläuten telefonieren | llamar contactar localizar | joindre appeler téléphoner
turn~away refuse_entry let~in not_let_in bouncer | abweisen abgewiesen reinlassen Einlass verweigern | no_dejar_entrar denegar | refouler refuser_l'entrée
kids_eat_free children_half_price family_deal family_rate family_ticket | Familienkarte Familienpreis Kinderermäßigung Familienticket | tarifa_familiar entrada_familiar | tarif_famille billet_famille
bring_my_own own_food own_drinks picnic packed_meal | selbst_mitbringen eigenes_Essen eigene_Getränke mitgebrachtes Selbstverpflegung Picknick | traer_mi_comida comida_propia | apporter_son_repas pique-nique
put~to_sleep put_down euthanise put~down | einschläfern eingeschläfert Einschläferung | sacrificar eutanasia | euthanasier euthanasie
lost_my_job made_redundant unemployed out_of_work jobless | arbeitslos Arbeitslosigkeit Job_verloren gekündigt_worden | desempleado en_paro | chômage au_chômage
skint broke hard_up can't_afford short_of_money payment_difficulties | pleite klamm knapp_bei_Kasse nicht_leisten Zahlungsschwierigkeiten | sin_dinero dificultades_de_pago | fauché difficultés_de_paiement
go_abroad spend_a_year_abroad living_abroad outside_the_country overseas | ins_Ausland im_Ausland Auslandsaufenthalt auswandern | extranjero en_el_extranjero | à_l'étranger étranger
pass_away passed_away died death deceased bereavement | gestorben verstorben Tod Todesfall verschieden | fallecido muerte fallecimiento | décédé décès
on_my_behalf in_my_name instead_of_me someone_else_collect send_someone | in_meinem_Namen für_mich_abholen an_meiner_Stelle Vertretung stellvertretend | en_mi_nombre por_mí | à_ma_place en_mon_nom
by_myself single_parent alone_with_my_kids | alleinerziehend | familia_monoparental | parent_isolé
rebook shift_my_booking move_the_appointment reschedule put~back bring~forward another_date different_day | umbuchen umgebucht verschieben verschoben verlegen verlegt anderer_Termin Terminverschiebung | cambiar_la_fecha reprogramar | reporter décaler changer_la_date
late_riser sleep_in lie-in stay_in_the_room_longer late_checkout late_check-out | ausschlafen länger_im_Zimmer spät_auschecken später_Check-out späte_Abreise | salida_tardía | départ_tardif
give_up_my_seat swap_seats sit_together sit_next_to_each_other | nebeneinander_sitzen zusammensitzen Sitzplatz_tauschen | sentarse_juntos | être_assis_ensemble côte_à_côte
too_big too_small doesn't_fit tight_fit pinches | zu_groß zu_klein zu_eng passt_nicht drückt | demasiado_grande demasiado_pequeño | trop_grand trop_petit
wear_out wears_out lifespan how_long_does_it_last service_life durability | Lebensdauer Haltbarkeit wie_lange_hält hält_lange | duración_de_vida vida_útil | durée_de_vie
how_do_I_look_after take_care_of maintain maintenance upkeep look~after_it | pflegen Pflege Wartung warten instandhalten | mantenimiento cuidar | entretien entretenir
put~together flat-pack assemble assembly build_it_up | zusammenbauen Aufbau aufbauen montieren Montage | montar montaje | monter montage
catch_the_last_bus last_train last_departure | letzter_Bus letzte_Abfahrt letzter_Zug | último_autobús | dernier_bus dernier_départ
nosebleed nose_bleed bleeding bleed | Blutung bluten blutet | sangrado sangrar | saignement saigner
stomach_bug tummy_ache throwing_up vomit sick_in_the_night | erbrechen übergeben Durchfall Magen-Darm kotzen | vomitar diarrea | vomir gastro
in_the_family_way expecting_a_baby pregnant pregnancy | schwanger Schwangerschaft | embarazada embarazo | enceinte grossesse
can't_walk_far bad_knees walking_frame walking_stick crutches mobility | gehbehindert Gehhilfe Krücken Rollator schlecht_zu_Fuß | movilidad_reducida muletas | mobilité_réduite béquilles
`;
