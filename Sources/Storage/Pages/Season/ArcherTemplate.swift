// SPDX-License-Identifier: GPL-3.0-or-later

/// The template of an archer's page. Values in double braces are escaped; values in triple braces were written by the program itself.
enum ArcherTemplate {
    static let text = #"""
        {{> head}}
        <body class="one">
        <header class="top">
        <p class="brand">VIR</p>
        <nav aria-label="{{words.scorebook}}"><a class="back" href="../index.html">{{words.allSessions}}</a></nav>
        <h1 dir="auto">{{archerName}}</h1>
        <p class="lead">{{summary}}</p>
        <dl class="facts">
        {{#facts}}
        <div><dt>{{term}}</dt><dd dir="auto">{{#factLink}}<a href="{{factLink}}">{{value}}</a>{{/factLink}}{{^factLink}}{{value}}{{/factLink}}</dd></div>
        {{/facts}}
        </dl>
        </header>
        <main>
        {{#plots}}
        <section class="plot" aria-labelledby="{{plotID}}">
        <h2 id="{{plotID}}">{{plotName}}</h2>
        {{#plotRemark}}<p class="soft">{{plotRemark}}</p>{{/plotRemark}}
        <figure>{{{curve}}}</figure>
        <details><summary>{{words.asTable}}</summary>
        <table><caption class="unseen">{{plotName}}</caption><thead><tr><th scope="col">{{words.when}}</th><th scope="col" class="n">{{plotName}}</th><th scope="col" class="n">{{words.sessionsWord}}</th></tr></thead>
        <tbody>
        {{#rows}}
        <tr><th scope="row">{{rowName}}</th><td class="n">{{rowValue}}</td><td class="n">{{rowSessions}}</td></tr>
        {{/rows}}
        </tbody></table></details>
        </section>
        {{/plots}}
        <section aria-labelledby="sessions">
        <h2 id="sessions">{{words.sessionsWord}}</h2>
        {{#years}}
        {{#isFolded}}<details><summary>{{yearName}} <span class="aside">{{yearFigures}}</span></summary>{{/isFolded}}{{^isFolded}}<h3>{{yearName}} <span class="aside">{{yearFigures}}</span></h3>{{/isFolded}}
        <ul class="year">
        {{#shot}}
        <li>{{#lineLink}}<a href="{{lineLink}}">{{day}}</a>{{/lineLink}}{{^lineLink}}{{day}}{{/lineLink}} {{lineFigures}}</li>
        {{/shot}}
        </ul>
        {{#isFolded}}</details>{{/isFolded}}
        {{/years}}
        {{#older}}<p><a href="../index.html">{{older}}</a></p>{{/older}}
        </section>
        </main>
        <footer><p>{{words.writtenOnTheCard}}</p></footer>
        </body>
        </html>

        """#
}
