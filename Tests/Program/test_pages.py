# SPDX-License-Identifier: GPL-3.0-or-later
"""The card as a website, in a real browser. `VIR_PAGES` names a folder that the Swift tests wrote sample pages to."""
import csv
import glob
import html.parser
import io
import json
import os
import re
import shutil
import subprocess
import unittest
import urllib.parse
import xml.etree.ElementTree

import browser
import vir

SINGLE, ROUND, DISTANCES, TRIPLE, CLIPS_ONLY = (
    "2026-11-20_1403_S07", "2026-10-03_0910_S06", "2026-10-03_0911_S05", "2026-11-21_1930_S08", "2026-11-22_1000_S09")

# Elements that close themselves: HTML's void elements, and SVG's.
VOID = {"meta", "link", "img", "br"}


class Page(html.parser.HTMLParser):
    """What a page is made of. Whatever isn't closed in order is a mistake."""

    def __init__(self, path):
        super().__init__()
        self.path, self.open, self.elements, self.mistakes, self.texts = path, [], [], [], {}
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.feed(self.text)
        self.mistakes += [f"<{name}> is never closed" for name in self.open]

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if len(attributes) != len(dict(attributes)):
            self.mistakes.append(f"<{tag}> has an attribute twice: {attributes}")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.mistakes.append(f"</{tag}> closes nothing")

    def handle_data(self, text):
        for tag in self.open[-1:]:
            self.texts.setdefault(tag, []).append(text)

    def all(self, *tags):
        return [attributes for tag, attributes in self.elements if tag in tags]

    def links(self):
        return [(name, attributes[name]) for _, attributes in self.elements for name in ("href", "src", "poster") if name in attributes]


def card_with_clips():
    """The sample card, with a small clip and a still wherever a record names one."""
    folder = os.path.join(vir.new_folder(), "card")
    shutil.copytree(os.environ["VIR_PAGES"], folder)
    clip, still = os.path.join(folder, "clip.mp4"), os.path.join(folder, "still.jpg")
    quiet = ["ffmpeg", "-v", "error", "-y"]
    subprocess.run([*quiet, "-f", "lavfi", "-i", "testsrc2=size=640x360:rate=30:duration=3", "-c:v", "libx264", "-pix_fmt", "yuv420p",
                    "-movflags", "+faststart", clip], check=True)
    subprocess.run([*quiet, "-ss", "1", "-i", clip, "-frames:v", "1", still], check=True)
    for record in glob.glob(f"{folder}/*/session.json"):
        session = os.path.dirname(record)
        with open(record, encoding="utf-8") as file:
            clips = json.load(file)["clips"]
        for name in ("clips", "thumbs"):
            os.makedirs(f"{session}/{name}", exist_ok=True)
        for one in clips:
            os.link(clip, f"{session}/{one['file']}")
            os.link(still, f"{session}/thumbs/{one['number']:02}.jpg")
            if one.get("orientation", {}).get("isMirrored"):
                os.link(still, f"{session}/thumbs/{one['number']:02}_unmirrored.jpg")
    # One session a thousand times, each under a name of its own.
    for number in range(1, 1001):
        os.symlink(f"../{SINGLE}", f"{folder}/thousand/again_S{number}")
    return folder


def setUpModule():
    global CARD, PATHS
    if not os.path.isdir(os.environ.get("VIR_PAGES", "")):
        raise AssertionError("VIR_PAGES names no folder; make the pages with `VIR_PAGES=… swift test --filter PagesFolderTests`")
    CARD = card_with_clips()
    PATHS = sorted(glob.glob(f"{CARD}/*.html") + glob.glob(f"{CARD}/*/index.html") + glob.glob(f"{CARD}/archers/*.html"))


