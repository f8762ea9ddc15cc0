"""The text of a PDF as a reader sees it. PDFium gives the same as pypdf, in a seventh of the time."""


def page_texts(pdf: bytes) -> list[str]:
    """The text of each page, line by line."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        return [str(page.get_textpage().get_text_range()).replace("\r\n", "\n") for page in document]
