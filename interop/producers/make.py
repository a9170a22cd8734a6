"""Files as programs written in Python make them: `make.py FOLDER` writes a PDF for each. A program that fails is named on a line of its own."""

import io
import pathlib
import sys
import traceback

folder = pathlib.Path(sys.argv[1])
here = pathlib.Path(__file__).parent


def picture(mode="RGBA"):
    from PIL import Image

    image = Image.new(mode, (160, 120), (30, 101, 105, 160) if mode == "RGBA" else (30, 101, 105))
    for x in range(160):
        for y in range(60):
            image.putpixel((x, y), (x, 2 * y, 120, 2 * y) if mode == "RGBA" else (x, 2 * y, 120))
    return image


def weasyprint_page():
    import weasyprint

    weasyprint.HTML(filename=str(here / "page.html")).write_pdf(folder / "weasyprint.pdf")


def weasyprint_form():
    import weasyprint

    weasyprint.HTML(filename=str(here / "page.html")).write_pdf(folder / "weasyprint-form.pdf", pdf_forms=True)


def weasyprint_archive():
    import weasyprint

    weasyprint.HTML(filename=str(here / "page.html")).write_pdf(folder / "weasyprint-pdfa.pdf", pdf_variant="pdf/a-3u")


def reportlab_form():
    from reportlab.lib.colors import Color, linearlyInterpolatedColor, red, blue
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(folder / "reportlab.pdf"))
    canvas.linearGradient(72, 600, 400, 700, (red, blue))
    canvas.setFillColor(Color(0.1, 0.4, 0.4, alpha=0.4))
    canvas.circle(200, 500, 60, fill=1)
    canvas.setFillColor(linearlyInterpolatedColor(red, blue, 0, 1, 0.5))
    canvas.drawString(72, 760, "Rent: 1,234.50 EUR")
    form = canvas.acroForm
    form.textfield(name="name", value="Ada", x=72, y=400, width=200, height=20)
    form.checkbox(name="agree", checked=True, x=72, y=360)
    form.radio(name="place", value="a", selected=True, x=72, y=320)
    form.radio(name="place", value="b", x=120, y=320)
    form.choice(name="tariff", value="B", options=["A", "B", "C"], x=72, y=280, width=120, height=20)
    form.listbox(name="list", value="B", options=["A", "B", "C"], x=72, y=200, width=120, height=60)
    canvas.save()


def matplotlib_plot():
    import matplotlib

    matplotlib.use("pdf")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    axes.bar(["a", "b"], [3, 5], hatch="//", alpha=0.6)
    axes.imshow([[0, 1], [2, 3]], extent=(-0.5, 1.5, 0, 5), alpha=0.3, aspect="auto")
    axes.set_title("Größe in €")
    figure.savefig(folder / "matplotlib.pdf")
    with matplotlib.rc_context({"pdf.fonttype": 42}):
        figure.savefig(folder / "matplotlib-truetype.pdf")


def pillow_picture():
    picture().save(folder / "pillow-rgba.pdf")
    picture("RGB").save(folder / "pillow-rgb.pdf")


def img2pdf_picture():
    import img2pdf

    for name, mode, kind in (("jpeg", "RGB", "JPEG"), ("png", "RGB", "PNG")):
        data = io.BytesIO()
        picture(mode).save(data, kind)
        (folder / f"img2pdf-{name}.pdf").write_bytes(img2pdf.convert(data.getvalue()))


def pymupdf_page():
    import pymupdf

    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 72), "Rent: 1,234.50 EUR")
    page.draw_circle((200, 300), 60, fill=(0.1, 0.4, 0.4), fill_opacity=0.4)
    page.add_highlight_annot(pymupdf.Rect(72, 60, 200, 76))
    page.add_freetext_annot(pymupdf.Rect(72, 400, 250, 430), "a note")
    page.add_text_annot((300, 100), "a comment")
    widget = pymupdf.Widget()
    widget.field_name, widget.field_type = "name", pymupdf.PDF_WIDGET_TYPE_TEXT
    widget.field_value, widget.rect = "Ada", pymupdf.Rect(72, 500, 250, 520)
    page.add_widget(widget)
    document.save(folder / "pymupdf.pdf")


def typst_page():
    import typst

    source = """
#set text(lang: "de")
#rect(width: 100%, height: 2cm, fill: gradient.linear(red.transparentize(20%), blue.transparentize(80%)))
#circle(radius: 2cm, fill: gradient.radial(white, rgb("#1e6569")))
= Mietvertrag
Miete: 1.234,50 € #highlight[im Monat].
#table(columns: 2, [Kaution], [3.000 €])
"""
    path = folder / "typst.typ"
    path.write_text(source)
    typst.compile(str(path), output=str(folder / "typst.pdf"))
    typst.compile(str(path), output=str(folder / "typst-pdfa.pdf"), pdf_standards="a-2u")


makers = [
    weasyprint_page,
    weasyprint_form,
    weasyprint_archive,
    reportlab_form,
    matplotlib_plot,
    pillow_picture,
    img2pdf_picture,
    pymupdf_page,
    typst_page,
]
for make in makers:
    try:
        make()
    except Exception:
        print(f"FAILED {make.__name__}: {traceback.format_exc(limit=1).splitlines()[-1]}")
