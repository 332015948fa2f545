"""Arrow without pyarrow: the C data interface read by ctypes, and a writer of IPC streams."""
