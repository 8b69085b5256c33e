// Everything is a static inline in the header; SwiftPM wants one source file in a C target.
#include "CLinux.h"
