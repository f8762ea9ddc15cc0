"""The Burstein system (C.04.4.2 of 2018 and 2026): seeding rounds by the Dutch system, then the strongest opposition
meets the weakest, bracket by bracket."""
