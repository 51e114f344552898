// libgpiod 2: the lines of the panel.
#pragma once
#include <errno.h>
#include <gpiod.h>