class ThePages(unittest.TestCase):
    """What holds of their text, whoever reads it."""

    @classmethod
    def setUpClass(cls):
        cls.pages = {path: Page(path) for path in PATHS}

    def test_are_whole_and_have_no_script(self):
        self.assertGreater(len(self.pages), 20)
        for path, page in self.pages.items():
            with self.subTest(page=os.path.relpath(path, CARD)):
                self.assertEqual(page.mistakes, [])
                self.assertEqual([tag for tag, _ in page.elements if tag in ("script", "iframe", "object", "base", "form")], [])
                self.assertEqual([name for _, attributes in page.elements for name in attributes if name.startswith("on")], [])
                policy = [head["content"] for head in page.all("meta") if head.get("http-equiv") == "Content-Security-Policy"]
                self.assertEqual(policy, ["script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'"])

    def test_every_link_leads_to_something_on_the_card(self):
        for path, page in self.pages.items():
            with self.subTest(page=os.path.relpath(path, CARD)):
                ids = {attributes["id"] for _, attributes in page.elements if "id" in attributes}
                self.assertGreater(len(page.links()), 1)
                for name, link in page.links():
                    if link == "data:,":
                        continue
                    target = urllib.parse.urlsplit(link)
                    self.assertEqual((target.scheme, target.netloc, target.query), ("", "", ""), link)
                    if target.path:
                        path = os.path.normpath(os.path.join(os.path.dirname(page.path), urllib.parse.unquote(target.path)))
                        self.assertTrue(path.startswith(CARD + "/"), link)
                        self.assertTrue(os.path.isfile(path), f"{name}={link}")
                    else:
                        self.assertIn(urllib.parse.unquote(target.fragment), ids)

    def test_say_what_they_are_to_who_listens(self):
        for path, page in self.pages.items():
            with self.subTest(page=os.path.relpath(path, CARD)):
                self.assertEqual(page.all("html")[0].get("lang"), "en")
                self.assertNotEqual("".join(page.texts["title"][:1]).strip(), "")
                ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
                self.assertEqual(len(ids), len(set(ids)), "an id is there twice")
                levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
                self.assertEqual(levels[0], 1)
                self.assertTrue(all(after <= before + 1 for before, after in zip(levels, levels[1:])), levels)
                self.assertEqual(len(page.all("table")), len(page.all("caption")))
                self.assertTrue(all("scope" in head for head in page.all("th")))
                self.assertTrue(all("alt" in image for image in page.all("img")))
                self.assertTrue(all(video.get("aria-label") and video.get("preload") == "none" for video in page.all("video")))
                for svg in page.all("svg"):
                    self.assertIn(svg["role"], ("img", "group"))
                    self.assertIn(svg["aria-labelledby"], ids)
                    self.assertIn(svg["aria-describedby"], ids)
                # A close-up repeats the picture beside it, so its links aren't tab stops.
                for close_up in re.findall(r'<div class="face close"([^>]*)>(.*?)</svg></div>', page.text, re.DOTALL):
                    self.assertIn('aria-hidden="true"', close_up[0])
                    self.assertEqual(close_up[1].count("<a "), close_up[1].count('tabindex="-1"'))

    def test_say_which_film_is_mirrored_on_the_tv_alone(self):
        page = self.pages[f"{CARD}/{CLIPS_ONLY}/index.html"]
        posters = [video["poster"] for video in page.all("video")]
        self.assertEqual(posters[:3], ["thumbs/01.jpg", "thumbs/02_unmirrored.jpg", "thumbs/03.jpg"])
        self.assertEqual(page.text.count("as the camera saw it"), 1)
        self.assertNotIn("scaleX", page.text)

    def test_have_targets_that_are_whole_xml(self):
        for path in glob.glob(f"{CARD}/*/target.svg"):
            root = xml.etree.ElementTree.parse(path).getroot()
            self.assertTrue(root.tag.endswith("}svg"))
            self.assertGreater(len(root), 10)
        for path, page in self.pages.items():
            with self.subTest(page=os.path.relpath(path, CARD)):
                for svg in re.findall(r"<svg.*?</svg>", page.text, re.DOTALL):
                    xml.etree.ElementTree.fromstring(svg)

    def test_have_tables_that_open_in_a_spreadsheet(self):
        paths = glob.glob(f"{CARD}/*/scores.csv")
        self.assertGreater(len(paths), 20)
        for path in paths:
            with open(path, "rb") as file:
                data = file.read()
            self.assertTrue(data.startswith(b"\xef\xbb\xbf"))
            self.assertEqual(data.count(b"\n"), data.count(b"\r\n"))
            rows = list(csv.reader(io.StringIO(data[3:].decode()), strict=True))
            # The archer's column exists only if an archer is named.
            self.assertEqual({len(row) for row in rows}, {19 + ("archer" in rows[0])})
            for field in (field for row in rows for field in row if field):
                self.assertTrue(field[0] not in "=+-@\t\r" or re.fullmatch(r"-?\d+(\.\d+)?", field), field)


