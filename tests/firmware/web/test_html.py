"""Texts on the page stay texts: the template that all markup goes through, and hostile texts from everywhere.

The template is tried in real Chromium, as the page runs it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Error
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.web.virtual.live import TWO, Choice

from tests.firmware.web.browser import AS_MOST, ATTACK, PLACING, TO_THE_END, Table, browser, served
from tests.firmware.web.static import STATIC
from tests.firmware.web.windows import window_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route, WebSocketRoute

__all__ = ["browser"]

# Without a space, so that no line break takes it apart.
HOSTILE = """'"><img/src/onerror=hacked()><b/data-hostile='&amp;"""
# What reads a text as markup, and the escaping by hand that the template replaces.
DOORS = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment|DOMParser|document\.write"
    r"|srcdoc|(?<!CSS\.)\bescape\("
)
MOST_COLUMNS = 110
MOST_LINES = 400


def scripts() -> dict[str, str]:
    return {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in STATIC.rglob("*.js")}


# The sources


def test_one_module_alone_reads_a_text_as_markup() -> None:
    doors = {name for name, text in scripts().items() if DOORS.search(text)}
    assert doors == {"html.js"}
    assert len(re.findall("innerHTML", scripts()["html.js"])) == 1


def test_every_value_of_an_attribute_stands_in_quotes() -> None:
    """A template cannot see this of a piece that begins within a tag."""
    assert {name for name, text in scripts().items() if re.search(r"<[^`>]*[\w-]=\$\{", text)} == set()


def test_lines_fit_a_screen() -> None:
    files = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html")]
    long = {
        f"{path.name}:{number}"
        for path in files
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > MOST_COLUMNS
    }
    assert len(files) > 40
    assert long == set()


def test_files_can_be_read_in_one_sitting() -> None:
    files = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css")]
    lines = {path.name: len(path.read_text("utf-8").splitlines()) for path in files}
    assert {name: count for name, count in lines.items() if count > MOST_LINES} == {}


def test_no_style_is_for_what_nothing_makes() -> None:
    """Every class and id of a selector is made by a script or stands in the page, every variable is used."""
    made = "".join([*scripts().values(), (STATIC / "index.html").read_text("utf-8")])
    styles = {path.name: path.read_text("utf-8") for path in STATIC.rglob("*.css")}
    words = set(re.findall(r"[\w-]+", made))
    used = set(re.findall(r"var\((--[\w-]+)", made + "".join(styles.values())))
    dead = set()
    for file, text in styles.items():
        for selectors in re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)):
            if not selectors.strip().startswith("@"):
                names = set(re.findall(r"[.#]([a-zA-Z][\w-]*)", selectors))
                dead |= {f"{file}: {name}" for name in names - words}
        dead |= {f"{file}: {name}" for name in set(re.findall(r"(--[\w-]+):", text)) - used}
    assert dead == set()


def test_what_the_first_picture_needs_is_asked_for_at_once() -> None:
    """A module that only another module names would come one round trip later."""
    page = (STATIC / "index.html").read_text("utf-8")
    asked = set(re.findall(r'(?:modulepreload" href|module" src)="([^"]+)"', page))
    assert asked == imported("main.js")


def imported(name: str) -> set[str]:
    """A script and all that it imports as it is loaded; what it asks for later, by ``import()``, is not among them."""
    found, waiting = set[str](), [name]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for path in re.findall(
            r'^(?:import|export) (?:[^"]*? from )?"([^"]+)";$', scripts()[name], re.MULTILINE
        ):
            waiting.append(str((STATIC / name).parent.joinpath(path).resolve().relative_to(STATIC.resolve())))
    return found


# The template


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page whose scripts can be called."""
    with (
        served(Choice(TWO, seed=3, position=ATTACK)) as (address, _),
        window_of(browser, **AS_MOST) as page,
    ):
        page.goto(address)
        page.wait_for_selector("body[data-ready]")
        yield page


def written(page: Page, template: str, value: object = None) -> str:
    """What a template is, with ``value`` in it."""
    script = f"async value => (await import('./html.js').then(({{ html }}) => {template})).toString()"
    text: str = page.evaluate(script, value)
    return text


