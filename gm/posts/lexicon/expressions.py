"""Words that mean something together only: `quand même`, `à carreau`, `jusqu'à la fin du tour`.

Those of both languages are known everywhere. Written folded, as the words of a language, `|` between the
choices of a word. The roles of an expression stand for those of its words: FILLER takes every meaning away.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final

from gm.posts.lexicon.senses import Role

_IDIOMS: Final = """
    les gars|filles|amis|copains|copines|gens|enfants|mecs
    ca passe ou ca casse; les deux font la paire; cinq sur cinq; jack of all trades; spade a spade
    en passe et des meilleures; j'en passe; et j'en passe; d'un coup|bloc; sa|votre majeste
    si personne n'y voit d'inconvenient; si c'est bien a moi; si mes calculs sont bons|exacts
    ne m'en voulez|veux pas; m'en voulez|veux pas; ne t'en fais pas; sans vouloir te|vous vexer
    pas de mal a; n'importe quoi|comment; soyons serieux|honnetes
    tenir|tiens|tient|tenons|tenez|tenu|tenue|garde|garder a carreau; tenez - vous a carreau; coeur net
    sur le carreau; a pique|pic; a coeur; au coeur; par coeur; du|au fond du coeur; de tout coeur
    de tout mon coeur; de bon coeur; mon coeur; coup|coups de coeur; le coeur a; mal au coeur
    haut les coeurs; pique une; pique du nez; ca pique; pique - nique; pique nique
    trefle a quatre|4 feuilles; roi lion
    double|doubles post|poste|posts|sens|jeu|face|vie|clic|effet|vitrage; coup double; double de suite
    mot|mots de passe; passe - partout; passe partout; passe - temps; passe temps; passe - passe
    mauvaise|bonne passe; en passe de; laissez passer; passe moi; passe toi; passes moi; ni une ni deux
    de ces quatre; tous|toutes les deux|trois|quatre|cinq; vous deux|trois|quatre|cinq
    nous deux|trois|quatre|cinq; a deux doigts; deux poids deux mesures; jamais deux sans trois
    en deux temps trois mouvements; en deux mots; en quatre; sept nains; au moins un; un deux trois
    tirer le roi; carre vip; roi des rois; reine des neiges; une deux; plutot deux fois qu'une
    les deux mains; comme un as; can't wait; 3 2 1; 3 , 2 , 1; et de deux|trois|quatre|2|3|4
    un|petit|dernier mot; in a word; rendez - vous; place du|de|des; etre si|aussi|trop; et caetera
    n'en deplaise a; soyons fous; on s'en fout; qui va bien; qui dit mieux; et voila le travail
    n'ai que ca; encore une fois; une nouvelle fois; une fois de plus; a|de nouveau; au fait; tout a fait
    10 / 10; dix sur dix; 10 sur 10; cinq sur cinq; 5 sur 5; ten out of ten; 10 out of 10; five out of five
    jack of trades; wrong click|card|button; misclick; mauvais|erreur clic; erreur de clic; ah si tiens
    si tiens; ah mais si
    le|un|mon|ton|son|en 4 x 4; ah oui|ok|bon|bah|ben; comme un roi; comme une reine; y a - t - il
    se mettre au carre
    tete au carre; les rois mages; double|triple buse|andouille|idiot|zero; double page; vu double
    voir double; je vois double; faire double; quand meme; meme si; si si; sans hesiter; sans hesitation
    sans aucune hesitation; sans plus attendre; sans surprise; sans attendre; sans rancune; sans faute
    sans doute; sans souci; mure reflexion; apres reflexion; toute reflexion faite; tant pis; tant mieux
    de rien; moi non plus; non plus
    pas de bol|chance|pot|veine|souci|soucis|probleme|panique|pitie|regret|regrets|quartier|stress|quoi
    pas grave; pas trop tot; pas le temps; pas de temps a perdre; pas top; pas terrible; pas sur; y a pas
    y'a pas; si vous permettez; si je peux me permettre; si je ne m'abuse; si je ne me trompe pas
    si je ne me trompe; si je me trompe pas; si j'ai bien suivi; si j'ai bien compris; si j'ai bien lu
    sauf erreur; sauf erreur de ma part; si possible; si ca vous va; si ca te va; s'il vous plait
    s'il te plait; si vous le voulez bien; bonne chance|soiree|nuit|journee|partie|continuation
    bon courage|jeu|week - end; de mon cote; pour ma part; quant a moi; en ce qui me concerne; me voila
    me revoila; de retour; il est temps; c'est mon|ton|notre tour; c'est a moi; a moi; c'est a mon tour
    a mon tour; a vous; a toi; a toi de jouer; a vous de jouer; c'est parti; on y va; allons - y
    allons y; allez - y; vas - y; vas y; dans ta|la|les|vos|ta face|dents|gueule|tronche; a demain
    a ce soir; a plus; a tout a l'heure; a plus tard; a bientot; a la prochaine; jusqu'ici; jusque la
    ah la la; oh la la; ola la; en ce moment; a mes risques et perils; pour le plaisir; pour la route
    je dirais meme plus
    je suis la|desole|desolee|pret|prete|ravi|content|contente|pour|ici|partant|partante
    je suis en retard; au revoir; en passant; soit dit en passant; tout compte fait; a vrai dire
    il me semble; on va dire; des doublons|doublettes; qui vivra verra; a tout de suite; coup de main
    un coup de|d'; double posting; even if; even though; if you please; if i may; as usual; for sure
    no problem|worries|hurry|rush; cross my heart; by heart; heart of; from the heart; my heart
    house of cards; in spades; join the club; two|three minutes|seconds|cents; a second; one sec
    come to pass; pass by; pass out; boarding pass; let it pass; it's my turn
    see you|ya later|tomorrow|soon|tonight; you're welcome; thank you; for me; high five; nine to five
    catch 22; in two minds; one or two; a couple of; no doubt; not bad; no offence|offense; at last
    at least; here goes nothing; why not; nothing personal; ace of base
