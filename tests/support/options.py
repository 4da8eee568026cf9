"""A test says what is otherwise than the options it starts from. The program refuses an option that is given twice."""

REPLACED = {"--layers", "--epochs", "--threads", "--preset", "--train-size", "--batch", "--seconds", "--lr-max",
            "--size", "--channels", "--until-psnr", "--fps"}


def last_of_each(words):
    """The words of a command in which one of these options, given again, replaces the one before."""
    words = list(words)
    last = {word: at for at, word in enumerate(words) if isinstance(word, str) and word in REPLACED}
    return [word for at, word in enumerate(words)
            if last.get(word if isinstance(word, str) else None, at) == at and not
            (at > 0 and isinstance(words[at - 1], str) and last.get(words[at - 1], at - 1) != at - 1)]
