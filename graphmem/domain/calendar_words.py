"""The words of calendars and clocks in five languages, folded, each in one canonical spelling."""

_WEEKDAYS = (
    "monday mon montag lunes lundi segunda segunda-feira",
    "tuesday tue tues dienstag martes mardi terca terca-feira",
    "wednesday wed mittwoch miercoles mercredi quarta quarta-feira",
    "thursday thu thurs donnerstag jueves jeudi quinta quinta-feira",
    "friday fri freitag viernes vendredi sexta sexta-feira",
    "saturday sat samstag sonnabend sabado samedi",
    "sunday sun sonntag domingo dimanche",
)
_MONTHS = (
    "january jan januar janner jaenner enero janvier janeiro",
    "february feb februar febrero fevrier fevereiro",
    "march mar marz maerz marzo mars marco",
    "april apr abril avril",
    "may mai mayo maio",
    "june jun juni junio juin junho",
    "july jul juli julio juillet julho",
    "august aug agosto aout",
    "september sep sept septiembre setiembre septembre setembro",
    "october oct oktober okt octubre octobre outubro",
    "november nov noviembre novembre novembro",
    "december dec dezember dez diciembre decembre dezembro",
)
_COUNTS = (
    "a an one ein eine einem einer einen un una une um uma",
    "two couple zwei dos deux dois duas",
    "three drei tres trois",
    "four vier cuatro quatre quatro",
    "five funf fuenf cinco cinq",
    "six sechs seis",
    "seven sieben siete sept sete",
    "eight acht ocho huit oito",
    "nine neun nueve neuf nove",
    "ten zehn diez dix dez",
)
_MEANINGS = {
    "TODAY": "today tonight now eod asap heute sofort gleich hoy ahora enseguida hoje agora cob",
    "TOMORROW": "tomorrow tmrw demain amanha",
    "DAYAFTER": "ubermorgen uebermorgen apres-demain",
    "NEXT": "next following nachste naechste nachsten naechsten nachster naechster nachstes naechstes "
    "kommende kommenden kommender",
    "NEXT COMING": "proximo proxima prochain prochaine",
    "THIS": "this current diese diesen dieser dieses diesem esta este ce cet cette essa esse nesta neste",
    "DAY": "day days tag tage tagen dia dias jour jours journee expediente feierabend",
    "WEEK": "week weeks woche wochen semana semanas semaine semaines",
    "WEEKEND": "weekend wochenende week-end",
    "MONTH": "month months monat monats monate monaten mes meses mois",
    "QUARTER": "quarter quartal quartals trimestre",
    "YEAR": "year years jahr jahres jahre jahren ano anos annee annees",
    "HOUR": "hour hours stunde stunden hora horas heure",
    "MINUTE": "minute minutes minuten minuto minutos min",
    "END": "end ende fin final finales fim",
    "IN": "in within innerhalb en dentro dans em daqui",
    "BEFORE": "before vor antes avant",
    "MORNING": "morning fruh frueh vormittag matin manha",
    "NOON": "noon midday mittag mediodia midi meio-dia",
    "AFTERNOON": "afternoon nachmittag tarde apres-midi",
    "EVENING": "evening abend noche soir noite night nacht nuit",
    "PM": "pm",
    "AM": "a.m.",
    "OCLOCK": "uhr h heures o'clock",
    "ORDINAL": "ordinal",
}
UNITS = frozenset({"DAY", "WEEK", "MONTH", "QUARTER", "YEAR", "HOUR", "MINUTE", "WEEKEND"})
COMING_ONLY = "COMING"
"""Beside NEXT: in the Romance languages `vendredi prochain` is the first Friday to come."""
PARTS_OF_DAY = {"MORNING": (6, 12), "NOON": (12, 13), "AFTERNOON": (12, 18), "EVENING": (18, 24)}
"""First and last hour of each part of a day."""
DAYS = {f"D{number}": number for number in range(7)}
MONTHS = {f"M{number}": number for number in range(1, 13)}
NUMBERS = {word: number for number, row in enumerate(_COUNTS, 1) for word in row.split()}
WORDS = (
    {word: f"D{number}" for number, row in enumerate(_WEEKDAYS) for word in row.split()}
    | {word: f"M{number}" for number, row in enumerate(_MONTHS, 1) for word in row.split()}
    | {word: meaning for meaning, row in _MEANINGS.items() for word in row.split()}
    | {"tonight": "TODAY EVENING", "eow": "END WEEK", "eom": "END MONTH", "eoy": "END YEAR", "eod": "END DAY"}
    | {"manana": "TOMORROW", "morgen": "TOMORROW"}
)
PHRASES = (
    ("day after tomorrow", "DAYAFTER"),
    ("pasado manana", "DAYAFTER"),
    ("depois de amanha", "DAYAFTER"),
    ("apres demain", "DAYAFTER"),
    ("aujourd hui", "TODAY"),
    ("por la manana", "MORNING"),
    ("esta manana", "TODAY MORNING"),
    ("de la manana", "AM"),
    ("esta manha", "TODAY MORNING"),
    ("esta noche", "TODAY EVENING"),
    ("esta noite", "TODAY EVENING"),
    ("hoje a noite", "TODAY EVENING"),
    ("morgen fruh", "TOMORROW MORNING"),
    ("morgen frueh", "TOMORROW MORNING"),
    ("ce matin", "TODAY MORNING"),
    ("ce soir", "TODAY EVENING"),
    ("this morning", "TODAY MORNING"),
    ("this afternoon", "TODAY AFTERNOON"),
    ("this evening", "TODAY EVENING"),
    ("que viene", "NEXT COMING"),
    ("que vem", "NEXT COMING"),
    ("d ici", "BY"),
    ("dans une quinzaine", "IN 2 WEEK"),
    ("fim de semana", "WEEKEND"),
    ("fin de semana", "END WEEK"),
    ("a las", "CLOCK"),
    ("as", "CLOCK"),
    ("em um", "em 1"),
    ("um", "CLOCK"),
    ("an prochain", "YEAR NEXT COMING"),
    ("at", "CLOCK"),
    ("st", "ORDINAL"),
    ("nd", "ORDINAL"),
    ("rd", "ORDINAL"),
    ("th", "ORDINAL"),
    ("el dia", "ORDINAL"),
    ("al dia", "ORDINAL"),
    ("dia", "dia ORDINAL"),
)
"""Runs of words with a meaning of their own, tried in this order before single words."""
