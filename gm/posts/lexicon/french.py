"""The French words of moves: cards, numbers, and the small words that tell a move from talk.

Words are written folded (`markup.fold`): lower case, no accents, oe for œ. An elided word keeps its
apostrophe (`j'`).
"""

from typing import Final

from gm.posts.lexicon.senses import Language, Role

FRENCH: Final = Language(
    ranks={
        "J": "valet valets",
        "Q": "dame dames reine reines",
        "K": "roi rois",
        "A": "as",
        "X": "joker jokers",
    },
    numerals={
        "3": "trois",
        "4": "quatre quatres",
        "5": "cinq cinqs",
        "6": "six",
        "7": "sept septs",
        "8": "huit huits",
        "9": "neuf neufs",
        "T": "dix",
        "2": "deux",
    },
    suits={
        "s": "pique piques",
        "h": "coeur coeurs",
        "d": "carreau carreaux",
        "c": "trefle trefles",
    },
    colours={"sc": "noir noire noirs noires", "hd": "rouge rouges"},
    counts={
        2: "double doubles paire paires doublette doublon duo",
        3: "triple triples brelan brelans triplette trio",
        4: "carre carres quadruple",
    },
    roles={
        Role.FILLER: """
            considerez considere notez sachez retenez retiens comptez compte informe signale previens
            resultat bilan conclusion verdict reponds
            voici maintenant salut bonjour bonsoir coucou hello slt bjr re bon bien ben bah beh eh hey ok
            oki okay oui ouais allez aller hop zou paf bim boum tac tiens tenez alors voila moi aussi
            encore ici aujourd'hui enfin tout toute tous toutes monde tlm les amis ami copains gens
            joueurs pour desole desolee retard pardon taggle tagle revolution tour mon ma mes ce coup ci
            main fin manche partie petit petite gentil simple svp stp merci toi vous plaisir grand y lol
            mdr ptdr haha hihi hehe xd jeu carte cartes du suite mieux lance termine terminer finis ferme
            fermer clos clot cloture conclus gagne reponse reponds reponse sinon direct directement sur la
            table dessus te par suis rapide vite enchaine monsieur messieurs dames
            """,
        Role.PLURAL: "mes les des ces",
        Role.ARTICLE: "un une mon ma mes des celui celle ceux celles",
        Role.DEFINITE: "le la les l' ce cet cette ces",
        Role.OF: "de d' du des en a",
        Role.SIZE: """
            deuxieme troisieme quatrieme second seconde bel
            dernier derniere derniers dernieres petit petite petits petites beau beaux belle belles gros
            grosse joli jolie jolis jolies seul seule premier premiere premiers premieres autre autres
            """,
        Role.JOIN: "et plus",
        Role.OR: "ou",
        Role.EXCEPT: "sauf excepte excepter sans hormis moins hors",
        Role.ALL: "tout toute tous toutes",
        Role.PARTS: "avec compose composee soit dont",
        Role.ME: "je j' jpasse jpose jjoue jmets",
        Role.OTHER: """
            tu t' toi ton ta tes vous votre vos il elle ils elles lui leur leurs eux son sa ses notre
            nos qui ca se s' quelqu' quelqu'un personne lequel
            """,
        Role.SO: "donc alors mais car sinon coup or enfin voila",
        Role.THAT: "que qu' parce puisque quand lorsque si comme",
        Role.PLAY: """
            abat sacrifie prenez recevez accueillez posant jouant
            pose joue mets met place jette lance sors balance lache abats depose rejoue repose reponds
            continue surencheris surenchere monte claque envoie degaine tente choisis prends opte tape
            voici voila annonce enchaine propose balance glisse ressors jpose jjoue jmets
            """,
        Role.TO_PLAY: """
            poser jouer mettre placer jeter lancer sortir balancer lacher abattre deposer rejouer repondre
            suivre continuer surencherir monter enchainer partir
            """,
        Role.WILL: "vais vas veux souhaite prefere decide",
        Role.MUST: "dois oblige obligee force forcee contraint contrainte",
        Role.CARD: "carte",
        Role.OPENING: """
            ouvre rouvre ouvrir entame entamer relance relancer recommence recommencer commence commencer
            repars repart repartir redemarre redemarrer inaugure debute rejoue rejouer enchaine enchainer
            reprends attaque
            """,
        Role.THEN: "puis ensuite apres",
        Role.PASS: "passe pass skip jpasse passerai passerais",
        Role.TO_PASS: "passer",
        Role.NOT_A_PASS: """
            une un le la les l' des du de d' en par chez devant au aux vous te ton me moi toi lui leur
            nous bien bonne mes ma tes sa ses vite a dire tout son
            """,
        Role.TITLE: "president presidente premier ministre neutre paysan trou",
        Role.TURN: "tour main",
        Role.NE: "ne n'",
        Role.NOT: "pas plus aucun aucune jamais ni sans point rien",
        Role.HESITATE: """
            hesite hesitais entre peut peut-etre etre soit pourrais pourrait peux aurais devrais
            voudrais aimerais demande demandais sais pense penche pourquoi imagine imaginons supposons
            reflechis eventuellement peutetre passerais poserais jouerais mettrais
            """,
        Role.OWN: "ai avais reste restent garde possede tiens main avoir conserve",
        Role.PAST: """
            ai as a avons avez ont avais avait avaient ayant aurais est etait etaient etais bien ete suis
            deja fut sera aurait
            """,
        Role.TALK: """
            avais avions aviez allais allait faut fallait doit beau bel belle jolie joli bravo gg dommage
            regle regles rappel exemple jouait avait etait etaient sont auras aura serait fut est joues poses
            mettra attends attend cherche manque manquait voulais croyais pensais hier felicitations adore
            aime deteste vu mot mots
            """,
        Role.EDIT: "edit edite edition correction rectification erratum",
        Role.RETRACT: "non nan euh heu oups erreur trompe trompee plutot pardon finalement",
        Role.WE: "on nous",
        Role.DONE: "mis sorti abattu",
        Role.WORD: "mot mots",
        Role.APART: "mais donc car parce puisque bref or cependant pourtant",
        Role.CONDITION: "si quand lorsque lorsqu'",
        Role.LATER: """
            demain bientot lundi mardi mercredi jeudi vendredi samedi dimanche poserai jouerai mettrai
            posterai passerai lancerai sortirai repondrai
            """,
        Role.SAY: """
            dit dis disait disent ecrit ecrivait ecrivit repond repondu lu lire cru entendu crie raconte
            """,
        Role.REPORT: "score scores chrono recap recapitulatif resume rappel table tapis pile etat",
        Role.CLOSING: "ferme fermer termine terminer clos clot cloture cloturer conclus boucle finis",
        Role.THEIRS: "ton ta tes son sa ses leur leurs votre vos notre nos",
        Role.DOES: """
            fait font bat battent vaut valent suffit suffira suffisent ferme ferment fermera declenche
            inverse gagne
            """,
        Role.SAME: "idem pareil pareillement",
        Role.UNABLE: "rien nada",
        Role.UNTIL: "jusqu' jusque",
        Role.ADVERB: """
            vraiment donc malheureusement toujours encore bien aussi juste helas strictement franchement
            absolument clairement meme trop certainement surement evidemment
            """,
        Role.TIME: """
            a vers dans avant apres des depuis jusqu'a jusque il y entre h heure heures toutes pendant
            environ jusqu'
            """,
        Role.NUMBERED: """
            manche partie tour page joueur numero n no place match round rang top post message regle
            """,
        Role.UNIT: """
            cartes minutes minute min mn heures heure h secondes sec jours jour semaines semaine ans fois
            joueurs tours points manches parties mois choses trucs euros etoile etoiles lignes photos
            """,
    },
    letter_ranks={"v": "J", "d": "Q", "r": "K", "a": "A", "j": "J", "q": "Q", "k": "K", "t": "T"},
    letter_suits={"p": "s", "c": "h", "k": "d", "t": "c", "s": "s", "h": "h", "d": "d"},
    code_suits="pcktshd",
    listed_suits="pckt",
    everyday=frozenset("ah as ad at ap ac dc dt dp tt tp tc td ts qd js vs jt".split()),
)

ELSEWHERE: Final = frozenset(
    """
        a i' if or on as but him me an all do did are place part tout large can car main one use
        plus s m ll no table message page min minute minutes h re sec point points pour am
    """.split()
)
"""English words that mean something else in everyday French."""
