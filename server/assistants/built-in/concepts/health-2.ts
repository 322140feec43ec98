export const HEALTH_2 = `
hospital clinic infirmary | Krankenhaus Klinik Spital Krankenhäuser Klinikum | hospital clínica | hôpital clinique
casualty A&E emergency_room emergency_department accident_and_emergency | Notaufnahme Notfallambulanz Unfallstation Notfallstation | sala_de_urgencias urgencias_médicas | urgences service_des_urgences
visiting_hours visiting_times visitor_hours | Besuchszeit Besuchszeiten Besucherzeiten | horario_de_visitas horas_de_visita | heures_de_visite horaires_de_visite
out-of-hours_doctor on-call_doctor duty_doctor | ärztlicher_Notdienst Bereitschaftsarzt ärztlicher_Bereitschaftsdienst Ärztenotdienst | médico_de_guardia | médecin_de_garde
emergency_dentist dental_emergency on-call_dentist | Zahnnotdienst zahnärztlicher_Notdienst Zahnnotfall | dentista_de_guardia urgencia_dental | dentiste_de_garde urgence_dentaire
tooth teeth dental | Zahn Zähne zahnärztlich | diente dientes muela dental | dent dents dentaire
filling dental_filling tooth_filling | Zahnfüllung Füllung Plombe | empaste | plombage obturation
cavity tooth_decay caries hole_in_my_tooth | Karies Loch_im_Zahn Zahnfäule | caries | carie
tooth_cleaning dental_hygienist scale_and_polish teeth_cleaned dental_cleaning | Zahnreinigung Mundhygiene Dentalhygiene Zahnsteinentfernung Zähne~reinigen PZR | limpieza_dental higienista_dental | détartrage hygiéniste_dentaire nettoyage_des_dents
braces dental_brace orthodontist orthodontics | Zahnspange Kieferorthopäde Kieferorthopädin Kieferorthopädie | ortodoncia ortodoncista aparato_dental | appareil_dentaire orthodontie orthodontiste
dentures false_teeth denture | Gebiss dritte_Zähne Zahnprothese | dentadura_postiza prótesis_dental | dentier prothèse_dentaire
tooth_extraction pull_a_tooth tooth_pulled tooth_out pull~tooth | Zahn~ziehen Zahn~gezogen Zahnentfernung Zahnextraktion | extracción_dental sacar_una_muela | extraction_dentaire arracher_une_dent
wisdom_tooth wisdom_teeth | Weisheitszahn Weisheitszähne | muela_del_juicio | dent_de_sagesse
glasses spectacles specs eyeglasses | Brille Brillen Sehhilfe Augengläser | gafas anteojos lentes | lunettes lunettes_de_vue
sunglasses sun_glasses dark_glasses | Sonnenbrille Sonnenbrillen dunkle_Brille | gafas_de_sol | lunettes_de_soleil
contact_lens contact_lenses | Kontaktlinse Kontaktlinsen Haftschalen | lentillas lentes_de_contacto | lentilles lentilles_de_contact
eye_test sight_test eye_examination vision_test eyes_tested | Sehtest Augenuntersuchung Augentest Sehprüfung | revisión_de_la_vista examen_de_la_vista graduación_de_la_vista | examen_de_la_vue contrôle_de_la_vue test_de_vue
toilet loo lavatory restroom washroom WC gents ladies_room | Toilette WC Klo Toiletten Sanitärraum | aseo inodoro | toilettes WC sanitaires
toiletries toilet_articles washing_things | Toilettenartikel Hygieneartikel Körperpflegeprodukte | artículos_de_aseo | articles_de_toilette
wash_bag washbag toilet_bag sponge_bag | Kulturbeutel Waschbeutel Kulturtasche Toilettentasche | neceser | trousse_de_toilette
nappy diaper nappies pampers | Windel Windeln Pampers | pañal pañales | couche-culotte couches
nappy_change changing_table baby_changing change_a_nappy diaper_change | Wickeltisch wickeln Wickelraum Wickelmöglichkeit Wickelkommode Wickelauflage | cambiador cambiar_pañales | table_à_langer change_bébé
sanitary_towel sanitary_pad menstrual_pad | Damenbinde Monatsbinde Damenbinden | compresa | serviette_hygiénique
tampon tampons | Tampon Tampons | tampón | tampon
menstruation menstrual menstruating menstrual_period on_my_period | Menstruation Regelblutung Monatsblutung Menstruationsblutung | menstruación | menstruation
toothbrush toothbrushes tooth_brush | Zahnbürste Zahnbürsten | cepillo_de_dientes | brosse_à_dents
toothpaste dental_cream tooth_paste | Zahnpasta Zahncreme Zahnpaste | pasta_de_dientes dentífrico | dentifrice
shampoo hair_shampoo | Shampoo Haarwaschmittel Haarshampoo | champú | shampooing
shower_gel bodywash body_wash | Duschgel Duschbad Duschseife | gel_de_ducha | gel_douche
hairdryer hair_dryer blow_dryer | Föhn Haartrockner Fön Haarföhn | secador_de_pelo | sèche-cheveux séchoir_à_cheveux
face_mask surgical_mask mouth_cover | Mundschutz Schutzmaske Atemschutzmaske Maskenpflicht | mascarilla | masque_chirurgical masque_de_protection
sanitise disinfect disinfectant sanitiser sanitizer | desinfizieren Desinfektion Desinfektionsmittel desinfiziert keimfrei | desinfectar desinfectante | désinfecter désinfectant
hygiene hygienic cleanliness | Hygiene hygienisch Sauberkeit | higiene higiénico limpieza | hygiène hygiénique propreté
sun_cream sunscreen sunblock suntan_lotion | Sonnencreme Sonnenmilch Sonnenschutzmittel | crema_solar protector_solar | crème_solaire protection_solaire
puppy pup young_dog puppies | Welpe Welpen Hundebaby junger_Hund Hundewelpe | cachorro cachorros | chiot jeune_chien
kitten young_cat kitty | Kätzchen Katzenbaby Kitten junge_Katze Katzenjunges | gatito | chaton
dog four-legged_friend canine hound doggy pooch | Hund Hunde Vierbeiner Wauwau Hündin | perro perra | chien chienne canin
cat tomcat moggy feline | Katze Kater Mieze Stubentiger | gato gata | chat chatte félin
lead leash leashed on_a_lead | Leine Hundeleine angeleint anleinen Leinenpflicht Leinenzwang | correa atado | laisse tenu_en_laisse
muzzle muzzled dog_muzzle | Maulkorb Maulkorbpflicht Maulkörbe | bozal | muselière
collar dog_collar cat_collar | Halsband Hundehalsband Katzenhalsband Halsbänder | collar_de_perro collar_para_perro | collier_pour_chien collier_de_chien
dog_harness harness_for_dogs pet_harness | Hundegeschirr Brustgeschirr Geschirr_für_Hunde | arnés_para_perro | harnais_pour_chien
pet_carrier animal_crate travel_crate cat_box dog_crate | Transportbox Tierbox Katzenbox Hundebox Transportkorb Katzenkorb | transportín jaula_de_transporte | caisse_de_transport cage_de_transport panier_de_transport
kennel boarding_kennels dog_boarding cattery pet_hotel pet_boarding | Tierpension Hundepension Katzenpension Tierhotel Hundehotel | residencia_canina guardería_canina hotel_para_mascotas | pension_canine pension_pour_animaux chenil
droppings poo excrement faeces feces dog_mess dog_poo poop fouling | Kot Kacke Exkremente Hundekot Hundehaufen Fäkalien Häufchen Ausscheidungen | excrementos caca heces | excréments crottes déjections caca
urine pee wee urinate piss peed | Urin pinkeln Pipi urinieren Harn pieseln | orina pis orinar | urine pipi uriner
microchip chip_implant microchipped | Mikrochip gechippt Transponder Chippflicht | microchip chip_identificativo | puce_électronique pucé identification_électronique
neuter spay castrate neutered spayed | kastrieren Kastration kastriert sterilisiert Sterilisation | castrar castración esterilización | castrer castration stérilisation
pet_passport animal_passport pet's_passport | Heimtierausweis Tierpass Heimtierpass EU-Heimtierausweis | pasaporte_para_mascotas pasaporte_animal | passeport_pour_animaux passeport_animal
rabies rabies_jab anti-rabies | Tollwut Tollwutimpfung Tollwutschutz | rabia antirrábica | rage antirabique
flea fleas flea_treatment | Floh Flöhe Flohbefall Flohmittel | pulga pulgas | puces_du_chien antipuces
tick_bite tick_removal remove_a_tick bitten_by_a_tick | Zecke Zecken Zeckenbiss Zeckenstich | garrapata garrapatas | tique tiques
worming deworm dewormed worm_treatment | Entwurmung entwurmen entwurmt Wurmkur | desparasitar desparasitación | vermifuge vermifuger
animal_shelter rescue_centre rescue_home dog's_home | Tierheim Tierasyl Tierschutzhaus | refugio_de_animales protectora_de_animales | refuge_pour_animaux
put_to_sleep euthanise euthanize euthanasia | einschläfern Einschläferung eingeschläfert Euthanasie | eutanasia sacrificar_al_animal | euthanasier euthanasie piquer_un_animal
breed pedigree purebred dog_breed | Rasse Hunderasse reinrassig Rassehund | raza pedigrí | race_du_chien race_de_chien pedigree
breeder breeders dog_breeder | Züchter Züchterin Zuchtbetrieb | criador | éleveur
houseplant pot_plant potted_plant indoor_plant | Topfpflanze Zimmerpflanze Zimmerpflanzen Grünpflanze | planta_de_interior planta_en_maceta | plante_en_pot plante_d'intérieur
flower flowers bloom blossom | Blume Blumen Blüte Blüten | flor flores | fleur fleurs
bouquet bunch_of_flowers posy | Blumenstrauß Blumensträuße Blumengebinde | ramo_de_flores | bouquet
florist flower_shop florist's | Blumenladen Florist Floristin Blumenhändler | floristería florista | fleuriste
lawn_mowing mow grass_cutting cut_the_grass mowing | Rasen~mähen Rasenmähen mähen gemäht Rasenpflege | cortar_el_césped segar | tondre tonte tondre_la_pelouse
pest vermin infestation infested | Ungeziefer Schädlinge Schädlingsbefall | plaga bichos | nuisibles infestation
pest_control exterminator fumigation | Schädlingsbekämpfung Kammerjäger Schädlingsbekämpfer | control_de_plagas fumigación | désinsectisation dératisation
bedbug bedbugs bed_bugs | Bettwanze Bettwanzen Wanzen | chinches | punaises_de_lit
school schools schooling | Schule Schulen schulisch Schulbesuch | escuela colegio | école scolaire
pupil schoolchild schoolkid schoolboy schoolgirl | Schüler Schülerin Schulkind Schulkinder | alumno escolar alumna | élève écolier
student undergraduate university_student college_student | Student Studentin Studierende Studierender Studi Hochschüler | estudiante universitario universitaria | étudiant étudiante universitaire
student_card student_ID student_pass | Studentenausweis Studierendenausweis Studienausweis | carné_de_estudiante carnet_de_estudiante | carte_d'étudiant carte_étudiante
enrolment_certificate certificate_of_enrolment proof_of_study | Immatrikulationsbescheinigung Studienbescheinigung Inskriptionsbestätigung | certificado_de_matrícula | certificat_de_scolarité
school_ID pupil_card school_pass | Schülerausweis Schülerpass Schülerkarte | carné_escolar | carte_de_lycéen
apprentice trainee apprenticeship vocational_trainee | Auszubildende Auszubildender Azubi Lehrling Lehrlinge Lehrstelle | aprendiz | apprenti apprentissage alternant
intern internship work_placement | Praktikum Praktikant Praktikantin Praktikumsplatz | prácticas becario pasantía | stage stagiaire
university uni college higher_education | Universität Uni Hochschule Fachhochschule | universidad facultad | université fac études_supérieures
nursery creche crèche daycare day_nursery | Kita Krippe Kinderkrippe Kindertagesstätte | guardería | crèche garderie
kindergarten nursery_school preschool | Kindergarten Kita Kindertagesstätte Kindergärten | jardín_de_infancia preescolar | maternelle
childminder childminding child_minder | Tagesmutter Tagesvater Kindertagespflege Tagesmütter | cuidadora_de_niños | assistante_maternelle
babysitter babysit nanny sitter | Babysitter Kindermädchen Kinderfrau babysitten | niñera canguro | baby-sitter nounou
after-school_club after-school_care wraparound_care | Nachmittagsbetreuung Hort Hortbetreuung Ganztagsbetreuung Übermittagsbetreuung | actividades_extraescolares | garderie_périscolaire périscolaire
childcare child_supervision kids_club look_after_children supervised_play | Kinderbetreuung Kinderclub Kinderaufsicht Miniclub | club_infantil cuidado_de_niños | garde_d'enfants club_enfants mini-club
pushchair buggy stroller pram baby_carriage | Kinderwagen Buggy Kinderwägen | cochecito carrito_de_bebé silla_de_paseo | poussette landau
high_chair highchair baby_chair | Hochstuhl Kinderhochstuhl Hochstühle Kinderstuhl Babystuhl | trona silla_alta | chaise_haute
child_seat car_seat child_safety_seat children's_seat | Kindersitz Kindersitze Autokindersitz | silla_infantil silla_de_coche | siège_enfant siège_auto
booster_seat booster_cushion | Sitzerhöhung Kindersitzerhöhung | alzador elevador_infantil | rehausseur
baby_seat infant_carrier infant_seat | Babyschale Babysitz Babyautositz | silla_para_bebé | siège_bébé coque_bébé
playground play_area play_park | Spielplatz Spielplätze Kinderspielplatz Spielbereich | parque_infantil zona_de_juegos | aire_de_jeux
homework schoolwork home_work | Hausaufgabe Hausaufgaben Hausübung Schulaufgaben | deberes tarea_escolar | devoirs_scolaires devoirs
tutoring extra_tuition private_tuition after-school_tuition | Nachhilfe Nachhilfeunterricht Nachhilfestunde | clases_de_refuerzo | soutien_scolaire
private_lesson private_lessons one-to-one_lesson individual_lesson | Privatunterricht Privatstunde Privatstunden Einzelunterricht Einzelstunde | clase_particular clases_particulares | cours_particulier cours_particuliers
school_trip class_trip school_outing field_trip school_excursion | Klassenfahrt Schulausflug Klassenausflug Schulreise Wandertag | excursión_escolar viaje_escolar | sortie_scolaire voyage_scolaire
school_holidays school_break school_vacation | Schulferien Ferien Ferienzeit | vacaciones_escolares | vacances_scolaires
school_bag satchel schoolbag | Schultasche Schulranzen Ranzen Schulrucksack | mochila_escolar cartera_escolar | cartable sac_d'école
tuition_fees tuition_fee school_fees | Schulgeld Studiengebühr Studiengebühren | tasas_académicas | frais_de_scolarité
course_fee course_fees class_fee | Kursgebühr Kursgebühren Kursbeitrag Teilnahmegebühr | precio_del_curso tasa_del_curso | frais_de_cours prix_du_cours
parents'_evening parent-teacher_meeting parents'_meeting | Elternabend Elternsprechtag Elterngespräch | reunión_de_padres tutoría_de_padres | réunion_parents-professeurs réunion_de_parents
minimum_age age_limit age_restriction how_old age_requirement from_what_age | Mindestalter Altersgrenze Altersbeschränkung wie_alt Altersfreigabe ab_welchem_Alter | edad_mínima límite_de_edad | âge_minimum limite_d'âge
maximum_age upper_age_limit too_old | Höchstalter Altersobergrenze zu_alt | edad_máxima | âge_maximum trop_âgé
proof_of_age age_verification age_check prove_my_age | Altersnachweis Alterskontrolle Altersprüfung Altersverifikation Alter~nachweisen | prueba_de_edad verificación_de_edad | justificatif_d'âge preuve_d'âge vérification_de_l'âge
parental_consent written_consent_of_parents parents'_permission | Einverständniserklärung_der_Eltern Zustimmung_der_Eltern Elterneinwilligung elterliche_Zustimmung Einwilligung_der_Eltern | autorización_paterna autorización_de_los_padres consentimiento_paterno | autorisation_parentale accord_des_parents
date_of_birth birthdate DOB birth_date | Geburtsdatum geboren_am | fecha_de_nacimiento | date_de_naissance
unaccompanied_minor unaccompanied_child child_on_its_own without_a_parent without_an_adult | alleinreisendes_Kind unbegleitet Kind~alleine ohne_Begleitung_Erwachsener ohne_Eltern | menor_no_acompañado | mineur_non_accompagné enfant_seul
identity_card ID_card photo_ID | Personalausweis Ausweis Lichtbildausweis Identitätskarte Ausweisdokument | DNI documento_de_identidad carné_de_identidad | carte_d'identité pièce_d'identité
passport passports | Reisepass Reisepässe | pasaporte | passeport
nationality citizenship citizen | Nationalität Staatsangehörigkeit Staatsbürgerschaft Staatsbürger Staatsangehöriger | nacionalidad ciudadanía ciudadano | nationalité citoyenneté citoyen ressortissant
foreigner expat foreign_national | Ausländer Ausländerin ausländischer_Staatsbürger | extranjero | étranger ressortissant_étranger
residence_permit residency_card leave_to_remain right_to_stay | Aufenthaltstitel Aufenthaltsgenehmigung Aufenthaltserlaubnis Aufenthaltsbewilligung | permiso_de_residencia tarjeta_de_residencia | titre_de_séjour carte_de_séjour
entry_visa entry_permit visa_requirements need_a_visa tourist_visa | Visum Visumpflicht Einreisevisum Einreisegenehmigung | visado | visa_d'entrée visa_touristique
mother_tongue native_language native_speaker first_language | Muttersprache Muttersprachler Erstsprache Muttersprachlerin | lengua_materna hablante_nativo | langue_maternelle locuteur_natif
language_skills language_level fluent fluently knowledge_of_the_language | Sprachkenntnisse Sprachniveau fließend Sprachlevel | nivel_de_idioma conocimientos_de_idiomas con_fluidez | niveau_de_langue couramment connaissances_linguistiques
interpreter interpreting interpret | Dolmetscher Dolmetscherin dolmetschen Dolmetschdienst | intérprete | interprète interprétariat interpréter
translation translate translator translated | Übersetzung übersetzen übersetzt Übersetzer Übersetzerin | traducción traducir traductor | traduction traduire traducteur
certified_translation sworn_translator official_translation | beglaubigte_Übersetzung vereidigter_Übersetzer beeidigter_Übersetzer | traducción_jurada traductor_jurado | traduction_assermentée traducteur_assermenté
english english-speaking in_english anglophone | Englisch englischsprachig englischsprechend auf_Englisch englische_Sprache | inglés anglófono en_inglés | anglais anglophone en_anglais
german german-speaking in_german | Deutsch deutschsprachig deutschsprechend auf_Deutsch | alemán germanófono en_alemán | allemand germanophone en_allemand
foreign_language other_languages multilingual which_languages | Fremdsprache Fremdsprachen fremdsprachig mehrsprachig | lengua_extranjera otros_idiomas multilingüe | langue_étrangère autres_langues multilingue
religion religious faith denomination creed | Religion religiös Glaube Konfession Glaubensgemeinschaft | religión religioso confesión | religion religieux confession
church_service worship church_services holy_mass | Gottesdienst Andacht Sonntagsmesse heilige_Messe | oficio_religioso misa culto | office_religieux messe culte
pray prayer prayer_room prayers place_to_pray | beten Gebet Gebetsraum Andachtsraum gebetet | rezar oración sala_de_oración | prier prière salle_de_prière
halal muslim_food islamic_diet halal_meat | halal muslimische_Küche halal-zertifiziert Halal-Fleisch | halal | halal
no_pork pork-free without_pork | ohne_Schweinefleisch schweinefleischfrei kein_Schweinefleisch | sin_cerdo | sans_porc
kosher jewish_diet kashrut | koscher koscheres_Essen jüdische_Küche | kosher | casher kasher
vegetarian veggie meat-free meatless without_meat | vegetarisch Vegetarier fleischlos ohne_Fleisch Vegetarierin | vegetariano sin_carne | végétarien sans_viande
vegan plant-based no_animal_products | vegan Veganer pflanzlich rein_pflanzlich Veganerin | vegano vegana base_vegetal | végan végétalien végane
diet dietary_requirements special_diet dietary_needs special_meal | Diät Sonderkost Ernährungsbedürfnisse Diätessen Schonkost Ernährungsweise | dieta dieta_especial menú_especial | régime_alimentaire régime repas_spécial
baptism christening baptise christen | Taufe taufen getauft Tauffeier | bautizo bautismo | baptême baptiser
christmas xmas yuletide christmastime | Weihnachten weihnachtlich Weihnachtszeit | navidad | noël
headscarf hijab religious_headwear | Kopftuch Kopftücher Hidschab religiöse_Kopfbedeckung | pañuelo_en_la_cabeza hiyab | foulard hijab
eye_doctor ophthalmologist eye_specialist eye_clinic | Augenarzt Augenärztin Augenärzte Augenklinik | oftalmólogo oculista | ophtalmologue oculiste
gynaecologist gynecologist women's_doctor gynaecology | Frauenarzt Frauenärztin Gynäkologe Gynäkologin Gynäkologie | ginecólogo ginecología | gynécologue gynécologie
dermatologist skin_doctor dermatology skin_specialist | Hautarzt Hautärztin Hautärzte Dermatologe Dermatologin | dermatólogo dermatología | dermatologue dermatologie
surgeon surgeons operating_doctor | Chirurg Chirurgin Operateur | cirujano cirujana | chirurgien chirurgienne
podiatrist chiropodist podiatry chiropody | Podologe Podologin Podologie medizinische_Fußpflege | podólogo podología | podologue pédicure-podologue
pedicure foot_care toenail_care | Fußpflege Pediküre | pedicura | pédicure soin_des_pieds
beautician beauty_salon cosmetician beauty_parlour | Kosmetikerin Kosmetikstudio Kosmetiksalon Kosmetikbehandlung | esteticista salón_de_belleza | esthéticienne institut_de_beauté
make-up makeup | Schminke Make-up schminken geschminkt | maquillaje maquillarse | maquillage maquiller
cosmetics beauty_products cosmetic_products | Kosmetik Kosmetikartikel Kosmetika Schönheitsprodukte | cosméticos productos_de_belleza | cosmétiques produits_de_beauté
masseur masseuse massage_therapist | Masseur Masseurin Masseure | masajista | masseur masseuse
security_guard security_officer bouncer doorman | Sicherheitsdienst Wachmann Türsteher Security Wachdienst | guardia_de_seguridad vigilante | agent_de_sécurité vigile videur
lawyer solicitor attorney barrister legal_counsel | Anwalt Rechtsanwalt Anwältin Rechtsanwältin Anwälte Jurist | abogado abogada | avocat avocate juriste
notary notary_public notarised notarized | Notar Notarin notariell Notariat | notario notaría | notaire notarié
tax_adviser tax_advisor tax_consultant | Steuerberater Steuerberaterin Steuerberatung | asesor_fiscal | conseiller_fiscal
accountant bookkeeper bookkeeping accountancy | Buchhalter Buchhalterin Buchhaltung Buchführung | contable contabilidad | comptable comptabilité
tradesman tradesperson craftsman handyman workman | Handwerker Handwerkerin Handwerksbetrieb | operario manitas artesano | artisan
heating_engineer boiler_engineer gas_engineer boiler_technician | Heizungsinstallateur Heizungsmonteur Heizungsbauer Gasinstallateur | técnico_de_calefacción calefactor_instalador | chauffagiste
porter bellboy bellhop luggage_porter | Gepäckträger Hotelpage Kofferträger | botones maletero mozo_de_equipajes | bagagiste porteur
flight_attendant stewardess cabin_crew air_hostess steward | Flugbegleiter Flugbegleiterin Stewardess Kabinenpersonal Kabinencrew | azafata auxiliar_de_vuelo | hôtesse_de_l'air steward personnel_de_cabine
conductor ticket_inspector ticket_collector | Schaffner Schaffnerin Zugbegleiter Kontrolleur Fahrkartenkontrolleur | revisor interventor | contrôleur
cashier checkout_assistant till_operator | Kassierer Kassiererin Kassenkraft Kassier | cajero_de_tienda cajera | caissier caissière
salesperson shop_assistant sales_assistant sales_clerk | Verkäufer Verkäuferin Verkaufspersonal Verkaufsberater | vendedor dependiente | vendeur vendeuse
librarian library_staff | Bibliothekar Bibliothekarin Bibliothekspersonal | bibliotecario | bibliothécaire
nursing_home care_home old_people's_home retirement_home | Pflegeheim Altenheim Altersheim Seniorenheim Altenpflegeheim | residencia_de_ancianos asilo | maison_de_retraite EHPAD
home_care care_at_home outpatient_care domiciliary_care | häusliche_Pflege ambulante_Pflege Pflege_zu_Hause Hauskrankenpflege | cuidados_a_domicilio atención_domiciliaria | soins_à_domicile aide_à_domicile
care_level care_grade degree_of_care need_of_care | Pflegegrad Pflegestufe Pflegebedürftigkeit pflegebedürftig | grado_de_dependencia | degré_de_dépendance
living_will advance_decision advance_directive | Patientenverfügung Patientenverfügungen Patientenwille | testamento_vital | directives_anticipées
rehab rehabilitation rehabilitate | Reha Rehabilitation Rehaklinik Rehamaßnahme Anschlussheilbehandlung | rehabilitación | rééducation réadaptation
health_cure health_resort spa_cure | Kuraufenthalt Kurklinik Badekur Heilkur | cura_termal | cure_thermale
get_well healing heal convalescent convalescence | Genesung genesen gesund_werden heilen Heilung Gesundung | recuperarse curarse convalecencia | guérir guérison convalescence
healthy health fit_and_well | gesund Gesundheit gesundheitlich | salud sano saludable | santé sain bonne_santé
prosthesis artificial_limb prosthetic | Prothese Beinprothese Prothesen Armprothese | prótesis pierna_ortopédica | prothèse membre_artificiel
orthopaedic_insoles insoles arch_support orthotics | Schuheinlagen orthopädische_Einlagen Einlegesohlen | plantillas plantillas_ortopédicas | semelles_orthopédiques semelles
hearing_test audiometry hearing_check | Hörtest Hörprüfung Gehörtest | prueba_de_audición audiometría | test_auditif bilan_auditif
overweight obese obesity adipose | Übergewicht übergewichtig fettleibig Adipositas | sobrepeso obesidad obeso | surpoids obésité obèse
quarantine self-isolate self-isolation | Quarantäne Absonderung Selbstisolation Quarantänepflicht | cuarentena aislamiento | quarantaine isolement
poisoning poisoned toxic_reaction | Vergiftung vergiftet Vergiftungserscheinung | intoxicación envenenamiento | empoisonnement intoxication
food_poisoning food-borne_illness | Lebensmittelvergiftung Speisevergiftung Essensvergiftung | intoxicación_alimentaria | intoxication_alimentaire
chickenpox chicken_pox varicella | Windpocken Schafblattern Varizellen Feuchtblattern | varicela | varicelle
cancer cancerous carcinoma | Krebs Krebserkrankung Krebskrankheit krebskrank Karzinom | cáncer | cancer
stroke apoplexy had_a_stroke | Schlaganfall Hirnschlag Schlaganfälle Apoplex | ictus derrame_cerebral | AVC attaque_cérébrale
addiction addicted addict | Sucht süchtig Suchterkrankung Suchtkranke | adicción adicto | addiction
drunk intoxicated inebriated tipsy under_the_influence | betrunken alkoholisiert besoffen angetrunken berauscht | borracho ebrio embriaguez | ivre ivresse alcoolisé soûl
dizzy dizziness vertigo light-headed | schwindlig Schwindel schwindelig Schwindelgefühl | mareo_de_cabeza vértigo | vertige étourdissement
swelling swollen puffed_up | geschwollen Schwellung anschwellen angeschwollen | hinchazón hinchado | gonflement enflé
bruise bruised bruising black_and_blue | Bluterguss blauer_Fleck Prellung Hämatom | moratón cardenal | ecchymose hématome
blood bleed bleeding | Blut bluten blutet Blutung | sangre sangrar sangrado | sang saigner saignement
scar scars scarring | Narbe Narben Vernarbung | cicatriz | cicatrice
spine spinal_column spinal backbone | Wirbelsäule Rückgrat Wirbelsäulen | columna_vertebral | colonne_vertébrale
eye eyes ocular | Auge Augen Augenbereich | ojo ojos | œil yeux
ear ears ear_canal | Ohr Ohren Gehörgang | oreja oído | oreille oreilles
foot feet | Fuß Füße | pie pies | pied pieds
leg legs lower_limb | Bein Beine Beinen | pierna | jambe
pet_food animal_feed pet_feed | Tierfutter Tiernahrung Futter | comida_para_mascotas | nourriture_pour_animaux
dog_food dog_biscuits food_for_dogs | Hundefutter Hundenahrung Futter_für_Hunde | comida_para_perros | nourriture_pour_chien
cat_food food_for_cats | Katzenfutter Katzennahrung Futter_für_Katzen | comida_para_gatos | nourriture_pour_chat
cat_litter kitty_litter | Katzenstreu Streu Einstreu | arena_para_gatos | litière litière_pour_chat
litter_tray litter_box cat_toilet | Katzenklo Katzentoilette Katzenklos | arenero | bac_à_litière
poop_bag poo_bag dog_waste_bag | Kotbeutel Hundekotbeutel Hundetüte Gassibeutel | bolsa_para_excrementos | sac_à_crottes sachet_pour_déjections
dog_groomer grooming_salon pet_grooming dog_grooming | Hundefriseur Hundesalon Hundepflege Fellpflege | peluquería_canina | toiletteur toilettage
dog_sitter pet_sitter pet_sitting dog_sitting | Hundesitter Hundebetreuung Tiersitter Tierbetreuung | cuidador_de_mascotas | dog-sitter garde_d'animaux
dog_walker dog_walking walk~dog | Gassigeher Gassi_gehen Gassiservice Hundeausführer | paseador_de_perros | promeneur_de_chiens
feeding_bottle baby_bottle nursing_bottle | Babyflasche Fläschchen Babyfläschchen | biberón | biberon
baby_food baby_porridge weaning_food | Babynahrung Babybrei Babykost Gläschenkost | papilla comida_para_bebé | petit_pot nourriture_pour_bébé
baby_milk baby_formula infant_formula formula_milk | Babymilch Säuglingsmilch Milchpulver Säuglingsnahrung | leche_infantil leche_de_fórmula | lait_infantile lait_maternisé
dummy pacifier soother | Schnuller Nuckel Nuggi | chupete | tétine sucette_pour_bébé
schoolbook textbook course_book coursebook | Schulbuch Lehrbuch Schulbücher Lehrbücher Kursbuch | libro_de_texto libro_escolar | manuel_scolaire livre_de_cours
report_card school_report school_reports | Zeugnis Schulzeugnis Jahreszeugnis Halbjahreszeugnis | boletín_de_notas | bulletin_scolaire
grades school_marks grading | Noten Schulnoten Zensuren Benotung | calificaciones notas_escolares | notes_scolaires
class_timetable class_schedule course_schedule lesson_schedule | Stundenplan Unterrichtsplan Kursplan | horario_de_clases | emploi_du_temps
boarding_school boarding_pupil | Internat Internatsschüler Schülerheim | internado | internat pensionnat
`;
