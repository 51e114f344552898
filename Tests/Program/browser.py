# SPDX-License-Identifier: GPL-3.0-or-later
"""A real browser without a window: Chromium, spoken to by its DevTools protocol over two pipes."""
import base64
import json
import os
import re
import select
import shutil
import subprocess
import tempfile
import time

import strip

# The sizes of papers in inches, as the protocol needs them.
PAPERS = {"A4": (8.27, 11.69), "Letter": (8.5, 11)}

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


class Browser:
    """One page of a browser. What the page says in its console, and what it fails to load, is kept in `complaints`."""

    def __init__(self):
        program = next((path for path in map(shutil.which, PROGRAMS) if path), None)
        if program is None:
            raise AssertionError(f"no browser: install one of {', '.join(PROGRAMS)}")
        self.profile = tempfile.mkdtemp(prefix="vir-browser-")
        (theirs_in, self.to), (self.back, theirs_out) = os.pipe(), os.pipe()
        # The browser reads from its descriptor 3 and writes to 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}', "bash", program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe", "--no-first-run",
             "--autoplay-policy=no-user-gesture-required", "--force-device-scale-factor=1", f"--user-data-dir={self.profile}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=(theirs_in, theirs_out))
        os.close(theirs_in)
        os.close(theirs_out)
        self.rest, self.number, self.events, self.session = b"", 0, [], None
        page = next(one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "DOM", "Accessibility"):
            self.call(f"{domain}.enable")

    def close(self):
        self.session = None
        try:
            self.call("Browser.close")
            self.process.wait(20)
        except (OSError, AssertionError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.to)
        os.close(self.back)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next_message(60)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def next_message(self, seconds):
        deadline = time.monotonic() + seconds
        while b"\0" not in self.rest:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.back], [], [], left)[0]:
                raise AssertionError(f"the browser said nothing for {seconds} s")
            piece = os.read(self.back, 1 << 20)
            if not piece:
                raise AssertionError("the browser has gone")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def wait_for(self, method, seconds=60):
        while True:
            for index, event in enumerate(self.events):
                if event.get("method") == method:
                    del self.events[:index + 1]
                    return event["params"]
            self.events.append(self.next_message(seconds))

    def show(self, path, width=1280, height=900, dark=False):
        """Opens a file, as wide as a screen of so many CSS pixels."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", media="",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                            {"name": "prefers-reduced-motion", "value": "reduce"}])
        # Another page in between makes the browser load a page again.
        for address in ("about:blank", f"file://{path}"):
            self.events.clear()
            self.call("Page.navigate", url=address)
            seen = []
            while not any(event.get("method") == "Page.loadEventFired" for event in seen):
                seen += self.events or [self.next_message(60)]
                self.events.clear()
            self.events = seen

    def complaints(self):
        """What the page logged, threw, asked or failed to load since it was opened."""
        self.value("new Promise(done => setTimeout(done, 50))")
        bad = {"Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Network.loadingFailed",
               "Page.javascriptDialogOpening"}
        return [json.dumps(event["params"])[:400] for event in self.events if event.get("method") in bad]

    def requests(self):
        return [event["params"]["request"]["url"] for event in self.events if event.get("method") == "Network.requestWillBeSent"]

    def value(self, expression):
        """Of an expression in the page, a promise's once it is kept."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise AssertionError(result["exceptionDetails"].get("exception", {}).get("description", "the page threw"))
        return result["result"].get("value")

    def picture(self, path, whole=True):
        """Of the whole page, as a PNG."""
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def printed(self, paper):
        """The words on each page, as it is printed on a paper of `PAPERS`."""
        width, height = PAPERS[paper]
        path = f"{self.profile}/printed.pdf"
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call(
                "Page.printToPDF", preferCSSPageSize=True, printBackground=False, paperWidth=width, paperHeight=height)["data"]))
        size = subprocess.run(["pdfinfo", path], check=True, capture_output=True, text=True).stdout
        points = [float(word) for word in re.search(r"Page size: +([\d.]+) x ([\d.]+)", size).groups()]
        assert all(abs(point - side * 72) < 1 for point, side in zip(points, (width, height))), f"the page wants a paper of its own: {points}"
        return subprocess.run(["pdftotext", "-layout", path, "-"], check=True, capture_output=True, text=True).stdout.split("\f")[:-1]


def ends(page, path, size):
    """The first and the last frame that a browser shows of a film, read from the synthetic camera's strip."""
    folder = tempfile.mkdtemp(prefix="vir-browser-")
    try:
        with open(f"{folder}/film.html", "w", encoding="utf-8") as file:
            file.write(f'<body style="margin:0"><video muted preload=auto src="file://{path}" style="display:block;width:{size[0]}px;height:{size[1]}px"></video>')
        page.show(f"{folder}/film.html", *size)
        seen = []
        for place in ["0", "film.duration - 0.01"]:
            page.value(
                "new Promise((done, fail) => { const film = document.querySelector('video'); film.onerror = () => fail(Error(film.error.message));"
                " const go = () => { film.requestVideoFrameCallback(() => setTimeout(done, 100)); film.currentTime = " + place + "; };"
                " film.readyState >= 2 ? go() : film.onloadeddata = go; })")
            page.picture(f"{folder}/seen.png", whole=False)
            seen.append(strip.read(strip.picture(f"{folder}/seen.png", *size), *size))
        return tuple(seen)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
