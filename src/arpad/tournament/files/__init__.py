"""An event as a file that other programs read, at any moment: TRF16 and TRF26, with all they can say."""