# Every text's contrast with its background by WCAG 2: those below 7, or below 4.5 on a ring's own colour.
CONTRAST = r"""(() => {
  const rgba = text => (text.match(/[\d.]+/g) || []).map(Number);
  const linear = v => v / 255 <= .03928 ? v / 255 / 12.92 : ((v / 255 + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b);
  const bad = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; node = walker.nextNode();) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("svg, .unseen, .sign") || !element.checkVisibility()) continue;
    let behind = element;
    while (behind && (rgba(getComputedStyle(behind).backgroundColor)[3] ?? 1) === 0) behind = behind.parentElement;
    const paper = light(rgba(getComputedStyle(behind || document.body).backgroundColor).slice(0, 3));
    const ink = light(rgba(getComputedStyle(element).color).slice(0, 3));
    const ratio = (Math.max(ink, paper) + .05) / (Math.min(ink, paper) + .05);
    if (ratio < (element.closest(".chip") ? 4.5 : 7)) bad.push(`${node.data.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
  }
  return bad;
})()"""


class TheBrowser(unittest.TestCase):
    """What a person sees."""

    @classmethod
    def setUpClass(cls):
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)

    def show(self, page, **how):
        self.browser.show(f"{CARD}/{page}", **how)

    def test_shows_every_page_without_a_complaint_and_without_scrolling_sideways(self):
        for path in PATHS:
            for width in (1280, 320):
                with self.subTest(page=os.path.relpath(path, CARD), width=width):
                    self.browser.show(path, width=width)
                    self.assertEqual(self.browser.complaints(), [])
                    self.assertLessEqual(self.browser.value("document.scrollingElement.scrollWidth"), width)

    def test_plays_a_clip(self):
        self.show(f"{SINGLE}/index.html")
        self.assertEqual(self.browser.value("document.querySelector('video').readyState"), 0, "something loads before it is asked for")
        reached = self.browser.value("""new Promise((done, fail) => {
            const clip = document.querySelector("#clip-3 video");
            clip.muted = true;
            clip.onerror = () => fail(new Error(clip.error.message));
            clip.ontimeupdate = () => { if (clip.currentTime > 0.5) done(clip.currentTime) };
            clip.play().catch(fail);
        })""")
        self.assertGreater(reached, 0.5)
        self.assertEqual(self.browser.value("document.querySelector('#clip-3 video').videoWidth"), 640)
        self.assertEqual(self.browser.complaints(), [])

    def test_a_hit_leads_to_its_clip_and_back_to_its_arrow(self):
        self.show(f"{SINGLE}/index.html")
        place = self.browser.value("""(() => {
            const number = [...document.querySelectorAll(".face a")].find(link => link.textContent.endsWith("3"));
            const box = number.getBoundingClientRect();
            return {x: box.x + box.width / 2, y: box.y + box.height / 2};
        })()""")
        for what in ("mousePressed", "mouseReleased"):
            self.browser.call("Input.dispatchMouseEvent", type=what, button="left", clickCount=1, **place)
        self.assertEqual(self.browser.value("location.hash"), "#clip-3")
        top = self.browser.value("document.querySelector('#clip-3').getBoundingClientRect().top")
        self.assertTrue(-1 <= top < 900, top)
        self.browser.value("document.querySelector('#clip-3 a').click()")
        self.assertEqual(self.browser.value("document.querySelector('tr:target th').textContent"), "3")

    def test_the_scorebook_leads_to_a_session_and_back(self):
        self.show("index.html")
        heads = self.browser.value("[...document.querySelectorAll('h3 a')].map(link => link.textContent)")
        self.assertLess(heads.index("Sun 22 Nov 2026, 10:00"), heads.index("Fri 20 Nov 2026, 14:03"))
        self.assertEqual(self.browser.value("[...document.images].filter(image => image.complete && !image.naturalWidth).length"), 0)
        for link, title in ((f"a[href='{SINGLE}/index.html']", "Fri 20 Nov 2026, 14:03: 47 points – VIR"), (".back", "Scorebook – VIR")):
            self.browser.events.clear()
            self.browser.value(f"document.querySelector(\"{link}\").click()")
            self.browser.wait_for("Page.loadEventFired")
            self.assertEqual(self.browser.value("document.title"), title)

    def test_text_stands_out_in_both_schemes(self):
        papers = set()
        for page in ("index.html", *(f"{name}/index.html" for name in (SINGLE, DISTANCES, TRIPLE, CLIPS_ONLY))):
            for dark in (False, True):
                with self.subTest(page=page, dark=dark):
                    self.show(page, dark=dark)
                    self.assertEqual(self.browser.value(CONTRAST), [])
                    papers.add(self.browser.value("getComputedStyle(document.body).backgroundColor"))
        self.assertEqual(len(papers), 2)

    def test_everything_has_a_name_for_who_listens(self):
        for page in ("index.html", *(f"{name}/index.html" for name in (SINGLE, DISTANCES, TRIPLE, CLIPS_ONLY))):
            with self.subTest(page=page):
                self.show(page)
                nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
                spoken = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]
                self.assertGreater(len(spoken), 20)
                named = ("link", "image", "heading", "table", "Video", "region", "navigation")
                mute = [role for role, name in spoken if role in named and not name]
                self.assertEqual(mute, [])

    def test_a_script_that_got_into_a_page_does_not_run(self):
        with open(f"{CARD}/{SINGLE}/index.html", encoding="utf-8") as file:
            text = file.read()
        for name, page in (("page", text), ("page without the line", re.sub("<meta http-equiv=[^>]*>", "", text))):
            path = f"{CARD}/{SINGLE}/attacked.html"
            self.addCleanup(lambda path=path: os.path.exists(path) and os.remove(path))
            with open(path, "w", encoding="utf-8") as file:
                file.write(page.replace("</h1>", "</h1><script>document.title = 'it ran'</script><img src=x onerror=\"document.title = 'it ran'\">", 1))
            with self.subTest(name):
                self.browser.show(path)
                self.assertEqual(self.browser.value("document.title") == "it ran", name != "page")
                self.assertEqual(self.browser.value("getComputedStyle(document.querySelector('.sum strong')).fontWeight"), "700")

    def test_the_first_stop_leads_past_the_targets(self):
        self.show(f"{SINGLE}/index.html")
        for what in ("keyDown", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", type=what, key="Tab", code="Tab", windowsVirtualKeyCode=9)
        self.assertEqual(self.browser.value("document.activeElement.textContent"), "To the clips")
        self.assertGreaterEqual(self.browser.value("document.activeElement.getBoundingClientRect().left"), 0)
        self.browser.value("document.activeElement.click()")
        self.assertTrue(-1 <= self.browser.value("document.querySelector('#clips').getBoundingClientRect().top") < 900)

    def test_a_scorecard_prints_on_a4_and_on_letter(self):
        for paper in browser.PAPERS:
            for name, most in ((SINGLE, 1), (TRIPLE, 1), (ROUND, 3), (CLIPS_ONLY, 1)):
                with self.subTest(session=name, paper=paper):
                    self.show(f"{name}/index.html")
                    self.assertIn(len(self.browser.printed(paper)), range(1, most + 1))

    def test_the_signatures_stand_on_the_page_with_the_score(self):
        """Also of a round with notes and with phases, which come after them."""
        more = ("<section class='notes'><h2>Notes</h2><p>" + "Wind from the left.\n" * 4 + "</p></section></header>",
                "<section class='card timed'><h2>Phases</h2><table>" + "<tr><th>Clip 1</th><td>1.2</td></tr>" * 30
                + "</table><p class='files'><a href='phases.csv'>The same as a table</a></p></section><div class=\"sign\"")
        for paper in browser.PAPERS:
            for name in (SINGLE, TRIPLE, ROUND):
                with self.subTest(session=name, paper=paper):
                    self.show(f"{name}/index.html")
                    self.browser.value("document.documentElement.innerHTML = " + json.dumps(more) + ".reduce((text, piece, index) => text.replace("
                                       "['</header>', '<div class=\"sign\"'][index], piece), document.documentElement.innerHTML)")
                    pages = self.browser.printed(paper)
                    self.assertIn("Scorer", pages[0])
                    self.assertIn("Wind from the left.", pages[0])
                    self.assertNotIn("The same as a table", " ".join(pages))

    def test_no_month_stands_alone_at_a_page_s_foot(self):
        self.show("index.html")
        # Months of one, two and three sessions: some begin at the start of a page.
        self.browser.value("(() => { const month = document.querySelector('section'), main = month.parentNode; main.replaceChildren();"
                           " for (let copy = 0; copy < 40; copy++) { const other = month.cloneNode(true); other.querySelector('h2').textContent = 'Month ' + copy;"
                           " [...other.querySelectorAll('li')].slice(1 + copy % 3).forEach(item => item.remove()); main.append(other); } })()")
        for paper in browser.PAPERS:
            with self.subTest(paper=paper):
                pages = [[line for line in page.split("\n") if line.strip()] for page in self.browser.printed(paper)]
                self.assertGreater(len(pages), 3)
                for lines in pages:
                    self.assertNotRegex(lines[-1], "^ *Month [0-9]+")

    def test_a_thousand_sessions_load_only_the_targets_that_are_seen(self):
        self.show("thousand/index.html")
        self.assertEqual(self.browser.value("document.querySelectorAll('.session').length"), 1000)
        self.browser.complaints()
        self.assertIn(self.browser.value("[...document.images].filter(image => image.naturalWidth).length"), range(5, 200))


if __name__ == "__main__":
    unittest.main()
