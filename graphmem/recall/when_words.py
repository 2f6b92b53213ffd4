"""The words of past times in five languages, folded: what stands before, after and between moments in a question."""

from graphmem.domain.calendar_words import DAYS, MONTHS, NUMBERS, UNITS
from graphmem.domain.calendar_words import WORDS as CALENDAR

_CODES = {
    "LAST": "last previous letzte letzten letzter letztes letztem vergangene vergangenen vergangener vergangenes "
    "vorige vorigen voriger voriges pasada pasado pasados pasadas dernier derniere derniers dernieres "
    "passe passee passada passado ultima ultimo ultimas ultimos",
    "PAST": "past",
    "THIS": "this diese diesen dieser dieses diesem esta este cette ce cet essa esse nesta neste desta deste",
    "YESTERDAY": "yesterday gestern ayer ontem",
    "HIER": "hier",
    "DAYBEFORE": "vorgestern anteayer avant-hier anteontem antier",
    "TODAY": "today heute hoy aujourd'hui hoje",
    "AGO": "ago atras earlier",
    "AGOPRE": "hace ha ilya",
    "VOR": "vor",
    "SINCE": "since seit desde depuis",
    "BEFORE": "before avant antes prior",
    "AFTER": "after nach nachdem despues tras apres depois apos",
    "UNTIL": "until till bis hasta jusqu ate",
    "BETWEEN": "between zwischen entre",
    "AND": "and und y et e to",
    "IN": "in im en em no am on during wahrend durante of de",
}
_ARTICLES = (
    "the der die das den dem des ein eine einen einem einer el la los las le les l o os a as au aux del do da d "
    "un une uma um"
)
_SHORT = {"jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "okt", "nov", "dec", "dez"}
"""Months by three letters mean one only beside a number."""
_NOT_ALONE = {"may", "march", "mars", "mai", "set", "august"}
"""Words that are more than a month: one only behind a preposition or beside a year."""
_UNSAFE_DAYS = {"mon", "sat", "sun", "segunda", "terca", "quarta", "quinta", "sexta", "mar", "lunes"}

CODES = {word: code for code, row in _CODES.items() for word in row.split()}
ARTICLES = frozenset(_ARTICLES.split())
SHORT_MONTHS, AMBIGUOUS_MONTHS = frozenset(_SHORT), frozenset(_NOT_ALONE)
MONTH_OF = {word: MONTHS[code] for word, code in CALENDAR.items() if code in MONTHS}
DAY_OF = {word: DAYS[code] for word, code in CALENDAR.items() if code in DAYS and word not in _UNSAFE_DAYS}
UNIT_OF = {word: code for word, code in CALENDAR.items() if code in UNITS and word != "min"}
COUNT_OF = {word: number for word, number in NUMBERS.items() if word not in ARTICLES}
DEFINITE = frozenset("the der die das den dem des el la los las le les l o os as au aux del do da".split())
NO_NAMES = frozenset(
    "that this then when what they there she her his our your their its all now today wir ich sie ihr man uns que qui "
    "nous elle ils elles ella ellos nosotros voce nos eles ela".split()
)
"""What no name begins with."""
POSTPOSED = frozenset(
    "pasada pasado pasados pasadas dernier derniere derniers dernieres passe passee passada passado".split()
)
"""What may stand behind its unit: `la semana pasada`."""
FRENCH = frozenset("qu que quoi nous avons avez est ce les des pourquoi comment decide".split())
GERMAN = frozenset("was wir haben hat ist wer wie warum wurde und".split())
ACTS = (
    r"decid|discuss|sa(?:y|id|ys)\b|talk|agree|mention|chang|happen|promis|propos|object|met\b|meet|wrot|writ|"
    r"report|note|record|entschied|beschl|besproch|gesagt|passiert|geandert|vereinbar|vorgeschlag|acord|habl|dij|"
    r"paso\b|cambi|discut|dit\b|conven|chang|passe\b|diss|mud|acontec|combin|falamos"
)
"""Acts that are on record when they happen: a month beside one of them is when it was said. Not so for a journey."""
HISTORY = (
    r"ursprunglich|anfangs|fruher|zuerst|vorher|damals|ehemals|originalmente|al principio|inicialmente|"
    r"anteriormente|a l'origine|au debut|initialement|auparavant|autrefois|no inicio|antigamente"
)