@pytest.mark.parametrize(
    ("template", "value", "text"),
    [
        (
            "html`<p>${value}</p>`",
            "a < b & c > \"d\" 'e'",
            "<p>a &lt; b &amp; c &gt; &quot;d&quot; &#39;e&#39;</p>",
        ),
        ('html`<p title="${value}">`', '" onload="x', '<p title="&quot; onload=&quot;x">'),
        ("html`<p title='${value}'>`", "' onload='x", "<p title='&#39; onload=&#39;x'>"),
        ("html`<p>${html`<b>${value}</b>`}</p>`", "<", "<p><b>&lt;</b></p>"),
        (
            "html`<ul>${value.map(one => html`<li>${one}</li>`)}</ul>`",
            ["<", 2],
            "<ul><li>&lt;</li><li>2</li></ul>",
        ),
        ("html`${value}`", ["<", ["&"]], "&lt;&amp;"),
        ("html`${value}|${true}|${false}|${undefined}|${0}`", None, "||||0"),
        ("html`<p${value && html` hidden`}>`", True, "<p hidden>"),
        ("html`<p${value && html` hidden`}>`", False, "<p>"),
        # What looks like a template's result is none.
        ("html`${value}`", {"text": "<b>"}, "[object Object]"),
        # A line break is layout beside a tag or a value, and a space in a text or a tag.
        ("html`\n  <p>\n    ${value}\n    <b>c</b>\n  </p>\n`", "a", "<p>a<b>c</b></p>"),
        ('html`<p>${value}${" "}\n  b\n  c</p>`', "a", "<p>a b\n  c</p>"),
        ('html`<path d="M0 0\n  ${value}"/>`', "L1 1", '<path d="M0 0\n  L1 1"/>'),
    ],
)
def test_a_template_shows_what_it_is_given(page: Page, template: str, value: object, text: str) -> None:
    assert written(page, template, value) == text


def test_every_drawing_is_a_drawing_wherever_it_is_put(page: Page) -> None:
    """A plain string of markup would stand on the card as escaped text, which a picture does not show."""
    drawn = """async () => {
      const [{ html }, { SYMBOLS }, { TERRAINS }] = await Promise.all(
        ["./html.js", "./symbols.js", "./field-of-glory/terrains.js"].map(path => import(path)));
      const all = { ...SYMBOLS, ...TERRAINS };
      return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, String(html`${one}`)]));
    }"""
    drawings: dict[str, str] = page.evaluate(drawn)
    assert len(drawings) > 10
    assert [name for name, text in drawings.items() if not text.startswith("<") or "&lt;" in text] == []


@pytest.mark.parametrize(
    ("template", "why"),
    [
        ("html`<p ${value}>`", "outside of quotes"),
        ("html`<p class=${value}>`", "outside of quotes"),
        ("html`<${value}>`", "outside of quotes"),
        ('html`<p a="b"${value}>`', "outside of quotes"),
        ('html`<p title="${html`<b title="c">`}">`', "in quotes"),
    ],
)
def test_where_no_escaping_would_help_a_template_refuses(page: Page, template: str, why: str) -> None:
    with pytest.raises(Error, match=why):
        written(page, template, "onload=x")


def test_an_element_is_given_texts_and_templates_alone(page: Page) -> None:
    filled = """async value => {
      const { fill, html } = await import("./html.js"), node = document.createElement("p");
      fill(node, [value, html`<i>${value}</i>`]);
      return [node.children.length, node.textContent];
    }"""
    assert page.evaluate(filled, HOSTILE) == [1, HOSTILE * 2]


@pytest.mark.parametrize(
    "door",
    ["node.innerHTML = text", "node.insertAdjacentHTML('beforeend', text)", "document.write(text)"],
)
def test_the_browser_lets_nothing_else_make_elements_of_a_text(page: Page, door: str) -> None:
    tried = f"""() => {{
      const node = document.createElement("p"), text = "<i>";
      try {{ {door}; }} catch (error) {{ return error.name; }}
      return "done";
    }}"""
    assert page.evaluate(tried) == "TypeError"
    with pytest.raises(Error, match="TrustedTypePolicy"):
        page.evaluate("trustedTypes.createPolicy('another', { createHTML: text => text }).name")


