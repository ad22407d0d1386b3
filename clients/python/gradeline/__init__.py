"""Graded betting history: a client of the Gradeline API, with a mirror of whole seasons."""

from .client import Gradeline
from .errors import ApiError, GradelineError, NetworkError
from .paging import Meta, Plan, Rows

__version__ = "0.2.0"

__all__ = ["ApiError", "Gradeline", "GradelineError", "Meta", "NetworkError", "Plan", "Rows", "__version__"]
