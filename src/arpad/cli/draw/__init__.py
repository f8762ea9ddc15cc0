"""`arpad draw`: schedules that depend on no result: round robins, team systems, matches and knock-outs."""