# Hostile texts from everywhere


def hostile(told: Any) -> Any:
    """The same, with what people are told made hostile: texts in every language, and numbers of rulings."""
    if isinstance(told, list):
        return [hostile(one) for one in told]
    if not isinstance(told, dict):
        return told
    if told and told.keys() <= set(LANGUAGES):
        return {language: spoilt(text) for language, text in told.items()}
    return {
        key: value + HOSTILE if key in ("ruling", "cause") and isinstance(value, str) else hostile(value)
        for key, value in told.items()
    }


def spoilt(text: Any) -> Any:
    """Every text at any depth with something hostile behind it."""
    if isinstance(text, str):
        return text + HOSTILE
    if isinstance(text, list):
        return [spoilt(one) for one in text]
    return {key: spoilt(one) for key, one in text.items()} if isinstance(text, dict) else text


def spoil(page: Page) -> None:
    """Whatever the page fetches or is told is hostile from now on."""

    def file(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        if "cards.json" in route.request.url:
            for kind in found.get("kinds", {}).values():
                kind["name"] = spoilt(kind["name"])
        else:
            found = spoilt(found)
        route.fulfill(response=answer, json=found)

    def wire(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(json.dumps(hostile(json.loads(message)))))

    page.route(re.compile(r"/(lang/\w+|rulings|field-of-glory/cards)\.json$"), file)
    page.route_web_socket(re.compile("/table"), wire)


def is_harmless(page: Page, *seen: str) -> None:
    """Nothing became an element or an attribute; and the hostile text is to be read in each of these places."""
    assert page.locator("img, [data-hostile], [onerror]").count() == 0
    for place in seen:
        texts = page.locator(place).all_text_contents()
        assert any("<img/src" in text for text in texts), place


@pytest.fixture
def spoilt_table(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Table]:
    """A table whose page is told and fetches hostile texts alone."""
    with served(request.param) as (address, owner), window_of(browser, **AS_MOST) as page:
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        spoil(page)
        page.goto(address)
        page.wait_for_selector("body[data-laws]")
        yield Table(page, owner)
        assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("spoilt_table", [Choice(TWO, seed=3, position=TO_THE_END)], indirect=True)
def test_hostile_texts_stay_texts_beside_the_table(spoilt_table: Table) -> None:
    page = spoilt_table.page
    is_harmless(page, "#now", "#advice")
    page.click("#odds [data-act=odds]")
    page.wait_for_selector("#odds .bar")
    page.locator('.card[data-at="hand red"]').first.hover()
    page.wait_for_selector("#inspect .face")
    page.click("#head [data-act=drawer]")
    page.click(".part[data-part=screen][data-at='3 red']")
    spoilt_table.until("view.faults.length > 0")
    is_harmless(page, "#odds", "#inspect .about", "#inspect text.name", "#drawer", "#refusals .fault")
    page.click("#head [data-act=new]")
    page.wait_for_selector("dialog.choose")
    is_harmless(page, "dialog.choose")
    page.keyboard.press("Escape")
    assert page.evaluate("typeof hacked") == "undefined"


@pytest.mark.slow
@pytest.mark.parametrize("spoilt_table", [Choice(TWO, seed=1, position=PLACING)], indirect=True)
def test_hostile_texts_stay_texts_in_a_refusal(spoilt_table: Table) -> None:
    page = spoilt_table.page
    units = [card for card in spoilt_table.hand("red") if standard_deck().unit(card)]
    for unit in units[:3]:  # one too many (FG-P2)
        spoilt_table.lay(unit, "1 red")
    spoilt_table.until("view.refusals.length > 0 && view.record.some(line => line.kind === 'refused')")
    is_harmless(page, "#refusals .fix", "#refusals .ruling", "#told", "#record li.refused")
    page.locator('.card[data-at="hand red"]').first.hover()
    page.wait_for_selector("#inspect .laying")
    is_harmless(page, "#inspect .laying")
