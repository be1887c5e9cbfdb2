"""Signs, codes and names of currencies."""

from mkdocs_citeqa.lenses.vocabulary import listed

_DOLLARS = {"US": "USD", "A": "AUD", "AU": "AUD", "C": "CAD", "CA": "CAD", "NZ": "NZD", "HK": "HKD", "S": "SGD",
            "SG": "SGD", "R": "BRL", "MX": "MXN", "NT": "TWD", "J": "JMD"}  # fmt: skip

DEFAULT_DOLLAR = "USD"
"""What a bare `$`, "dollars" or "cents" is."""

SIGNS: dict[str, str] = {
    **{f"{prefix}$": code for prefix, code in _DOLLARS.items()},
    "USD$": "USD", "AUD$": "AUD", "CAD$": "CAD", "CN¥": "CNY", "JP¥": "JPY", "RMB": "CNY", "SFr.": "CHF",
    "Fr.": "CHF",
    "Rs.": "INR", "Rs": "INR", "$": DEFAULT_DOLLAR, "€": "EUR", "£": "GBP", "¥": "JPY", "￥": "JPY", "₹": "INR",
    "₽": "RUB", "₩": "KRW", "₪": "ILS", "₺": "TRY", "₫": "VND", "₦": "NGN", "₱": "PHP", "₴": "UAH", "฿": "THB",
    "₡": "CRC", "₸": "KZT", "₿": "BTC", "zł": "PLN", "Kč": "CZK",
}  # fmt: skip
"""What stands before or behind a number."""

CODES = frozenset(
    listed(
        "COD USD EUR GBP JPY CHF CAD AUD NZD CNY INR BRL MXN SEK NOK DKK PLN CZK HUF RON BGN ISK ILS ZAR SGD HKD "
        "TWD KRW THB IDR MYR PHP VND AED SAR EGP NGN KES UAH RUB CLP ARS BTC ETH"
    )
)
"""ISO codes that are no English words."""

UNITS: dict[str, tuple[str, int]] = {
    "dollar": (DEFAULT_DOLLAR, 0), "buck": (DEFAULT_DOLLAR, 0), "cent": (DEFAULT_DOLLAR, -2), "¢": (DEFAULT_DOLLAR, -2),
    "euro": ("EUR", 0), "euro cent": ("EUR", -2), "eurocent": ("EUR", -2), "pound sterling": ("GBP", 0),
    "pounds sterling": ("GBP", 0), "pence": ("GBP", -2), "penny": ("GBP", -2), "p": ("GBP", -2), "yen": ("JPY", 0),
    "yuan": ("CNY", 0), "rupee": ("INR", 0), "swiss franc": ("CHF", 0), "franken": ("CHF", 0), "rappen": ("CHF", -2),
    "us dollar": ("USD", 0), "u.s. dollar": ("USD", 0), "canadian dollar": ("CAD", 0), "australian dollar": ("AUD", 0),
    "new zealand dollar": ("NZD", 0), "us cent": ("USD", -2), "€ cent": ("EUR", -2),
}  # fmt: skip
"""Names behind a number, in the singular: currency and power of ten."""
