"""Windows of the tests are drawn in memory."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