"""

_EXPRESSIONS: Final = {
    Role.FILLER: _IDIOMS,
    Role.TALK: """
        is|are on the table; est|sont sur la table; plus que; plus qu'un|une; grace au|aux; more than
        was about|going to; a battre; to beat; en cours; ca fait; c'est si; tout le monde passe|joue|pose
        tout passe; tout lasse; viens|vient|venons|venait|venais de; viens|vient|venait d'
        merci pour|de|d'; bravo pour|a|au|aux; bien joue|jouee; joue bien
        bien vu|vue|tente|envoye|pense|fait; bien la; est si; etait si; comme si; as if; mieux fait de
        si seulement; aurais|aurait|auriez du|mieux|pu|voulu|aime|prefere; should have|ve; could have|ve
        would have|ve; la prochaine fois; l'autre jour; faut pas; bon coup; joli coup; le coup du
        thanks for; sorry for the; good one; fait mal; fais mal; grace a; a cause de|d'|du|des
        last night; de tout a l'heure; de la derniere fois; d'hier; de ce matin
        ne fais que|qu'; ne fait que; fais que passer; en est a|au; en etait a|au; sommes a|au
        il manque; manque que|juste
        rappel du|de|d'|des; encore bravo; of yours; au - dessus; au dessus; en dessous
        vive le|la|les|l'
    """,
    Role.PAST: """
        de tout a l'heure; de la derniere fois; d'hier; de ce matin
        was about|going to; should have|ve; could have|ve; would have|ve; used to; should've; could've
        would've
    """,
    Role.REPORT: """
        cartes restantes; carte restante; cards left; remaining cards; cards remaining
        sur la table; sur le tapis; sur la pile; au centre; en jeu; en cours; a battre; on the table
        to beat; carte|cartes|derniere jouee|jouees|posee|posees; carte en date; le tas; taggle sur
        a|au dernier coup; last card|play; j'en etais
    """,
    Role.JOIN: """
        ainsi que|qu'; et aussi; as well as; along with; together with; and also
        accompagne|accompagnee|accompagnes|accompagnees de|du|d'|des
    """,
    Role.EXCEPT: """
        il ne me|m' manque que|qu'; ne me|m' manque que|qu'; il me manque juste|seulement
        il ne manque que|qu'; ne manque que|qu'; manque que|juste; il manque juste|seulement; il manque
        mais pas; y a pas; y'a pas
        il n'y a pas; n'y a pas; a l'exception de|du|d'|des; exception faite de|du|d'|des; all but
        everything but; with the exception of; save for
    """,
    Role.THAT: "vu que|qu'; etant donne que|qu'; sachant que|qu'; seeing that; given that",
    Role.IS: "c'est; voila c'est; it is; it's",
    Role.CONDITION: """
        des que; des qu'; tant que; tant qu'; au cas ou; a condition que|qu'|de|d'; a moins que|qu'|de|d'
        sauf si; si jamais; une fois que|qu'; des lors que|qu'; s'il; s'ils; s'elle; dans le cas ou
        en cas de|d'; as soon as; as long as; in case; provided that; only if; s' il; pourvu que
        le temps que; faute de quoi; sous reserve; on condition
    """,
    Role.HESITATE: """
        can't|cannot decide|choose; not|never decide|choose; ai que des; n'ai que des; ai plus que des
        arrive pas a me decider|choisir; jsais|jsai|chais|jsé pas; au choix; au choix du modo|de
        pourquoi ne pas; pourquoi pas; ou pas; ou non; or not; pas sur de; pas sure de; pas certain de
        il se peut; se pourrait; a la limite; au pire; a la rigueur; tout depend; ca depend; je crois
        je pense; dans l'ideal; ne sais pas; sais pas; sais plus; i guess|think|suppose|believe; not sure
        might as well not; je me tate; me tate; me tate entre; envie de; envie d'
        suis|serais|etais tente|tentee de|d'|par; it depends; thinking about|of; about to; je compte
        compte sur; pense que; pense a; penche pour
    """,
    Role.LATER: """
        au prochain tour; au tour prochain|suivant|d'apres; la prochaine manche; next time
        la prochaine fois que
        ce soir; cette nuit; tout a l'heure; plus tard; dans la soiree|journee|matinee|nuit; en rentrant
        cet aprem; cet apres - midi; cet apres midi; cette apres - midi; ce week - end; ce weekend
        la semaine prochaine; apres le boulot; apres manger; apres les cours; des que possible
        this evening|afternoon|weekend; next week; later on; a mon retour
        avant demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|minuit|midi; when i can|get
        au plus vite; pour l'instant; for now; for the moment; pour le moment; right now; au plus tot
        asap; cette semaine; en fin de journee; a midi; a minuit
    """,
    Role.NOT: """
        et non pas|plus; et non; et pas; non pas; plutot que de|d'; au lieu de|d'|du; instead of; rather than
        pas question; hors de question; no way; pas moyen; jamais de la vie; refuse de; refuse
        plutot mourir que; pas plus; il n'est pas question; out of the question; out of question
        no chance; rather die than; pas envie de; pas envie; loin de moi; never ever; at no cost; pas si
        not so; pas pres de; en aucun cas; il ne faut pas
    """,
    Role.ONLY: """
        can only; peux|peut|puis que|qu'; plus qu'a; il ne me reste plus qu'a; il me reste plus qu'a
        il ne reste plus qu'a; il n'y a plus qu'a; plus qu'|que; pas|plus d'autre choix que de
        autre choix que de|d'; d'autre choix que de; pas|plus le choix; d'autre que|qu'; autre que|qu'
        choice but to; nothing but to|left; nothing left to do but; nothing to do but
        d'autre solution que de; plus d'autre solution; bien oblige|obligee|force|forcee de
    """,
    Role.TURN: "cette fois; cette fois - ci; ce coup; ce coup - ci; ce coup ci; cette fois ci; ce tour - ci",
    Role.PASS: """
        i pass|passe; passage de tour; skipping|skip my|this turn|round; saute mon tour; tour passe pour moi
        i'm passing|skipping; i am passing|skipping; c'est passe; ce|ca sera passe
        saute|skippe mon|ce|le|un tour; saute la main; laisse la main; laisse filer|couler|passer
        laisse mon|le tour; laisse ma place; cede la main; cede mon tour; cede ma place
        rends|donne la main; sit this one out; sitting this one out; sit out; i fold
        skip my|this turn|round; passe mon tour; passe ma main; passe son tour
    """,
    Role.STANDS: """
        jusqu'a ce que le|ce tour|pli se termine|finisse|cloture|ferme|close|boucle
        tant que le|ce tour|pli n'est pas fini|termine|clos|ferme|boucle|plie|cloture
        tant que le|ce tour|pli dure|continue|court; le temps du|de tour|ce; tout du long
        as long as this|the trick|round|tour lasts; while this|the trick|round lasts
        jusqu'a la fin du|de|d' tour|pli|ce; jusqu'a la fin de ce tour; jusqu'a la fin du present tour
        jusqu'au bout; jusqu'a la fin; jusqu'a la fin de ce pli; jusqu'a la cloture du tour
        jusqu'au prochain|nouveau tour; jusqu'au tour prochain|suivant
        jusqu'a ce que le tour|ce se finisse|termine|cloture|ferme
        jusqu'a ce que le tour finisse|termine|ferme
        jusqu'a ce que le|ce tour soit|est fini|termine|clos|ferme|boucle|cloture
        jusqu'a ce que ce tour se finisse|termine|ferme; jusqu'a la prochaine|nouvelle ouverture
        tout le reste du tour; le reste du tour; tout le tour; tout ce tour; tout le long du tour
        la fin du tour; l'ensemble du tour; la totalite du tour; le tour entier; ce tour entier
        toute la duree du tour; la suite du tour; definitivement; definitif; pour de bon
        une fois pour toutes; d'ici la fin du tour; durant tout le tour; pendant tout le tour
        until|till|til the|this trick|round|tour|pile is over|done|finished|closed|complete
        until|till the end of the|this trick|round|tour|pile; until|till the|next trick|round|opening
        until|till the next trick|round|opening|tour; until|till this|it trick|is|round is|over over
        until|till the end; until|till the trick|round|tour ends|closes
        for the rest of the|this trick|round|tour|pile; the rest of the|this trick|round|tour; for good
        the whole|entire trick|round|tour; until|till it's over; until|till it closes|ends; permanently
        to the end; all|for round|trick long; rest of the round|trick
    """,
    Role.BEYOND: """
        jusqu'a la fin de la manche|partie; la fin de la manche|partie; toute la manche|partie
        le reste de la manche|partie; until|till the end of the game|deal; for the rest of the game|deal
        the rest of the game|deal; the whole game; mes deux|trois|2|3|prochains prochains|tours|tour
        deux|trois|2|3 tours; les prochains tours; tous mes tours; tous les tours; a chaque tour
        a chaque fois; every time|turn; two|three turns; my next turns
    """,
    Role.DECLINE: """
        je laisse; j'abandonne ce|le tour; ne joue|pose|mets pas|rien; joue|pose|mets pas|rien
        n'y vais pas; ne joue|pose pas de carte; ne joue|pose aucune carte; sans moi; don't play
        do not play; play nothing; not playing; won't play; no play; no card from me
        ne surencheris|rencheris pas; ne surencherirai pas
    """,
    Role.UNABLE: """
        au suivant; au suivant de ces messieurs
        n'ai rien; ai rien; n'ai rien de mieux; ai rien de mieux; n'ai pas mieux; ai pas mieux; pas mieux
        rien de mieux; rien d'autre; rien a poser|jouer|mettre|faire|sortir; rien pour moi; rien du tout
        rien chez moi; rien de mon cote; rien ici; n'ai rien a|pour poser|jouer|mettre|suivre
        ai rien a|pour poser|jouer|mettre|suivre; rien en main|stock; n'ai rien au dessus
        ne peux pas|rien jouer|suivre|poser|mettre|surencherir|repondre
        peux pas|rien jouer|suivre|poser|mettre|surencherir; ne peux plus suivre|jouer; ne peux pas
        peux pas; ne peux rien faire; peux rien faire; ne puis suivre
        impossible de|pour suivre|jouer|poser|surencherir|moi; incapable de suivre|jouer|surencherir
        pas de quoi suivre|jouer|repondre; pas ce qu'il faut; pas ca en stock|main; n'ai pas ca
        ai pas ca; trop fort|haut|gros pour moi; que dalle; peau de balle; je cale; je seche; je bloque
        can't play|follow|beat|answer; can't beat|top that|it|this; can't play anything
        cannot play|follow|beat; have nothing; got nothing; nothing for me; nothing to play; nothing here
        nothing better; can't do anything; nothing from me; unable to play|follow; too high|strong for me
        i'm out; je m'incline; je me couche; forfait; declare forfait; je decline; m'abstiens
        je jette l'eponge
    """,
    Role.SAME: """
        pareil|idem|pareillement que|qu'; the same as; same thing|card as
        la meme chose|carte que|qu'; la meme que|qu'; le meme que|qu'; les memes que|qu'; comme toi|lui|elle
        la meme chose; la meme; le meme; les memes; same here; same thing; same card; same as; the same
        same for me; me too; le meme coup; je fais pareil; fais pareil; de meme
    """,
    Role.RETRACT: """
        no wait; oh no; no sorry; no actually; scratch that; never mind; wait no; i meant
        je voulais dire; erreur de ma part; ah non; ou plutot; en fait; plutot que; au lieu de|d'|du
        plutot que de|d'; change d'avis; je corrige; se tromper; mea culpa; au temps pour moi
    """,
    Role.PLAY: """
        j'en avais|ai un|une :; ma carte|reponse est; ma carte|reponse c'est; my card|answer is
        vous|te presente|offre|sers|sors; me separe de|d'; i present|give you
        regarde|regardez|mate|matez|admirez - moi ca; prenez|recevez|voyez|accueillez|admirez plutot
        mets|pose|joue ca|ceci|cela; play|put this|that; monte|surencheris d'un cran
        ouvre|joue|pars|attaque|reponds|relance|demarre a pique|coeur|carreau|trefle
        ce|ca sera; ce seront; ce|ca sera donc; va pour; pars|partir sur|avec|d'; reste sur
        m'en vais|va poser|jouer; here's|here is|comes; here comes; go with; going with; going for
        go for; mon choix; ma carte; mon coup; tiens voila; prends ca; prenez ca; place au|a; je fais
        j'y vais avec; y vais avec; compte - moi; comptez - moi; notez - moi; note - moi; debarrasse de
        me debarrasse; j'ai l'honneur; get rid of; put down; lay down; bring out
    """,
    Role.MUST: """
        il faut que|qu'; faut que|qu'; n'ai plus qu'a; me vois contraint de
        vois oblige|obligee|force|forcee de; prefere|aime mieux; aime mieux; aime autant; autant
        vaut mieux; mieux vaut; i'd better; had better; have to; got to; gotta; je me contente de|d'
        contente de
    """,
    Role.OPENING: "a moi d'ouvrir; a moi de lancer; reprends|garde la main",
    Role.CLOSING: """
        ferme|termine|finis|clos|cloture|conclus le|ce tour|pli; tour ferme|termine|fini|clos
        fin du tour; la fin du tour; fin de tour
        end|ends|close|closes|closing|ending the|this trick|round|tour; ca ferme|clot|termine
        ferme le pli; remporte le tour
    """,
    Role.OTHER: """
        bande de
        as - tu; as tu
    """,
    Role.ME: """
        bibi; votre devoue|devouee|fidele|gentil|gentille serviteur|servante
        cul|trouduc|paysan|president|presidente|ministre|neutre|joueur|debutant|vassal que je suis
        votre|ton humble serviteur|servante; votre serviteur|servante; your humble servant; yours truly
        i pass|passe
    """,
    Role.EDIT: """
        il faut|fallait lire|comprendre; lisez; lire plutot; should read|be; remplace|remplacez mon|ma|mes
        edit 2|3|4|5 :; edit n 2|3|4|5 :
        je corrige; je voulais dire|ecrire; faute de frappe; il faut lire; i meant
    """,
    Role.ADVERB: """
        d'office; d'avance; par avance; a l'avance; a regret; a contrecoeur; sans regret|honte
    """,
    Role.CARD: """
        plus petite|grosse|grande|haute|basse|faible|forte|belle carte
        la|ma plus petite|grosse|grande|haute|basse|faible|forte|belle
        mets|pose|joue ca|ceci|cela; play|put this|that
        ouvre|joue|pars|attaque|reponds|relance|demarre a pique|coeur|carreau|trefle
        monte|surencheris d'un cran; lowest|highest|smallest|biggest card
    """,
    Role.OWN: """
        il me|m' reste|restait; me reste|restent
    """,
    Role.TO_PLAY: """
        take|beat|top it|that|this with; take|beat|top it|that
    """,
    Role.DOES: """
        est ici; est de sortie; fait son entree|apparition; entre en scene|piste|jeu|lice; s'invite
        s'y colle; debarque; rapplique; s'avance; s'impose; est pour moi; is here; shows up; enters the stage
    """,
    Role.SIZE: """
        plus gros|petit|grand|haut|bas|fort|faible|beau|belle|grosse|petite|grande|haute|basse
    """,
}

_PIECE: Final = re.compile(r"[^\W\d_]+'?|\d+|\S")


@cache
def expressions() -> dict[str, list[tuple[tuple[str, ...], frozenset[Role]]]]:
    """The expressions by their first word, the longest first: their words and their roles."""
    roles: dict[tuple[str, ...], set[Role]] = {}
    for role, group in _EXPRESSIONS.items():
        for words in _all(group):
            roles.setdefault(words, set()).add(role)
    found: dict[str, list[tuple[tuple[str, ...], frozenset[Role]]]] = {}
    for words in sorted(roles, key=len, reverse=True):
        found.setdefault(words[0], []).append((words, frozenset(roles[words])))
    return found


def _all(group: str) -> Iterator[tuple[str, ...]]:
    for expression in re.split(r"[;\n]", group):
        choices = [choice.split("|") for choice in expression.split()]
        for chosen in product(*choices):
            words = tuple(_PIECE.findall(" ".join(chosen)))
            if words:
                yield words
