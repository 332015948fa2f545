"""The package under test is the one in this tree."""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ["TZ"] = "UTC"
time.tzset()
