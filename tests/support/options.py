"""Lets a test override the options of a command; the program itself refuses an option that is given twice."""

REPLACED = {"--layers", "--epochs", "--threads", "--preset", "--train-size", "--batch", "--seconds", "--lr-max",
            "--size", "--channels", "--until-psnr", "--fps"}


def last_of_each(words):
    """Drops each option of REPLACED, with its value, that is given again later; returns the other words."""
    words = list(words)
    last = {word: at for at, word in enumerate(words) if isinstance(word, str) and word in REPLACED}
    return [word for at, word in enumerate(words)
            if last.get(word if isinstance(word, str) else None, at) == at and not
            (at > 0 and isinstance(words[at - 1], str) and last.get(words[at - 1], at - 1) != at - 1)]
