// SPDX-License-Identifier: GPL-3.0-or-later

/// The template of the card's own page. Values in double braces are escaped; values in triple braces were written by the program itself.
enum IndexTemplate {
    static let text = #"""
        {{> head}}
        <body class="index">
        <header class="top">
        <p class="brand">VIR</p>
        <h1>{{words.scorebook}}</h1>
        <p class="lead">{{summary}}</p>
        {{#hasArchers}}
        <dl class="facts">
        {{#archers}}
        <div><dt dir="auto">{{#archerLink}}<a href="{{archerLink}}">{{name}}</a>{{/archerLink}}{{^archerLink}}{{name}}{{/archerLink}}</dt><dd>{{figures}}</dd></div>
        {{/archers}}
        </dl>
        {{/hasArchers}}
        {{#hasPlaces}}
        <nav aria-label="{{placesName}}"><ul class="months">
        {{#places}}
        <li><a href="#{{placeID}}">{{placeName}}</a></li>
        {{/places}}
        </ul></nav>
        {{/hasPlaces}}
        </header>
        <main>
        {{^years}}
        <p class="empty">{{words.noSessionYet}}</p>
        {{/years}}
        {{#years}}
        {{#isFolded}}
        <details id="{{yearID}}"{{#isOpen}} open{{/isOpen}}><summary><span class="fold">{{yearName}}</span> <span class="aside">{{yearFigures}}</span></summary>
        {{/isFolded}}
        {{#months}}
        <section aria-labelledby="{{monthID}}">
        <h2 id="{{monthID}}">{{monthName}} <span class="aside">{{monthCount}}</span></h2>
        <ul class="sessions">
        {{#sessions}}
        <li class="session">
        <div class="thumb">{{#picture}}<img src="{{picture}}" alt="" width="88" height="88" loading="lazy" decoding="async">{{/picture}}</div>
        <div class="what">
        <h3 dir="auto">{{#link}}<a href="{{link}}">{{heading}}</a>{{/link}}{{^link}}{{heading}}{{/link}}</h3>
        <p class="who">{{#shooter}}<bdi>{{shooter}}</bdi> · {{/shooter}}{{#round}}<bdi>{{round}}</bdi> · {{/round}}{{#face}}<bdi{{#faceTitle}} title="{{faceTitle}}"{{/faceTitle}}>{{face}}</bdi>{{/face}}{{^face}}{{words.notScored}}{{/face}}</p>
        <p class="counts">{{#counts}}<span>{{.}}</span>{{/counts}}</p>
        {{#note}}
        <p class="note" dir="auto">{{note}}</p>
        {{/note}}
        </div>
        {{#isScored}}
        <p class="total"><span class="unseen">{{words.total}} </span>{{total}}</p>
        {{/isScored}}
        </li>
        {{/sessions}}
        </ul>
        </section>
        {{/months}}
        {{#isFolded}}
        </details>
        {{/isFolded}}
        {{/years}}
        </main>
        <footer>{{#help}}<p><a href="{{help}}">{{helpWords}}</a></p>{{/help}}<p>{{words.writtenOnTheCard}}</p></footer>
        </body>
        </html>

        """#
}
