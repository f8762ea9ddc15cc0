"""`arpad titles`: titles by rating, direct titles, applications, and the regulations they rest on."""
