export const HEALTH_1 = `
mother mum mummy mom mommy mam | Mutter Mama Mutti Mami | madre mamá | mère maman
father dad daddy papa | Vater Papa Papi Vati | padre papá | père papa
parent parents mum_and_dad mother_and_father | Eltern Elternteil Vater_und_Mutter Mama_und_Papa | padres progenitores | parents
grandmother grandma granny nan nanna | Großmutter Oma Omi Großmama | abuela abuelita | grand-mère mamie
grandfather grandpa granddad grandad gramps | Großvater Opa Opi Großpapa | abuelo abuelito | grand-père papi
grandparents grandma_and_grandpa nan_and_grandad | Großeltern Oma_und_Opa Großelternteil | abuelos | grands-parents
grandchild grandchildren grandson granddaughter grandkid | Enkel Enkelkind Enkelin Enkelsohn Enkeltochter | nieto nieta nietos | petit-fils petite-fille petits-enfants
brother brothers bro | Bruder Brüder | hermano | frère
sister sisters sis | Schwester Schwestern | hermana | sœur soeur
sibling siblings brother_or_sister brothers_and_sisters | Geschwister Geschwisterkind Geschwisterteil Geschwisterkinder | hermanos hermanas | fratrie frères_et_sœurs
husband hubby my_husband | Ehemann Gatte Ehegatte mein_Mann | marido esposo | mari époux
wife missus my_wife | Ehefrau Gattin Ehegattin meine_Frau | esposa | femme épouse
spouse spousal married_partner | Ehepartner Ehegatte Ehepartnerin Gatte | cónyuge esposo esposa | conjoint conjointe époux épouse
partner significant_other life_partner cohabitant | Partner Partnerin Lebensgefährte Lebensgefährtin Lebenspartner Lebenspartnerin | pareja compañero_sentimental | compagnon compagne concubin concubine
fiancé fiancée fiance engaged_to_be_married | Verlobter Verlobte verlobt Verlobung | prometido prometida | fiancé fiancée fiançailles
relative relatives kin next_of_kin family_member | Verwandte Verwandter Angehörige Angehöriger Familienangehörige Familienmitglied verwandt | pariente familiar familiares | membre_de_la_famille parenté membre_de_ma_famille
stepchild stepson stepdaughter stepchildren | Stiefkind Stiefsohn Stieftochter Stiefkinder | hijastro hijastra | beau-fils belle-fille
foster_child foster_children fostered foster_care | Pflegekind Pflegekinder Pflegefamilie Pflegeeltern | niño_acogido acogimiento_familiar | enfant_placé famille_d'accueil
adopt adoption adopted adoptive | adoptieren Adoption adoptiert Adoptivkind Adoptiveltern | adoptar adopción adoptivo | adopter adoption adoptif
in-laws mother-in-law father-in-law parents-in-law | Schwiegereltern Schwiegermutter Schwiegervater | suegros suegra suegro | beaux-parents belle-mère beau-père
single_parent lone_parent single_mother single_father single_mum single_mom | alleinerziehend Alleinerziehende Alleinerziehender | monoparental madre_soltera padre_soltero | monoparental parent_isolé
divorce divorced divorcee | Scheidung scheiden geschieden Ehescheidung | divorcio divorciado divorciarse | divorce divorcé divorcer
widow widower widowed | Witwe Witwer verwitwet | viuda viudo viudedad | veuve veuf veuvage
guardian legal_guardian custody parental_responsibility | Erziehungsberechtigter Erziehungsberechtigte Sorgeberechtigter Sorgeberechtigte Sorgerecht Vormund sorgeberechtigt | tutor_legal custodia patria_potestad | tuteur_légal tutelle autorité_parentale garde_légale
minor minors underage under_age | minderjährig Minderjährige Minderjähriger nicht_volljährig | menor_de_edad menores | mineur mineure mineurs
of_age legal_age age_of_majority full_age | volljährig Volljährigkeit Volljährige Volljähriger | mayor_de_edad mayoría_de_edad | majeur majorité
teenager teen teens adolescent youth youngster | Jugendliche Jugendlicher Teenager Teenie Jugend | adolescente joven jóvenes | adolescent ado jeune
baby infant newborn babies neonate | Baby Babys Säugling Neugeborenes Neugeborene | bebé recién_nacido lactante | bébé nourrisson nouveau-né
toddler small_child young_child little_one | Kleinkind Kleinkinder kleines_Kind | niño_pequeño | tout-petit enfant_en_bas_âge
twin twins multiple_birth | Zwilling Zwillinge Mehrlinge | gemelo gemelos mellizos | jumeau jumeaux jumelles
pensioner senior senior_citizen retiree OAP elderly retired | Rentner Rentnerin Pensionist Pensionär Pensionistin Senior Senioren Seniorin | jubilado pensionista persona_mayor tercera_edad | retraité senior personne_âgée
nurse nursing_staff nurses | Krankenschwester Krankenpfleger Pflegefachkraft Pflegefachfrau Krankenpflegerin | enfermera enfermero | infirmière infirmier
doctor physician GP general_practitioner medic family_doctor | Arzt Ärztin Ärzte Hausarzt Hausärztin Allgemeinmediziner Mediziner | médico doctor médica médico_de_cabecera | médecin docteur généraliste médecin_traitant
doctor's_office medical_practice GP_surgery GP_practice doctor's_surgery | Praxis Arztpraxis Ordination Hausarztpraxis | consultorio ambulatorio | cabinet_médical
medical_specialist specialist_doctor specialist_consultant | Facharzt Fachärztin Fachärzte Spezialarzt | especialista médico_especialista | spécialiste médecin_spécialiste
paediatrician pediatrician children's_doctor | Kinderarzt Kinderärztin Kinderärzte Pädiater | pediatra | pédiatre
dentist dental_practice dental_surgeon dentists | Zahnarzt Zahnärztin Zahnärzte Zahnarztpraxis Dentist | dentista odontólogo | dentiste chirurgien-dentiste
vet veterinarian veterinary veterinary_surgeon animal_doctor | Tierarzt Tierärztin Tierärzte tierärztlich Veterinär Tierarztpraxis | veterinario veterinaria | vétérinaire
pharmacy chemist drugstore pharmacist dispensary | Apotheke Apotheker Apothekerin | farmacia farmacéutico | pharmacie pharmacien
optician optometrist eyewear_shop | Optiker Optikerin Augenoptiker | óptica óptico optometrista | opticien optométriste
midwife midwives midwifery | Hebamme Hebammen Geburtshelferin | matrona comadrona partera | sage-femme maïeuticien
carer caregiver care_worker home_help personal_care_assistant | Pfleger Pflegerin Pflegekraft Pflegekräfte Pflegedienst Pflegeperson | cuidador cuidadora | aide-soignant auxiliaire_de_vie
plumber plumbing pipe_fitter | Klempner Installateur Sanitärinstallateur Spengler Sanitär | fontanero plomero fontanería | plombier plomberie
electrician sparky electrical_contractor | Elektriker Elektrikerin Elektroinstallateur Elektrofachkraft | electricista | électricien
gardener gardening landscaper gardening_service | Gärtner Gärtnerin Gartenarbeit Gartenpflege Landschaftsgärtner | jardinero jardinería | jardinier jardinage
painter decorator painting_and_decorating house_painter | Maler Malerin Anstreicher Malerarbeiten | pintor_de_paredes pintor | peintre_en_bâtiment peintre
carpenter joiner cabinetmaker joinery carpentry | Tischler Schreiner Tischlerin Schreinerin Tischlerei Schreinerei | carpintero ebanista carpintería | menuisier ébéniste menuiserie
roofer roofing_contractor roofing | Dachdecker Dachdeckerin Dachdeckerei | techador techista | couvreur
locksmith lock_out_service locksmiths locked_myself_out | Schlüsseldienst Aufsperrdienst Schlüsselnotdienst | cerrajero cerrajería | serrurier serrurerie
chimney_sweep chimney_cleaner sweep_the_chimney | Schornsteinfeger Kaminkehrer Rauchfangkehrer Kaminfeger | deshollinador | ramoneur
cleaner cleaning_lady housekeeper chambermaid cleaning_staff | Reinigungskraft Reinigungskräfte Putzfrau Zimmermädchen Putzkraft Raumpflegerin | limpiadora camarera_de_pisos personal_de_limpieza | femme_de_ménage femme_de_chambre agent_d'entretien
caretaker janitor building_superintendent | Hausmeister Hauswart Abwart Hausmeisterin Hausbesorger | conserje encargado_del_edificio | concierge gardien_d'immeuble
receptionist front_desk reception_desk reception desk_clerk | Rezeptionist Rezeptionistin Rezeption Empfangsmitarbeiter am_Empfang Empfangspersonal | recepcionista recepción | réceptionniste réception
manager boss supervisor person_in_charge | Geschäftsführer Chef Chefin Vorgesetzter Vorgesetzte Filialleiter Filialleiterin Manager | gerente jefe encargado | gérant responsable patron
driver chauffeur drivers | Fahrer Fahrerin Chauffeur | conductor chófer | chauffeur conducteur
tour_guide guide museum_guide | Reiseleiter Reiseleiterin Fremdenführer Fremdenführerin Gästeführer Guide Stadtführer | guía guía_turístico | guide guide_touristique
waiter waitress waiting_staff | Kellner Kellnerin Servicekraft Serviererin | camarero camarera mesero | serveur serveuse
kitchen_chef chef head_cook | Koch Köchin Köche Küchenchef | cocinero cocinera chef_de_cocina | cuisinier chef_cuisinier
hairdresser barber hair_salon hairstylist | Friseur Friseurin Frisör Coiffeur Friseursalon | peluquero peluquería barbero | coiffeur coiffeuse coiffure
teacher schoolteacher lecturer teaching_staff | Lehrer Lehrerin Lehrkraft Lehrkräfte Dozent Dozentin | profesor profesora maestro docente | enseignant professeur prof
trainer instructor personal_trainer fitness_instructor | Trainer Trainerin Übungsleiter Kursleiter Kursleiterin Instruktor Coach | entrenador monitor instructor | entraîneur moniteur
driving_instructor driving_school | Fahrlehrer Fahrlehrerin Fahrschule | autoescuela profesor_de_autoescuela | auto-école moniteur_d'auto-école
driving_lesson driving_lessons | Fahrstunde Fahrstunden Fahrunterricht | clase_de_conducir práctica_de_conducir | leçon_de_conduite
haircut hair_cut trim~hair cut~hair | Haarschnitt Haare~schneiden Haare~geschnitten | corte_de_pelo | coupe_de_cheveux
lifeguard pool_attendant pool_supervisor | Bademeister Bademeisterin Rettungsschwimmer Schwimmaufsicht | socorrista | maître-nageur surveillant_de_baignade
stomach belly tummy abdomen | Bauch Magen Unterleib Bauchraum | estómago vientre barriga abdomen | ventre estomac abdomen
stomach_ache tummy_ache belly_ache stomach_pain stomach_cramps | Bauchschmerzen Bauchweh Magenschmerzen Bauchkrämpfe | dolor_de_estómago dolor_de_barriga | mal_au_ventre mal_d'estomac
knee kneecap knees | Knie Kniegelenk Kniescheibe | rodilla | genou genoux
shoulder shoulder_joint shoulders | Schulter Schultergelenk Schultern | hombro | épaule
hip hip_joint hips | Hüfte Hüftgelenk Hüften | cadera | hanche
bum backside buttocks bum_cheeks | Gesäß Po Hintern Hinterteil | trasero nalgas culo | fesses derrière
skin cutaneous dermal | Haut Hautoberfläche kutan | piel cutáneo | peau cutané
pain ache hurt sore painful hurts | Schmerz Schmerzen wehtun weh schmerzhaft schmerzt schmerzen | dolor duele doler dolorido | douleur mal_à douloureux
headache sore_head head_pain head_hurts | Kopfschmerzen Kopfweh Kopf~weh | dolor_de_cabeza cefalea | mal_de_tête céphalée
migraine migraines migraine_attack | Migräne Migräneanfall Migräneattacke | migraña jaqueca | migraine
backache back_pain bad_back lumbago spine_trouble | Rückenschmerzen Rückenleiden Kreuzschmerzen Hexenschuss Rückenprobleme Kreuzweh | dolor_de_espalda lumbago | mal_de_dos lumbago
toothache tooth_pain dental_pain sore_tooth teeth_hurt tooth_hurts | Zahnschmerzen Zahnweh Zahn~weh | dolor_de_muelas dolor_dental | mal_aux_dents rage_de_dents mal_de_dents
sick ill unwell illness sickness under_the_weather | krank erkrankt Krankheit Erkrankung erkranken unwohl | enfermo enfermedad indispuesto | malade maladie souffrant
sick_note doctor's_note fit_note medical_certificate sick_certificate doctor's_certificate | Attest Krankschreibung Arztzeugnis Krankmeldung Krankenschein ärztliche_Bescheinigung Arbeitsunfähigkeitsbescheinigung | certificado_médico justificante_médico baja_médica parte_de_baja | certificat_médical arrêt_maladie arrêt_de_travail
sick_leave signed_off_sick off_sick unfit_for_work incapacity | krankgeschrieben Krankenstand arbeitsunfähig Arbeitsunfähigkeit | baja_por_enfermedad incapacidad_laboral de_baja | arrêt_maladie incapacité_de_travail
flu influenza grippe | Grippe Influenza grippal | gripe | grippe
common_cold a_cold sniffles runny_nose caught_a_cold head_cold | Erkältung erkältet Schnupfen verkühlt Verkühlung | resfriado catarro constipado | rhume enrhumé
cough coughing coughs | Husten husten Hustenreiz | tos toser | toux tousser
fever feverish running_a_temperature | Fieber fiebrig fiebern | fiebre | fièvre fiévreux
infectious contagious communicable infection | ansteckend infektiös übertragbare_Krankheit ansteckende Infektion Ansteckung | contagioso infeccioso | contagieux infectieux
covid coronavirus corona | Corona Coronavirus Covid | covid coronavirus | covid coronavirus
vomit throw_up puke vomiting threw_up | erbrechen Erbrochenes kotzen speiben sich_übergeben mich_übergeben | vomitar vómito | vomir vomissement
nausea nauseous queasy feel_sick | Übelkeit übel schlecht_geworden mir_ist_schlecht | náuseas mareado | nausée nauséeux
seasick motion_sickness travel_sickness carsick seasickness | seekrank Seekrankheit reisekrank Reisekrankheit Reiseübelkeit | mareo_en_barco mareos | mal_de_mer mal_des_transports
diarrhoea diarrhea the_runs upset_stomach | Durchfall Durchfallerkrankung Dünnpfiff | diarrea | diarrhée
head_lice nits lice | Kopfläuse Läuse Läusebefall Nissen | piojos liendres | poux lentes
rash skin_irritation hives | Ausschlag Hautausschlag Hautreizung | sarpullido erupción | éruption_cutanée irritation_cutanée
sunburn sunburnt burnt_by_the_sun | Sonnenbrand sonnenverbrannt Sonnenbrände | quemadura_solar quemado_por_el_sol | coup_de_soleil
sting stung insect_bite insect_sting mosquito_bite | Insektenstich gestochen Mückenstich Wespenstich | picadura | piqûre_d'insecte
bite bitten dog_bite | Biss gebissen beißen Hundebiss Bisswunde | mordedura mordisco morder | morsure mordu mordre
blood_pressure hypertension high_blood_pressure | Blutdruck Bluthochdruck Hypertonie | presión_arterial tensión_arterial hipertensión | tension_artérielle hypertension
heart_attack infarct myocardial_infarction | Herzinfarkt Herzanfall Infarkt | infarto ataque_al_corazón | crise_cardiaque infarctus
heart_condition heart_disease heart_trouble cardiac weak_heart | Herzkrankheit Herzleiden herzkrank Herzprobleme Herzfehler Herzerkrankung | enfermedad_cardíaca problemas_de_corazón cardíaco | maladie_cardiaque cardiaque problèmes_de_cœur
diabetes diabetic diabetics | Diabetes Diabetiker Diabetikerin zuckerkrank Zuckerkrankheit | diabetes diabético | diabète diabétique
asthma asthmatic asthma_attack | Asthma asthmatisch Asthmatiker Asthmakranke | asma asmático | asthme asthmatique
epilepsy epileptic seizure | Epilepsie epileptisch Epileptiker Krampfanfall | epilepsia epiléptico convulsión | épilepsie épileptique crise_d'épilepsie
pre-existing_condition previous_illness existing_condition medical_history chronic_condition | Vorerkrankung Vorerkrankungen chronisch_krank chronische_Krankheit Krankengeschichte | enfermedad_preexistente preexistencia enfermedad_crónica | maladie_préexistante antécédents_médicaux maladie_chronique
depression depressed depressive | Depression Depressionen depressiv | depresión deprimido | dépression dépressif
mental_illness mental_health mentally_ill psychological_problems | psychisch_krank psychische_Erkrankung psychische_Gesundheit psychische_Probleme | salud_mental enfermedad_mental | santé_mentale maladie_psychique
injury injured wound wounded hurt_myself injure | Verletzung verletzt Wunde verletzen verwundet wehgetan | lesión herida herido lesionado lesionarse | blessure blessé plaie blesser
fracture fractured broken_bone bone_fracture | Knochenbruch Fraktur Knochenbrüche Knochen~gebrochen | fractura hueso_roto | fracture os_cassé
broken_leg broke~leg leg_fracture leg~broken | Beinbruch Bein~gebrochen gebrochenes_Bein | pierna_rota rotura_de_pierna | jambe_cassée
broken_arm broke~arm arm_fracture arm~broken | Armbruch Arm~gebrochen gebrochener_Arm | brazo_roto rotura_de_brazo | bras_cassé
sprain sprained twisted_ankle sprained_ankle twisted_knee | Verstauchung verstaucht umgeknickt verknackst Fuß~umgeknickt | esguince torcedura | entorse foulure foulé
plaster_cast in_plaster leg_in_plaster | Gips Gipsverband eingegipst Gipsbein | escayola yeso escayolado | plâtre plâtré
band-aid sticking_plaster adhesive_bandage band_aid | Pflaster Heftpflaster Wundpflaster | tirita curita | pansement sparadrap
first_aid first-aid first_aider medical_room | Erste_Hilfe Erste-Hilfe Ersthelfer Sanitätsraum | primeros_auxilios | premiers_secours secouriste
first-aid_kit first_aid_kit first_aid_box | Verbandskasten Verbandkasten Erste-Hilfe-Kasten Sanikasten | botiquín | trousse_de_secours
ambulance paramedic paramedics emergency_doctor | Krankenwagen Rettungswagen Rettungsdienst Notarzt Sanitäter Notärztin Rettung_rufen | ambulancia paramédico | ambulance ambulancier SAMU
faint pass_out unconscious fainting | ohnmächtig Ohnmacht bewusstlos Bewusstlosigkeit | desmayo desmayarse inconsciente | s'évanouir évanoui malaise évanouissement
defibrillator AED defib | Defibrillator Defi AED | desfibrilador DEA | défibrillateur DAE
allergy allergic allergies hypersensitivity allergen allergens | Allergie allergisch Allergiker Überempfindlichkeit Allergene Allergen | alergia alérgico alérgeno alérgenos | allergie allergique allergène allergènes
intolerance intolerant food_intolerance can't_tolerate | Unverträglichkeit Intoleranz Lebensmittelunverträglichkeit vertrage_nicht | intolerancia intolerante | intolérance intolérant
lactose lactose-free lactose_intolerant | Laktose laktosefrei Laktoseintoleranz laktoseintolerant | lactosa sin_lactosa | lactose sans_lactose
nuts nut_allergy nut-free tree_nuts | Nuss Nüsse Nussallergie nussfrei Schalenfrüchte | nueces frutos_secos | noix fruits_à_coque
peanut peanuts groundnut peanut_allergy | Erdnuss Erdnüsse Erdnussallergie | cacahuete cacahuetes maní | cacahuète arachide
dairy-free milk-free without_milk no_dairy | milchfrei ohne_Milch ohne_Milchprodukte | sin_lácteos sin_leche | sans_lait sans_produits_laitiers
gluten gluten-free coeliac celiac | Gluten glutenfrei Zöliakie | gluten sin_gluten celíaco celiaquía | gluten sans_gluten cœliaque
hay_fever pollen pollen_allergy | Heuschnupfen Pollen Pollenallergie Pollenallergiker | fiebre_del_heno alergia_al_polen polen | rhume_des_foins pollen
disabled disability handicapped handicap impairment special_needs reduced_mobility | behindert Behinderung Behinderte Beeinträchtigung Schwerbehinderung schwerbehindert Handicap körperbehindert | discapacidad discapacitado minusválido minusvalía movilidad_reducida | handicap handicapé invalide mobilité_réduite PMR
disability_card disabled_person's_pass proof_of_disability | Schwerbehindertenausweis Behindertenausweis Behindertenpass | tarjeta_de_discapacidad certificado_de_discapacidad | carte_d'invalidité carte_mobilité_inclusion
wheelchair wheelchair_user wheelchairs wheelchair-bound | Rollstuhl Rollstuhlfahrer Rollstühle Rollstuhlfahrerin rollstuhlgerecht Rolli | silla_de_ruedas usuario_de_silla_de_ruedas | fauteuil_roulant utilisateur_de_fauteuil
step-free barrier-free accessible without_steps level_access no_stairs accessibility | barrierefrei ebenerdig stufenfrei schwellenlos Barrierefreiheit | sin_escalones sin_barreras accesible accesibilidad | plain-pied sans_marche accessible accessibilité
zimmer_frame walking_frame rollator | Rollator Gehwagen Gehgestell Rollatoren | andador caminador | déambulateur rollator
walking_aid mobility_aid aid_for_walking | Gehhilfe Mobilitätshilfe Mobilitätshilfen | ayuda_para_caminar | aide_à_la_marche
ramp access_ramp wheelchair_ramp | Rampe Rollstuhlrampe Auffahrrampe | rampa | rampe
pacemaker heart_pacemaker cardiac_pacemaker | Herzschrittmacher Schrittmacher Pacemaker | marcapasos | pacemaker stimulateur_cardiaque
crutch crutches walking_on_crutches | Krücke Krücken Gehstützen Unterarmgehstützen an_Krücken | muleta muletas | béquille béquilles
walking_stick cane walking_cane | Gehstock Spazierstock Krückstock | bastón | canne
disabled_toilet accessible_toilet wheelchair_toilet disabled_bathroom | Behindertentoilette Behinderten-WC Rollstuhltoilette barrierefreie_Toilette barrierefreies_WC | aseo_adaptado baño_adaptado | toilettes_handicapés toilettes_adaptées
disabled_parking accessible_parking blue_badge_parking disabled_bay | Behindertenparkplatz Behindertenparkplätze Schwerbehindertenparkplatz | plaza_para_minusválidos aparcamiento_para_discapacitados | place_handicapé stationnement_PMR
mobility_scooter disability_scooter senior_scooter | Seniorenmobil Elektromobil Seniorenscooter | scooter_de_movilidad | scooter_pour_senior
electric_wheelchair power_chair powered_wheelchair | Elektrorollstuhl E-Rollstuhl elektrischer_Rollstuhl | silla_de_ruedas_eléctrica | fauteuil_électrique
blind visually_impaired partially_sighted sight_loss poor_eyesight | blind sehbehindert sehbeeinträchtigt Blinde Blinder Sehbehinderung erblindet | ciego ceguera invidente discapacidad_visual baja_visión | aveugle malvoyant non-voyant déficient_visuel cécité
deaf hard_of_hearing hearing_impaired hearing_loss | gehörlos taub schwerhörig hörbehindert Gehörlose Schwerhörigkeit hörgeschädigt | sordo sordera discapacidad_auditiva | sourd malentendant surdité déficient_auditif
hearing_loop induction_loop loop_system t-coil | Induktionsschleife Höranlage Hörschleife Ringschleife | bucle_magnético bucle_de_inducción | boucle_magnétique boucle_à_induction
hearing_aid hearing_aids | Hörgerät Hörgeräte Hörhilfe Hörapparat | audífono aparato_auditivo | appareil_auditif prothèse_auditive audioprothèse
guide_dog assistance_dog service_dog seeing-eye_dog service_animal | Blindenhund Assistenzhund Blindenführhund Führhund | perro_guía perro_de_asistencia perro_lazarillo | chien_guide chien_d'assistance chien_d'aveugle
sign_language BSL ASL signing_interpreter | Gebärdensprache Gebärdensprachdolmetscher gebärden Gebärden | lengua_de_signos lengua_de_señas | langue_des_signes LSF
subtitles captions captioned subtitled | Untertitel untertitelt Untertitelung | subtítulos subtitulado | sous-titres sous-titré surtitres
large_print big_letters large_type | Großdruck große_Schrift große_Buchstaben | letra_grande | gros_caractères grands_caractères
easy_read plain_language simple_language | leichte_Sprache einfache_Sprache leichter_Sprache | lectura_fácil lenguaje_sencillo | facile_à_lire langage_simplifié FALC
braille tactile_writing raised_dots | Blindenschrift Brailleschrift Braille Punktschrift | braille | braille
companion accompanying_person accompany accompanied | Begleitperson Begleiter Begleiterin Begleitung begleiten | acompañante acompañar | accompagnateur accompagnant accompagner
dementia senile senility | Demenz dement demenzkrank | demencia demencia_senil | démence
alzheimer's alzheimer alzheimer's_disease | Alzheimer Alzheimer-Krankheit alzheimerkrank | alzhéimer alzheimer | alzheimer
autism autistic on_the_spectrum | Autismus autistisch Autist Autistin | autismo autista | autisme autiste
pregnant pregnancy expectant mum-to-be mother-to-be expecting_a_baby | schwanger Schwangerschaft Schwangere werdende_Mutter hochschwanger | embarazada embarazo encinta gestante | enceinte grossesse femme_enceinte
birth born childbirth delivery_of_a_baby give_birth | Geburt geboren Entbindung entbinden gebären Niederkunft | nacimiento parto nacer nacido dar_a_luz | naissance accouchement naître né accoucher
due_date_of_birth expected_date_of_delivery baby_is_due weeks_pregnant week_of_pregnancy | Geburtstermin Entbindungstermin Schwangerschaftswoche errechneter_Termin | semana_de_embarazo fecha_prevista_de_parto | semaine_de_grossesse date_d'accouchement
breastfeed breastfeeding nursing_mother lactating | stillen stillend Stillzeit Stillende gestillt | lactancia dar_el_pecho amamantar | allaiter allaitement allaitante
maternity_leave maternity_protection | Mutterschutz Mutterschaftsurlaub Mutterschaftszeit | baja_por_maternidad | congé_maternité
parental_leave baby_break baby_leave | Elternzeit Elternkarenz Babypause | permiso_parental | congé_parental
cremation cremate crematorium | Einäscherung Feuerbestattung Krematorium einäschern | cremación incineración crematorio | crémation incinération crématorium
certificate_of_inheritance grant_of_probate probate | Erbschein Erbnachweis Erbbescheinigung | certificado_de_herederos declaración_de_herederos | acte_de_notoriété certificat_d'hérédité
miscarriage miscarried miscarry | Fehlgeburt Schwangerschaftsverlust | aborto_espontáneo | fausse_couche
death die died deceased passed_away pass_away | Tod Todesfall verstorben gestorben sterben Ableben verstirbt Verstorbene Verstorbener Sterbefall | muerte fallecimiento fallecido fallecer morir difunto defunción | décès décédé mort mourir défunt décéder
bereavement mourning grief bereaved | Trauer Trauerfall Hinterbliebene trauern Hinterbliebener | luto duelo | deuil endeuillé
funeral burial bury funeral_service | Beerdigung Begräbnis Bestattung beerdigen Beisetzung Trauerfeier bestatten | funeral entierro sepelio | obsèques enterrement funérailles
undertaker funeral_director funeral_parlour funeral_home | Bestatter Bestattungsunternehmen Bestattungsinstitut Leichenbestatter | funeraria tanatorio | pompes_funèbres croque-mort
death_certificate proof_of_death certificate_of_death | Sterbeurkunde Totenschein Todesbescheinigung | certificado_de_defunción acta_de_defunción | acte_de_décès certificat_de_décès
birth_certificate proof_of_birth certificate_of_birth | Geburtsurkunde Geburtsschein Geburtsbescheinigung | partida_de_nacimiento certificado_de_nacimiento acta_de_nacimiento | acte_de_naissance extrait_de_naissance
marriage_certificate proof_of_marriage wedding_certificate | Heiratsurkunde Eheurkunde Trauschein | certificado_de_matrimonio acta_de_matrimonio | acte_de_mariage
heir heirs inherit inheritance | Erbe Erben Erbin erben Erbschaft geerbt | heredero herencia heredar | héritier héritage hériter succession
last_will testamentary will_and_testament | Testament Letzter_Wille letztwillig letztwillige_Verfügung | testamento última_voluntad testamento_notarial | testament
medicine medication drugs meds pharmaceutical medicinal | Medikament Medikamente Arznei Arzneimittel Medizin | medicamento medicina fármaco medicación | médicament traitement_médicamenteux
pill pills medicinal_tablet | Tablette Tabletten Pille Pillen | pastilla comprimido píldora | comprimé cachet pilule
painkiller pain_relief analgesic painkillers | Schmerzmittel Schmerztablette Schmerztabletten | analgésico calmante | antidouleur antalgique
prescription prescribe prescription-only prescribed | Rezept verschreiben Verschreibung verschreibungspflichtig verschrieben rezeptpflichtig ärztlich_verordnet | receta_médica recetar prescripción prescribir | ordonnance prescrire prescription
repeat_prescription follow-up_prescription refill_prescription | Folgerezept Wiederholungsrezept Dauerrezept | receta_crónica renovar_receta | renouvellement_d'ordonnance ordonnance_renouvelable
over-the-counter non-prescription without_a_prescription OTC | rezeptfrei ohne_Rezept nicht_verschreibungspflichtig freiverkäuflich | sin_receta | sans_ordonnance vente_libre
side_effect side_effects adverse_reaction | Nebenwirkung Nebenwirkungen unerwünschte_Wirkung | efecto_secundario efectos_secundarios efecto_adverso | effet_secondaire effets_secondaires effet_indésirable
dose dosage dosing | Dosis Dosierung dosieren | dosis dosificación | dose dosage posologie
vaccination vaccine jab vaccinated immunisation immunization shot_against vaccinate booster_jab | Impfung impfen geimpft Impfstoff Schutzimpfung Auffrischungsimpfung Spritze_gegen | vacuna vacunación vacunado vacunar | vaccin vaccination vacciner vacciné
vaccination_certificate vaccination_card vaccination_record proof_of_vaccination | Impfpass Impfausweis Impfnachweis Impfbescheinigung | cartilla_de_vacunación certificado_de_vacunación | carnet_de_vaccination certificat_de_vaccination
injection syringe inject | Spritze Injektion spritzen_lassen | inyección jeringa | piqûre injection seringue
surgical_procedure surgical surgery operated_on have_an_operation | Operation OP operieren operiert chirurgisch chirurgischer_Eingriff | operación_quirúrgica cirugía operado intervención_quirúrgica | opération_chirurgicale chirurgie opérer opéré intervention_chirurgicale
anaesthetic anesthetic anaesthesia anesthesia numbing numb | Betäubung Narkose Anästhesie betäuben | anestesia anestésico | anesthésie anesthésique
sedation sedated sedative | Sedierung sediert Dämmerschlaf | sedación sedante | sédation sédatif
treatment treat treated medical_treatment | Behandlung behandeln behandelt ärztliche_Behandlung | tratamiento tratar_médicamente | traitement_médical soigner soins
therapy therapist therapeutic therapies | Therapie Therapeut Therapeutin therapeutisch | terapia terapeuta | thérapie thérapeute
physiotherapy physiotherapist physical_therapy physio | Physiotherapie Krankengymnastik Physiotherapeut Physio Physiotherapeutin | fisioterapia fisioterapeuta | kinésithérapie kiné kinésithérapeute physiothérapie
psychotherapy psychologist counselling counseling counsellor psychotherapist | Psychotherapie Psychologe Psychologin Psychotherapeut Psychotherapeutin | psicólogo psicoterapia psicoterapeuta | psychologue psychothérapie psychothérapeute psy
alternative_practitioner naturopath naturopathy | Heilpraktiker Heilpraktikerin Naturheilkunde | naturópata naturopatía | naturopathe naturopathie
homeopathy homeopath homeopathic | Homöopathie homöopathisch Globuli | homeopatía homeopático | homéopathie homéopathique
inpatient hospitalised hospitalized hospital_stay | stationär Krankenhausaufenthalt Spitalsaufenthalt Klinikaufenthalt | hospitalización hospitalizado ingreso_hospitalario | hospitalisation hospitalisé
check-up health_check medical_examination physical_exam routine_examination | Vorsorgeuntersuchung Check-up Gesundheitscheck Kontrolluntersuchung ärztliche_Untersuchung | chequeo reconocimiento_médico revisión_médica | bilan_de_santé examen_médical visite_de_contrôle
dental_check-up dental_examination teeth_checked | zahnärztliche_Kontrolle Zahnkontrolle Zahnvorsorge Zahnuntersuchung Zähne~kontrollieren | revisión_dental | contrôle_dentaire examen_dentaire
blood_test blood_sample blood_taken blood_draw | Blutabnahme Bluttest Blutuntersuchung Blutprobe Blut~abnehmen | análisis_de_sangre extracción_de_sangre | prise_de_sang analyse_de_sang
x-ray radiograph x-rayed radiography | Röntgen Röntgenbild röntgen Röntgenaufnahme geröntgt | radiografía rayos_X | radiographie rayons_X
referral_letter doctor's_referral referred_by_a_doctor | Überweisungsschein ärztliche_Überweisung Überweisung_vom_Hausarzt | volante_médico derivación_médica | lettre_d'orientation courrier_du_médecin
health_insurance medical_insurance sickness_fund health_cover | Krankenversicherung Krankenkasse Krankenkassa krankenversichert Kassenpatient | seguro_médico seguro_de_salud mutua | assurance_maladie mutuelle assurance_santé
health_card health_insurance_card medical_card | Versichertenkarte Gesundheitskarte Krankenkassenkarte e-card | tarjeta_sanitaria | carte_vitale carte_d'assuré
patient patients | Patient Patientin Patienten | paciente | patient patiente
`;
