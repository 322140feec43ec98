export const VERBS_2 = `
uninstall deinstall remove~app delete~app | deinstallieren deinstalliert Deinstallation App_löschen App_entfernen | desinstalar | désinstaller
app_crashes keeps_crashing screen_frozen unresponsive system_crash screen_freezes | App~abgestürzt App~stürzt~ab stürzt_ständig_ab Programmabsturz Systemabsturz hängt_sich_auf Bildschirm_eingefroren reagiert_nicht | se_cuelga pantalla_congelada no_responde | ne_répond_plus écran_figé
pair~device bluetooth_pairing link~device pair~phone | koppeln gekoppelt Kopplung Bluetooth-Verbindung | emparejar emparejamiento | appairer jumeler
synchronise synchronize sync synchronisation | synchronisieren synchronisiert Synchronisation Synchronisierung | sincronizar sincronización | synchroniser synchronisation
key~in type~in punch~in | eingeben eingegeben Eingabe eintippen eingetippt | introducir teclear | saisir taper saisie
fill~in_the_form fill~out_the_form complete_the_form form_filling | ausfüllen ausgefüllt Formular_ausfüllen | rellenar cumplimentar | remplir_le_formulaire compléter_le_formulaire
insert slot~in put~into | einlegen eingelegt reinstecken hineinstecken einschieben | insertar | insérer
fit~into fit~in squeeze~in room_for space_for | hineinpassen reinpassen reingepasst passt_rein passt_hinein Platz_haben | caber cabe | rentrer_dans tenir_dans
compatible compatibility works_with interoperable | kompatibel Kompatibilität passend_zu passt_zu | compatible compatibilidad | compatible compatibilité
wait waiting_time waiting_period hang_around stand_in_line queue_up | warten Wartezeit Wartezeiten abwarten Warteschlange anstehen Schlange_stehen | esperar espera hacer_cola | attendre attente faire_la_queue
hurry haste hasten expedite get_a_move_on in_a_rush hurry_up | beeilen Eile eilig beschleunigen Beschleunigung sputen pressieren | prisa apurarse darse_prisa acelerar agilizar | se_dépêcher pressé accélérer hâte
arrive arrival show_up get_here arrived | ankommen angekommen Ankunft eintreffen eingetroffen hinkommen aufkreuzen | llegar llegada | arriver arrivée
depart departure set_off set_out get_going head_off | abfahren abgefahren Abfahrt losfahren losgefahren Abreise | salida salir ponerse_en_marcha | départ se_mettre_en_route
accompany companion come_along escort plus_one tag_along chaperone | begleiten Begleitung Begleitperson Begleitpersonen Begleiter Begleiterin mitkommen mitgekommen mitgehen | acompañar acompañante | accompagner accompagnateur accompagnement
bring_along bring~with take~along have_with_me | mitbringen mitgebracht dabeihaben mitführen mitgeführt mitzubringen | traer llevar_consigo | apporter amener
invite invitation ask_along ask_round invitee | einladen eingeladen Einladung Einladungen einzuladen | invitar invitación | inviter invitation
drop_in pop_in call_in stop_by come_by swing_by come_round walk-in | vorbeikommen vorbeigekommen vorbeischauen vorbeigeschaut reinschauen hereinschauen komme~vorbei schaue~vorbei | venir_sin_cita | passer_vous_voir venir_sur_place
meet_up get_together rendezvous meet_you meet_someone | Treffen verabreden verabredet Verabredung zusammenkommen | quedar_con reunirse | se_retrouver se_rencontrer
meeting_point meeting_place where_to_meet place_to_meet | Treffpunkt Treffpunkte wo_treffen Startpunkt_der_Tour | punto_de_encuentro | point_de_rencontre lieu_de_rendez-vous
collect pick~up fetch come_and_get self-collection click_and_collect collect_in_store | abholen abgeholt Abholung abzuholen hole~ab Selbstabholung Selbstabholer selbst_abholen | recoger recogida | récupérer retrait venir_chercher
drop~off drop-off hand~in leave_at_reception leave_at_the_desk | abgeben abgegeben Abgabe abliefern abgeliefert gebe~ab vorbeibringen vorbeigebracht hinbringen | dejar_en entregar depositar | déposer dépôt
admission entry admittance gain_entry enter_the_building let_me_in let_us_in | Einlass Zutritt Eintritt betreten hineinkommen reinkommen hineinlassen reinlassen reingelassen | entrada entrar acceso | entrée entrer accès
come~back get_back_home return_home go_home | zurückkommen zurückgekommen zurückkehren Rückkehr wiederkommen heimkommen heimkehren komme~zurück | regresar regreso volver_a_casa | revenir rentrer
return_journey return_trip return_leg way_back journey_home trip_back | Rückfahrt Rückreise Rückweg Heimreise Heimfahrt Retourfahrt | viaje_de_vuelta trayecto_de_vuelta | trajet_retour voyage_retour
inform give_a_heads-up notify keep_posted let_you_know tell_you | Bescheid_geben Bescheid_sagen Bescheid_gesagt mitteilen mitgeteilt verständigen informieren in_Kenntnis_setzen | avisar hacer_saber informar | prévenir avertir faire_savoir
write write_to drop_a_line send_a_message message_you | schreiben geschrieben anschreiben angeschrieben Nachricht_schicken Nachricht_senden hinschreiben | escribir | écrire
in_writing put_in_writing in_written_form written_form written_notice | schriftlich Schriftform Textform in_Schriftform | por_escrito | par_écrit
ring~up give_a_ring give_a_call give_a_bell call~up call_by_phone | anrufen angerufen Anruf rufe~an durchklingeln telefonieren telefonisch | llamar llamada telefonear | appeler appel téléphoner
call_back callback ring_back phone_back return_call | Rückruf zurückrufen zurückgerufen ruft~zurück Rückrufservice | devolver_la_llamada volver_a_llamar | rappeler rappel_téléphonique
reply answer respond response get_back_to hear_back hear_from_you | antworten Antwort Antworten beantworten Rückmeldung zurückschreiben zurückmelden Rückantwort | responder respuesta contestar | répondre réponse
sign signature countersign undersign e-sign | unterschreiben unterschrieben Unterschrift unterzeichnen unterzeichnet signieren gegenzeichnen | firmar firma | signer signature
fill~in fill~out complete_the_form complete_a_form | ausfüllen ausgefüllt fülle~aus Formular_ausfüllen eintragen eingetragen | rellenar cumplimentar | remplir compléter
apply_for put_in_for file_an_application application_form request | beantragen Beantragung Antrag Anträge Antragstellung Antragsformular Gesuch Ansuchen | solicitar solicitud | demander demande faire_une_demande
enquire enquiry inquire inquiry query ask_about | anfragen Anfrage nachfragen erkundigen nachgefragt | consultar consulta preguntar | se_renseigner demande_de_renseignements
enrol enroll enrolment sign_up put_my_name_down register matriculate | anmelden angemeldet Anmeldung immatrikulieren Immatrikulation inskribieren Inskription eingeschrieben | inscribir inscripción matricular matrícula | inscrire inscription
unsubscribe opt_out deregister unregister sign_out_of_the_newsletter take_me_off_the_list | abmelden abgemeldet Abmeldung abbestellen abbestellt Abbestellung austragen ausgetragen | darse_de_baja cancelar_suscripción | désinscrire désinscription désabonner
prove proof evidence substantiate provide_proof documentary_evidence | nachweisen nachgewiesen Nachweis beweisen bewiesen Beweis Beweise Beleg | demostrar acreditar justificante | prouver preuve justifier justificatif
show_at_the_desk show_proof show_my_id show_papers show_ticket | vorzeigen vorgezeigt herzeigen vorweisen vorgewiesen vorlegen vorgelegt | mostrar exhibir presentar | montrer présenter
confirm confirmation confirmed acknowledge acknowledgement | bestätigen bestätigt Bestätigung rückbestätigen Bestätigungsmail Auftragsbestätigung | confirmar confirmación | confirmer confirmation
make_an_appointment arrange_an_appointment fix_a_date set_up_a_meeting get_an_appointment | Terminvereinbarung Termin_vereinbaren Termin_ausmachen Termin_machen Terminabsprache Termin_bekommen vereinbaren | pedir_cita concertar_cita | prendre_rendez-vous convenir_d'un_rendez-vous
power_of_attorney proxy on_behalf_of on_my_behalf authorised_representative | Vollmacht Vollmachten bevollmächtigen bevollmächtigt Stellvertreter im_Namen im_Auftrag Bevollmächtigter | en_nombre_de apoderado poder_notarial | procuration mandataire au_nom_de
promise pledge assure give_your_word | versprechen versprochen Versprechen zusagen zugesagt Zusage zusichern Zusicherung | prometer promesa | promettre promesse
refuse refusal decline reject rejection | ablehnen abgelehnt Ablehnung verweigern Verweigerung zurückweisen zurückgewiesen weigern | rechazar rechazo denegar | refuser refus rejeter
complain complaint moan grumble make_a_complaint grievance | beschweren Beschwerde Beschwerden meckern bemängeln monieren Mängelrüge beklagen Reklamation | quejarse queja reclamar | se_plaindre plainte réclamation
explain explanation clarify clarification talk_through spell_out | erklären erklärt erläutern Erläuterung klarmachen verdeutlichen | explicar explicación | expliquer explication
teach instruct tutor tuition give_lessons | unterrichten Unterricht beibringen beigebracht lehren Nachhilfe_geben | enseñar enseñanza dar_clases | enseigner enseignement donner_des_cours
learn learning get_the_hang_of acquire_the_skill | lernen gelernt erlernen dazulernen büffeln | aprender aprendizaje | apprendre apprentissage
briefing show_me_how introductory_session demonstration walk-through induction_session | Einweisung einweisen eingewiesen Einführung Unterweisung anlernen angelernt | demostración sesión_informativa enséñame_cómo | démonstration prise_en_main initiation
advice advise adviser advisor consultation guidance | Beratung beraten berät Berater Beraterin Beratungsgespräch Ratschlag Ratschläge | asesorar asesoramiento consejo | conseil conseiller
recommend recommendation suggest suggestion recommended | empfehlen empfohlen Empfehlung empfehlenswert weiterempfehlen vorschlagen vorgeschlagen Vorschlag | recomendar recomendación sugerir | recommander recommandation conseiller
decide decision make_up_my_mind come_to_a_decision | entscheiden entschieden Entscheidung entschließen entschlossen beschließen beschlossen | decidir decisión | décider décision
choose choice select selection pick_out opt_for | auswählen Auswahl wählen aussuchen ausgesucht Wahl | elegir escoger elección | choisir choix sélectionner
change~mind second_thoughts change_of_heart no_longer_want not_want_it_anymore had_second_thoughts | umentscheiden umentschieden anders_überlegt anders_überlegen anders_entschieden will_nicht_mehr möchte_nicht_mehr Meinung_geändert | cambiar_de_opinión arrepentirse ya_no_quiero | changer_d'avis changé_d'avis ne_veux_plus
postpone put_off defer deferral push_back reschedule later_date | verschieben verschoben Verschiebung aufschieben aufgeschoben Aufschub vertagen hinausschieben | aplazar posponer retrasar_la_fecha | reporter repousser décaler
pay_later deferred_payment defer_payment payment_holiday payment_break more_time_to_pay | Stundung gestundet Zahlungsaufschub Zahlungspause später_zahlen später_bezahlen Zahlung_aufschieben | aplazamiento_de_pago pagar_más_tarde | report_de_paiement payer_plus_tard paiement_différé
bring~forward move_forward earlier_date earlier_appointment sooner_date | vorverlegen vorverlegt Vorverlegung vorziehen vorgezogen früherer_Termin früheren_Termin | adelantar fecha_anterior | avancer_la_date plus_tôt
call~off called_off not_take_place not_going_ahead cancelled_by_organiser | ausfallen ausgefallen fällt~aus absagen abgesagt Absage nicht_stattfinden findet_nicht_statt abgeblasen | suspendido cancelado no_se_celebra | annulé n'a_pas_lieu
take_place go_ahead be_held taking_place | stattfinden stattgefunden findet~statt Durchführung durchgeführt | tener_lugar se_celebra | avoir_lieu se_dérouler
cease discontinue pack_in bring_to_an_end put_an_end_to | aufhören aufgehört hört~auf beenden beendet Beendigung Schluss_machen | dejar_de cesar | cesser arrêter mettre_fin
drop_out abort quit_early abandon stop_halfway | abbrechen Abbruch vorzeitig_beenden hinschmeißen | abandonar interrumpir dejar_a_medias | abandonner interrompre
continue carry_on keep_going go_on_with continuation | weitermachen weitergemacht fortsetzen Fortsetzung fortführen Fortführung weiterführen | continuar continuación | continuer poursuivre
reactivate unpause unfreeze take~up_again start_again_after resume_my resume_the | reaktivieren Reaktivierung wiederaufnehmen wiederaufgenommen Wiederaufnahme wieder_aktivieren wieder_einsteigen | reanudar reactivar retomar | reprendre réactiver
repeat repetition redo do_again once_more | wiederholen wiederholt Wiederholung noch_einmal_machen nochmal_machen | repetir repetición | répéter répétition refaire
resit retake second_attempt repeat_the_exam retake_the_test | Wiederholungsprüfung Nachprüfung Zweitversuch zweiter_Versuch Prüfung_wiederholen nachschreiben Nachschreibtermin | repetir_el_examen segunda_convocatoria | rattrapage repasser_l'examen
make_up_a_missed make-up_class make-up_lesson catch~up replacement_session | nachholen nachgeholt Nachholtermin Nachholstunde Ersatztermin | recuperar_la_clase clase_de_recuperación | rattraper cours_de_rattrapage
extend extension lengthen stay_longer keep_longer prolong | verlängern verlängert Verlängerung länger_bleiben länger_behalten ausdehnen | prolongar ampliar quedarse_más | prolonger prolongation rester_plus_longtemps
shorten cut_short curtail reduce_the_term make_shorter | verkürzen verkürzt Verkürzung kürzen gekürzt kürzer_machen | acortar reducir_la_duración | raccourcir écourter
leave_early go_home_early early_departure depart_early check_out_early | vorzeitige_Abreise früher_abreisen vorzeitig_abreisen früher_gehen früher_abgereist vorzeitig_verlassen | irse_antes salida_anticipada | partir_plus_tôt départ_anticipé
split divide go_halves split_the_bill pay_separately separate_bills | aufteilen aufgeteilt Aufteilung splitten getrennt_zahlen getrennt_bezahlen getrennte_Rechnung | dividir repartir pagar_por_separado | diviser répartir payer_séparément
share share_with joint_use use_jointly shared_use | gemeinsam_nutzen zusammen_nutzen mitbenutzen mitnutzen Mitbenutzung teilen gemeinsame_Nutzung | compartir uso_compartido | partager usage_partagé
combine combinable stack cumulate in_conjunction_with use_together | kombinieren kombinierbar kumulieren kumulierbar zusammen_einlösen gleichzeitig_einlösen in_Kombination in_Verbindung_mit | combinar acumulable acumular | cumuler cumulable combiner
merge consolidate join_together put_together amalgamate | zusammenlegen zusammengelegt Zusammenlegung zusammenführen zusammenfassen zusammengefasst vereinen | fusionar unificar juntar | fusionner regrouper réunir
pass~on sign_over make_over transferable assign | weitergeben weitergegeben übertragen übertragbar Übertragung abtreten abgetreten Abtretung überlassen | transferir ceder transferible | céder transférer cessible
forward send_on redirect reroute redirection pass_along | weiterleiten weitergeleitet Weiterleitung nachsenden nachgesendet Nachsendung Nachsendeauftrag umleiten umgeleitet Umleitung | reenviar redirigir desviar | faire_suivre réexpédier rediriger
agree consent approve approval give_consent green_light | zustimmen zugestimmt Zustimmung einwilligen eingewilligt Einwilligung einverstanden Einverständnis | consentir consentimiento estar_de_acuerdo | consentement accord consentir
inherit inheritance heir heirs bequeath heiress | erben geerbt Erbe Erben Erbin Erbschaft vererben vererbbar Erbfall | heredar herencia heredero | hériter héritage héritier succession
marry get_married wedding tie_the_knot get_hitched | heiraten verheiratet Heirat Hochzeit Trauung Eheschließung vermählen | casarse boda matrimonio | se_marier mariage épouser
divorce divorced divorcing get_divorced | Scheidung geschieden scheiden_lassen Ehescheidung | divorcio divorciarse divorciado | divorce divorcer divorcé
give_birth birth newborn childbirth have_a_baby baby_is_born | Geburt geboren entbinden Entbindung Neugeborenes neugeboren gebären | nacimiento dar_a_luz recién_nacido parto | naissance accoucher accouchement nouveau-né
change_of_name name_change new_surname changed_my_name new_last_name rename | Namensänderung Namenswechsel neuer_Name neuen_Namen umbenennen umbenannt Nachname_geändert | cambio_de_nombre nuevo_apellido | changement_de_nom nouveau_nom
move_house move_home moving_house relocate relocation change_of_address | umziehen umgezogen Umzug Wohnungswechsel Wohnsitzwechsel zügeln übersiedeln Übersiedlung | mudarse mudanza cambio_de_domicilio | déménager déménagement changement_d'adresse
move_out moving_out vacate_the_flat vacate_the_apartment give_up_the_flat | Wohnung_räumen Wohnung_aufgeben Wohnungsauszug aus_der_Wohnung_ausziehen Wohnungsabgabe Wohnungsrückgabe | dejar_el_piso desalojar | quitter_le_logement libérer_l'appartement
retire retirement retired go_into_retirement | Ruhestand in_Rente pensioniert Pensionierung verrentet Renteneintritt in_Pension_gehen | jubilarse jubilación jubilado | retraite retraité
come_of_age legal_age full_age reach_adulthood | volljährig Volljährigkeit großjährig Volljährige | mayoría_de_edad mayor_de_edad | âge_de_la_majorité majorité_légale personne_majeure
unemployed lose_my_job lost_my_job redundant laid_off out_of_work jobless | arbeitslos Arbeitslosigkeit erwerbslos Job_verloren Arbeit_verloren Jobverlust arbeitssuchend | desempleado quedarse_sin_trabajo | chômage chômeur sans_emploi
be_away out_of_town away_from_home away_on_holiday | verreist ortsabwesend abwesend Abwesenheit nicht_zuhause_sein auswärts_sein | estar_fuera ausente de_viaje | absent en_déplacement absence
driver motorist person_driving person_behind_the_wheel | Fahrer Fahrerin Lenkerin Autofahrer Fahrzeuglenker | conductor conductora | conducteur conductrice chauffeur
drive behind_the_wheel at_the_wheel take_the_wheel driving | Auto_fahren am_Steuer ans_Steuer selbst_fahren hinterm_Steuer | conducir manejar al_volante | conduire au_volant
horse_riding ride_a_horse horseback pony_ride go_riding | reiten geritten Ausritt ausreiten Pferdereiten Ponyreiten | montar_a_caballo equitación | monter_à_cheval équitation
give_a_lift car_pool carpool ride_share lift_share ride-sharing | mitfahren mitgefahren Mitfahrt Mitfahrgelegenheit Fahrgemeinschaft | compartir_coche viaje_compartido | covoiturage covoiturer
climb climbing clamber scale_the_wall | klettern geklettert kraxeln hochklettern Kletterei | escalar escalada trepar | grimper escalade
sleep_over stay_the_night spend_the_night overnight_stay stay_over stay_overnight | übernachten Übernachtung nächtigen Nächtigung über_Nacht_bleiben Übernachtungsgast | pernoctar pasar_la_noche quedarse_a_dormir | passer_la_nuit dormir_sur_place nuitée
eat_out dine dine_out go_for_a_meal eat_in_the_restaurant | essen_gehen auswärts_essen einkehren im_Restaurant_essen zum_Essen_ausgehen | comer_fuera salir_a_comer | manger_au_restaurant manger_dehors
alcohol alcoholic booze alcoholic_drinks liquor | Alkohol alkoholisch alkoholische_Getränke alkoholhaltig Alkoholika | alcohol bebidas_alcohólicas | alcool boissons_alcoolisées
drunk intoxicated tipsy inebriated under_the_influence sloshed | betrunken alkoholisiert besoffen angetrunken beschwipst unter_Alkoholeinfluss | borracho ebrio | ivre saoul alcoolisé
smoke smoking smoker light_up cigarette cigarettes have_a_fag | rauchen geraucht Raucher Raucherin qualmen paffen Zigarette Zigaretten Kippe | fumar fumador cigarrillo | fumer fumeur cigarette
can_I_film film_inside take_videos make_a_video shoot_a_video video_recording record_a_video | ich_filmen wir_filmen gefilmt Filmen_erlaubt Filmen_verboten Fotografieren_und_Filmen Video_drehen Videoaufnahme Filmaufnahmen mitfilmen | grabar_vídeo grabación_de_vídeo | tourner_une_vidéo enregistrer_une_vidéo
take_photos take_pictures photograph photography take_a_photo take_a_selfie snap_a_picture | fotografieren fotografiert knipsen Fotos_machen Bilder_machen Fotografieren Selfie ablichten | fotografiar hacer_fotos sacar_fotos | photographier prendre_des_photos
play_area playground playroom soft_play children's_corner | Spielplatz Spielplätze Spielecke Kinderecke Spielzimmer | zona_de_juegos parque_infantil | aire_de_jeux espace_enfants
celebrate celebration party have_a_party throw_a_party festivities | feiern gefeiert Feier Feiern Party Fete Festlichkeit | celebrar celebración fiesta | fêter fête célébrer
take_part participate participation participant attend attendance join_in | teilnehmen teilgenommen Teilnahme Teilnehmer Teilnehmerin mitmachen mitgemacht | participar participación asistir | participer participation participant
feed feeding give_food fed | füttern gefüttert Fütterung Fütterungszeit | alimentar dar_de_comer | nourrir donner_à_manger
breastfeed breast-feed breastfeeding nursing_mother nursing_room | Baby_stillen Kind_stillen ich_stillen gestillt Stillraum Stillzeit stillende_Mutter | amamantar dar_el_pecho lactancia | allaiter allaitement
change_a_nappy change_a_diaper baby_changing changing_table nappy_change baby_change | wickeln gewickelt Wickeltisch Wickelraum Wickelmöglichkeit Windel_wechseln | cambiar_pañal cambiador | changer_la_couche table_à_langer
fall_over fell_over fall_down slip_over slipped_on slip_and_fall trip_over stumble | stürzen gestürzt Sturz ausrutschen ausgerutscht hinfallen hingefallen stolpern gestolpert | caerse resbalar tropezar | chute glisser trébucher
lose_my_way lost_my_way lost_our_way can't_find_the_way | verirren verirrt mich_verlaufen uns_verlaufen nicht_zurechtfinden | perdí_el_camino | perdu_mon_chemin
translate translation translator interpreter interpreting | übersetzen übersetzt Übersetzung Übersetzer dolmetschen Dolmetscher Dolmetscherin | traducir traducción intérprete | traduire traduction interprète
carry_up carry_upstairs take_upstairs lug haul carry_to_the_room | hochtragen hochgetragen hinauftragen hinaufbringen schleppen raufbringen in_die_Wohnung_tragen | subir_a_casa | monter_à_l'étage porter_à_l'étage
insure insured insurance_cover take_out_insurance insurance_protection | versichern versichert Versicherungsschutz versicherbar absichern abgesichert Absicherung | asegurar asegurado cobertura_del_seguro | assurer assuré couverture_d'assurance
save_money economise economize cut_costs spend_less | sparen gespart einsparen eingespart Ersparnis Einsparung Geld_sparen | ahorrar ahorro | économiser économies faire_des_économies
backup save_my_data keep_a_copy safety_copy make_a_backup | Datensicherung Sicherungskopie Backup Daten_sichern Daten_speichern abspeichern | copia_de_seguridad guardar_datos | sauvegarde sauvegarder
owe owing debt debts amount_owed in_debt outstanding_balance | Schulden geschuldet offener_Betrag offenen_Betrag offene_Forderung Außenstände Restschuld | deuda deudas adeudar | dette dettes somme_due
deduct deduction take_off_the_price subtract withhold keep_back | abziehen abgezogen Abzug Abzüge einbehalten Einbehalt | descontar deducir deducción retener | déduire déduction retenir retenue
count_towards go_towards count_as set_off_against offset_against credited_against | anrechnen angerechnet Anrechnung anrechenbar verrechnen verrechnet Verrechnung gutschreiben gutgeschrieben | imputar tener_en_cuenta | imputer pris_en_compte pris_en_considération
exceed exceeded go_over above_the_limit over_the_limit more_than_allowed surpass | überschreiten überschritten Überschreitung übersteigen überziehen überzogen mehr_als_erlaubt | exceder superar sobrepasar | dépasser dépassement excéder
used_up exhausted depleted nothing_left all_gone | aufgebraucht aufbrauchen verbraucht erschöpft zu_Ende_gegangen nichts_mehr_übrig | agotado agotar se_acabó | épuisé épuiser consommé
expire expired lapse out_of_date no_longer_valid become_invalid invalid | ablaufen abgelaufen verfallen Verfall erlöschen erloschen ungültig nicht_mehr_gültig | caducar caducado vencer | expirer expiré périmé
enough sufficient suffice adequate be_enough | genug genügen genügt ausreichen ausreichend genügend langt | bastar suficiente | suffire suffisant assez
incomplete missing_part part_missing something_missing parts_missing not_complete | unvollständig fehlende_Teile Teil_fehlt Teile_fehlen etwas_fehlt nicht_vollständig | incompleto falta_una_pieza faltan_piezas | incomplet pièce_manquante
be_late running_late late_for not_on_time come_late arrive_late turn_up_late | zu_spät verspäten verspätet unpünktlich später_kommen zu_spät_kommen nicht_pünktlich | llegar_tarde llego_tarde | en_retard arriver_en_retard
on_time punctual punctually on_schedule in_good_time | pünktlich Pünktlichkeit rechtzeitig fristgerecht fristgemäß termingerecht | a_tiempo puntual | à_temps à_l'heure ponctuel
miss_my_train miss_the_train miss_my_flight miss_the_bus miss_the_connection missed_connection not_catch | verpassen verpasst versäumen versäumt nicht_erwischt Anschluss_verpasst Zug_verpasst | perder_el_tren perder_la_conexión | rater louper
not_show_up not_turn_up no-show fail_to_appear fail_to_attend non-attendance | nicht_erscheinen nicht_erschienen Nichterscheinen No-Show nicht_auftauchen fernbleiben ferngeblieben | no_presentarse no_acudir | non-présentation ne_pas_se_présenter
permissible permitted authorise authorised lawful be_allowed | erlauben Erlaubnis zulässig genehmigen genehmigt Genehmigung bewilligen gestattet statthaft | permitir permitido autorizado | permettre autoriser autorisé
forbid forbidden ban prohibit not_allowed not_permitted off-limits disallowed | verbieten verboten Verbot Verbote untersagen untersagt unzulässig nicht_erlaubt nicht_gestattet tabu | prohibir prohibido no_permitido | interdire interdit interdiction
banned_from_the_premises house_ban barred_from_entering exclusion_from_the_premises | Hausverbot Betretungsverbot Lokalverbot Zutrittsverbot | prohibición_de_entrada vetado | interdiction_d'accès exclu_de_l'établissement
obliged obligation obligatory compulsory duty_to mandatory | verpflichtet Verpflichtung verpflichtend obligatorisch zwingend vorgeschrieben Pflicht | obligado obligación obligatorio | obligé obligation obligatoire
optional voluntary not_compulsory not_mandatory voluntarily | freiwillig optional fakultativ wahlweise nicht_verpflichtend | opcional voluntario | facultatif optionnel volontaire
non-binding without_obligation no_obligation no_strings_attached | unverbindlich freibleibend ohne_Verpflichtung nicht_bindend | sin_compromiso no_vinculante | sans_engagement non_contraignant
depend depends_on hinge_on vary varies subject_to | abhängen abhängig hängt~ab davon_ab richtet_sich_nach variieren je_nach | depender depende variar | dépendre dépend varier
applies_to applicable valid_for hold_good in_force | gelten gilt anwendbar gültig_für Anwendung_finden Geltungsbereich | aplicable se_aplica en_vigor | s'applique applicable en_vigueur
entitled entitlement eligible eligibility have_a_right right_to qualify_for | Anspruch Ansprüche anspruchsberechtigt berechtigt Berechtigung Anrecht zustehen zusteht | tener_derecho elegible derecho_a | avoir_droit éligible droit_à
liable liability responsible responsibility accountable answerable | haften haftet haftbar Haftung verantwortlich Verantwortung aufkommen einstehen | responsable responsabilidad | responsable responsabilité
at_fault my_fault your_fault to_blame culpable own_fault | Verschulden selbstverschuldet selbst_schuld schuldhaft eigene_Schuld meine_Schuld Eigenverschulden | culpa culpable | fautif en_tort ma_faute
receive obtain on_receipt be_given received | erhalten erhält bekommen kriegen gekriegt Erhalt | recibir recibido obtener | recevoir reçoit obtenir
keep retain hold_on_to hang_on_to | behalten behalte beibehalten dabehalten | quedarse_con conservar | conserver
comply comply_with adhere obey follow_the_rules stick_to_the_rules | einhalten eingehalten Einhaltung befolgen beachten Regeln_halten | cumplir respetar_las_normas | respecter_les_règles se_conformer
violate violation breach break_the_rules infringe against_the_rules | verstoßen Verstoß Verstöße Regelverstoß missachten missachtet zuwiderhandeln Zuwiderhandlung | infringir incumplir infracción | enfreindre infraction manquement
sue take_to_court lawsuit legal_action go_to_court | klagen Klage verklagen verklagt vor_Gericht Rechtsstreit rechtliche_Schritte | demandar_judicialmente demanda_judicial tribunal | poursuivre_en_justice procès
haggle negotiate negotiable negotiation | verhandeln verhandelbar Verhandlung feilschen herunterhandeln runterhandeln | negociar regatear negociable | négocier marchander négociable
resell resale sell_on sell_it_on resold | weiterverkaufen weiterverkauft Weiterverkauf wiederverkaufen Wiederverkauf | revender reventa | revendre revente
withdraw_cash withdraw_money cash_withdrawal get_cash_out take_out_money draw_cash | Geld_abheben abheben abgehoben Bargeldabhebung Abhebung Bargeldbezug Geld_ziehen | sacar_dinero retirar_efectivo | retirer_de_l'argent retrait_d'espèces
pay_money_in deposit_cash cash_deposit pay_into_my_account paying-in | einzahlen eingezahlt Einzahlung Bareinzahlung Geld_einzahlen | ingresar_dinero ingreso_en_efectivo | déposer_de_l'argent dépôt_d'espèces
hand~over handover hand_over_in_person personal_handover | übergeben Übergabe aushändigen ausgehändigt Aushändigung überreichen | entregar entrega_en_mano | remettre remettre_en_main_propre
leave_with_a_neighbour leave_with_a_neighbor neighbour neighbor next_door take_in_for_me | Nachbar Nachbarn Nachbarin beim_Nachbarn Ersatzempfänger nebenan | vecino vecina dejar_al_vecino | voisin voisine chez_le_voisin
leave_at_the_door doorstep leave_on_the_porch leave_in_a_safe_place leave_the_parcel_outside | Ablageort Wunschablageort Abstellgenehmigung Abstellort Ablagevertrag vor_die_Tür vor_der_Haustür | dejar_en_la_puerta | laisser_devant_la_porte
put_aside set_aside hold_for keep_for_me save_a_seat put_by | zurücklegen zurückgelegt freihalten freigehalten vormerken vorgemerkt beiseitelegen reservieren | apartar guardar_para_mí | mettre_de_côté garder_pour_moi
waiting_list waitlist standby_list reserve_list wait_list | Warteliste Nachrückerliste nachrücken nachgerückt Nachrücker Vormerkliste | lista_de_espera | liste_d'attente
look~after take_care_of keep_an_eye_on watch_over care_for | aufpassen betreuen betreut Betreuung hüten kümmern | cuidar cuidado vigilar | garder veiller_sur s'occuper_de
supervise supervision supervised oversee under_supervision supervisor | beaufsichtigen beaufsichtigt Aufsicht Aufsichtsperson Beaufsichtigung unter_Aufsicht | supervisar supervisión | surveiller encadrement
unattended unsupervised unaccompanied on_their_own left_alone without_an_adult | unbeaufsichtigt unbegleitet ohne_Aufsicht ohne_Begleitung alleinreisend alleine_lassen allein_lassen | sin_acompañante sin_vigilancia no_acompañado | non_accompagné sans_surveillance sans_accompagnateur
locked_out locked_myself_out lock_myself_out can't_get_in locked_outside | ausgesperrt aussperren komme_nicht_rein Tür_zugefallen nicht_hineinkommen | quedarse_fuera no_puedo_entrar | enfermé_dehors porte_claquée
evacuate evacuation clear_the_building evacuated | evakuieren evakuiert Evakuierung Gebäuderäumung Gebäude_verlassen | evacuar evacuación | évacuer évacuation
emergency_exit fire_exit escape_route fire_escape | Notausgang Notausgänge Fluchtweg Fluchtwege Rettungsweg Rettungswege | salida_de_emergencia vía_de_evacuación | sortie_de_secours issue_de_secours
calm_down soothe reassure put_at_ease | beruhigen beruhigt Beruhigung besänftigen beruhigend | tranquilizar | rassurer apaiser
afraid scared fear frightened anxious terrified | Angst Ängste ängstlich fürchten Furcht Bammel Schiss | miedo temor asustado | peur craindre angoisse
rude impolite unfriendly treated_badly bad_manners disrespectful | unfreundlich unhöflich schlecht_behandelt frech patzig pampig respektlos | grosero maleducado antipático mal_trato | impoli désagréable mal_traité malpoli
harass harassment pester molest bully bullying | belästigen belästigt Belästigung mobben Mobbing bedrängen | acosar acoso hostigar | harceler harcèlement importuner
cheat scam rip_off ripped_off swindle defraud fraud conned | betrügen betrogen Betrug Betrüger abzocken abgezockt Abzocke reingelegt übers_Ohr | estafar estafa timo fraude engañar | escroquer arnaque arnaquer escroquerie fraude
check_in check-in checkin sign_in_at_reception checked_in | einchecken eingecheckt Check-in checke~ein Zimmer_beziehen | registrarse_en_recepción hacer_el_check-in check-in | enregistrement check-in
check_out check-out vacate_the_room leave_the_room | auschecken ausgecheckt Check-out Zimmer_räumen Zimmer_freigeben Zimmer_verlassen | hacer_el_check-out check-out dejar_la_habitación | check-out libérer_la_chambre quitter_la_chambre
log_on log_in login sign_in get_into_my_account logged_in | einloggen eingeloggt Login Log-in logge~ein ins_Konto_kommen | iniciar_sesión entrar_en_mi_cuenta | se_connecter connexion
log_out log_off sign_out logged_out logout | ausloggen ausgeloggt Logout Log-out logge~aus vom_Konto_abmelden | cerrar_sesión salir_de_la_cuenta | se_déconnecter déconnexion
try~out give_it_a_go trial taster_session have_a_go | ausprobieren ausprobiert probieren erproben austesten Schnupperstunde Probestunde | probar periodo_de_prueba | essayer essai
try_clothes_on try_on try_them_on trying_on | anprobieren anprobiert Anprobe probiere~an | probarse_ropa probarme_la_ropa | essayer_un_vêtement essayage
compare comparison comparing compared_with | vergleichen verglichen Vergleich Vergleiche gegenüberstellen Gegenüberstellung | comparar comparación | comparer comparaison
difference differ differences distinguish differentiate | Unterschied Unterschiede unterscheiden unterscheidet | diferencia diferenciar distinguir | différence différencier distinguer
upgrade move_up_a_class higher_tier bigger_plan higher_category | hochstufen hochgestuft Upgrade höherer_Tarif höheren_Tarif höhere_Kategorie aufstocken | mejorar_el_plan categoría_superior | surclassement passer_à_la_formule_supérieure
downgrade smaller_plan cheaper_plan lower_tier move_down_a_plan lower_category | herabstufen herabgestuft runterstufen herunterstufen Downgrade kleinerer_Tarif kleineren_Tarif niedrigerer_Tarif | bajar_de_plan plan_inferior | formule_inférieure déclassement
top~up recharge reload add_credit top-up put_money_on | aufladen aufgeladen Aufladung nachladen Guthaben_aufladen | recargar recarga | recharger recharge
remind send_a_reminder reminder_message appointment_reminder | erinnern erinnert Erinnerungsnachricht Terminerinnerung Erinnerungsmail | recordar recordatorio | rappel_de_rendez-vous envoyer_un_rappel
found_again been_found turned_up_again recovered_item | wiedergefunden wiederfinden wieder_aufgetaucht wiederaufgetaucht | encontrado ha_aparecido recuperado | retrouvé retrouver
typo misspelt misspelled spelling_mistake typing_error wrong_spelling | Tippfehler Schreibfehler vertippt falsch_geschrieben Rechtschreibfehler | errata error_ortográfico mal_escrito | faute_de_frappe faute_d'orthographe mal_orthographié
rectify correction put~right correct_the_mistake | berichtigen berichtigt Berichtigung korrigieren korrigiert Korrektur richtigstellen | corregir corrección rectificar | corriger correction rectifier
`;
