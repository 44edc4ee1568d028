"""Drop-in replacement for the CIDEr-D of pycocoevalcap 1.2, up to a relative error of 1e-12.

Change one import line::

    from pycocoevalcap.cider.cider import Cider
    from tallystick.compat.pycocoevalcap.cider.cider import Cider

>>> from tallystick.compat.pycocoevalcap.cider.cider import Cider
>>> references = {"a": ["a cat sat here"], "b": ["my dog ran home"]}
>>> score, scores = Cider().compute_score(references, {k: [one] for k, [one] in references.items()})
>>> float(score)
10.0
"""
