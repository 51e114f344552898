// SPDX-License-Identifier: GPL-3.0-or-later

/// The template of a session's page. Values in double braces are escaped; values in triple braces were written by the program itself.
enum SessionTemplate {
    /// The parts of the page, by name.
    static let parts = [
        ("figure", figure), ("scorecard", scorecard), ("end", end), ("clip", clip), ("phases", phaseTable), ("holds", holdTable), ("chip", chip),
    ]

    static let text = #"""
        {{> head}}
        <body class="one">
        <a class="skip" href="#clips">{{words.toTheClips}}</a>
        <header class="top">
        <nav aria-label="{{words.scorebook}}"><a class="back" href="../index.html">{{words.allSessions}}</a>{{#before}} <a class="step" rel="prev" href="{{before}}">{{words.sessionBefore}}</a>{{/before}}{{#after}} <a class="step" rel="next" href="{{after}}">{{words.sessionAfter}}</a>{{/after}}</nav>
        <h1 dir="auto">{{#machineDate}}<time datetime="{{machineDate}}">{{heading}}</time>{{/machineDate}}{{^machineDate}}{{heading}}{{/machineDate}}</h1>
        <dl class="facts">
        {{#facts}}
        <div><dt>{{term}}</dt><dd dir="auto"{{#whole}} title="{{whole}}"{{/whole}}>{{#factLink}}<a href="{{factLink}}">{{value}}</a>{{/factLink}}{{^factLink}}{{value}}{{/factLink}}</dd></div>
        {{/facts}}
        </dl>
        {{#wasRecovered}}
        <p class="remark">{{words.wasRecovered}}</p>
        {{/wasRecovered}}
        {{#notes}}
        <section class="notes" aria-labelledby="notes"><h2 id="notes">{{words.notes}}</h2><p dir="auto"{{#areNotesLong}} class="long" tabindex="0"{{/areNotesLong}}>{{notes}}</p></section>
        {{/notes}}
        </header>
        <main>
        {{#score}}
        <section class="result" aria-labelledby="result">
        <h2 id="result">{{words.result}}</h2>
        <p class="sum"><strong>{{total}}</strong> <span>{{ofPossible}}</span></p>
        <dl class="tiles">
        {{#tiles}}
        <div><dt>{{term}}</dt><dd>{{value}}</dd></div>
        {{/tiles}}
        </dl>
        </section>
        <section class="targets" aria-labelledby="targets">
        <h2 id="targets">{{words.target}}</h2>
        <div class="figures">
        {{#figures}}
        {{> figure}}
        {{/figures}}
        </div>
        </section>
        {{#scorecard}}
        {{> scorecard}}
        {{/scorecard}}
        {{/score}}
        {{#ends}}
        {{> end}}
        {{/ends}}
        <section class="film" aria-labelledby="clips">
        <h2 id="clips">{{words.clips}}</h2>
        {{#lostClips}}
        <p class="remark">{{lostClips}}</p>
        {{/lostClips}}
        {{#deletedClips}}
        <p class="remark">{{deletedClips}}</p>
        {{/deletedClips}}
        {{^clips}}
        <p class="empty">{{words.noClips}}</p>
        {{/clips}}
        <ul class="clips">
        {{#clips}}
        {{> clip}}
        {{/clips}}
        </ul>
        </section>
        {{#phases}}
        {{> phases}}
        {{/phases}}
        {{#holds}}
        {{> holds}}
        {{/holds}}
        {{#hasPictures}}
        <section class="film" aria-labelledby="pictures">
        <h2 id="pictures">{{words.keptPictures}}</h2>
        <ul class="clips">
        {{#pictures}}
        <li><a href="{{place}}"><img class="kept" src="{{place}}" alt="{{pictureName}}" width="{{pictureWidth}}" height="{{pictureHeight}}" loading="lazy"></a></li>
        {{/pictures}}
        </ul>
        </section>
        {{/hasPictures}}
        {{#score}}
        <div class="sign" aria-hidden="true"><p>{{words.archer}}</p><p>{{words.scorer}}</p></div>
        {{/score}}
        </main>
        <footer><p>{{words.writtenByVIR}} {{words.besideThisPage}}
        {{#hasFiles}}
        <a href="scores.csv">{{words.scoresAsTable}}</a>, <a href="target.svg">{{words.targetAsPicture}}</a>,
        {{/hasFiles}}
        {{#hasAngles}}
        <a href="angles.csv">{{words.anglesAsTable}}</a>,
        {{/hasAngles}}
        <a href="session.json">{{words.everythingForAProgram}}</a>.
        </p></footer>
        </body>
        </html>

        """#

    private static let chip = #"<span class="chip {{ring}}" dir="auto">{{label}}</span>"#

    private static let figure = #"""
        <figure class="target">
        <div class="faces"><div class="face">{{{svg}}}</div>{{#closeUp}}<div class="face close" aria-hidden="true">{{{closeUp}}}</div>{{/closeUp}}</div>
        <figcaption><p dir="auto" class="face-name">{{caption}}</p>
        <dl class="group">
        {{#group}}
        <div><dt>{{term}}</dt><dd>{{value}}</dd></div>
        {{/group}}
        </dl>
        {{#unplaced}}
        <p>{{unplaced}}</p>
        {{/unplaced}}
        {{#byRing}}
        <p>{{byRing}}</p>
        {{/byRing}}
        {{#byHour}}
        <p>{{byHour}}</p>
        {{/byHour}}
        </figcaption>
        </figure>

        """#

    private static let scorecard = #"""
        <section class="card" aria-labelledby="scorecard">
        <h2 id="scorecard">{{words.scorecard}}</h2>
        <div class="scroll"><table class="scorecard">
        <caption>{{words.scorecardCaption}}</caption>
        <thead><tr><th scope="col">{{words.end}}</th><th scope="col">{{words.arrows}}</th><th scope="col" class="n">{{words.total}}</th><th scope="col" class="n">{{words.running}}</th>{{#countsTens}}<th scope="col" class="n">{{tensName}}</th>{{/countsTens}}{{#countsX}}<th scope="col" class="n"><abbr title="{{words.inTheInnerRing}}">{{innerName}}</abbr></th>{{/countsX}}</tr></thead>
        {{#stages}}
        <tbody>
        {{#stageName}}
        <tr class="stage"><th scope="rowgroup" colspan="{{width}}"><span class="stage-name"><bdi>{{stageName}}</bdi></span> <span class="stage-total">{{stageTotal}}</span></th></tr>
        {{/stageName}}
        {{#lines}}
        <tr><th scope="row"><a href="{{endLink}}"><span class="unseen">{{words.end}} </span>{{endName}}</a></th><td class="chips">{{#chips}}{{> chip}} {{/chips}}</td><td class="n">{{lineTotal}}</td><td class="n strong">{{running}}</td>{{#countsTens}}<td class="n">{{tens}}</td>{{/countsTens}}{{#countsX}}<td class="n">{{innerTens}}</td>{{/countsX}}</tr>
        {{/lines}}
        </tbody>
        {{/stages}}
        <tfoot><tr><th scope="row" colspan="{{span}}">{{words.total}}</th><td></td><td class="n strong">{{sum}}</td>{{#countsTens}}<td class="n">{{sumOfTens}}</td>{{/countsTens}}{{#countsX}}<td class="n">{{sumOfX}}</td>{{/countsX}}</tr></tfoot>
        </table></div>
        </section>

        """#

    private static let phaseTable = #"""
        <section class="card timed" aria-labelledby="phases">
        <h2 id="phases">{{words.phases}}</h2>
        <div class="scroll"><table class="arrows phases">
        <caption>{{words.phasesCaption}}</caption>
        <thead><tr><th scope="col">{{words.clip}}</th>{{#phaseNames}}<th scope="col" class="n" dir="auto">{{.}}</th>{{/phaseNames}}</tr></thead>
        {{#groups}}
        <tbody>
        {{#groupName}}
        <tr class="stage"><th scope="rowgroup" colspan="{{groupWidth}}">{{groupName}}</th></tr>
        {{/groupName}}
        {{#shots}}
        <tr><th scope="row"><a href="{{lineLink}}">{{lineName}}</a></th>{{#cells}}<td class="n">{{.}}</td>{{/cells}}</tr>
        {{/shots}}
        {{#summaries}}
        <tr><th scope="row">{{lineName}}</th>{{#cells}}<td class="n strong">{{.}}</td>{{/cells}}</tr>
        {{/summaries}}
        </tbody>
        {{/groups}}
        </table></div>
        {{#hasMorePhases}}
        <p class="remark">{{words.morePhases}}</p>
        {{/hasMorePhases}}
        <p class="files"><a href="phases.csv">{{words.phasesAsTable}}</a></p>
        </section>

        """#

    private static let holdTable = #"""
        <section class="card timed" aria-labelledby="holds">
        <h2 id="holds">{{words.holds}}</h2>
        <div class="scroll"><table class="arrows phases">
        <caption>{{words.holdsCaption}}</caption>
        <thead><tr><th scope="col">{{words.clip}}</th>{{#holdNames}}<th scope="col" class="n">{{.}}</th>{{/holdNames}}</tr></thead>
        {{#holdGroups}}
        <tbody>
        <tr class="stage"><th scope="rowgroup" colspan="{{holdGroupWidth}}">{{holdGroupName}}</th></tr>
        {{#holdShots}}
        <tr><th scope="row"><a href="{{holdLink}}">{{holdName}}</a></th>{{#holdCells}}<td class="n">{{.}}</td>{{/holdCells}}</tr>
        {{/holdShots}}
        {{#holdSums}}
        <tr><th scope="row">{{holdName}}</th>{{#holdCells}}<td class="n strong">{{.}}</td>{{/holdCells}}</tr>
        {{/holdSums}}
        </tbody>
        {{/holdGroups}}
        </table></div>
        </section>

        """#

    private static let end = #"""
        <section class="end" aria-labelledby="{{id}}">
        <h2 id="{{id}}" dir="auto">{{name}}</h2>
        {{#remark}}
        <p class="remark">{{remark}}</p>
        {{/remark}}
        <div class="end-body">
        {{#figure}}
        {{> figure}}
        {{/figure}}
        {{#hasRows}}
        <div class="scroll"><table class="arrows">
        <caption>{{tableCaption}}</caption>
        <thead><tr><th scope="col">{{words.arrow}}</th><th scope="col">{{words.ring}}</th><th scope="col" class="n">{{words.points}}</th>{{#hasSpots}}<th scope="col" class="n">{{words.spot}}</th>{{/hasSpots}}<th scope="col">{{words.fromTheCentre}}</th><th scope="col" class="n xy">{{words.coordinates}}</th><th scope="col" class="to-clip">{{words.clip}}</th></tr></thead>
        <tbody>
        {{#rows}}
        <tr id="{{rowID}}"><th scope="row">{{number}}</th><td>{{#chip}}{{> chip}}{{/chip}}</td><td class="n">{{points}}</td>{{#hasSpots}}<td class="n">{{spot}}</td>{{/hasSpots}}<td>{{position}}{{^position}}–{{/position}}</td><td class="n xy">{{coordinates}}{{^coordinates}}–{{/coordinates}}</td><td class="to-clip">{{#clip}}<a href="{{target}}">{{linkWords}}</a>{{/clip}}{{^clip}}{{clipRemark}}{{^clipRemark}}–{{/clipRemark}}{{/clip}}</td></tr>
        {{/rows}}
        </tbody>
        <tfoot><tr><th scope="row">{{words.total}}</th><td></td><td class="n strong">{{endTotal}}</td>{{#hasSpots}}<td></td>{{/hasSpots}}<td></td><td class="xy"></td><td class="to-clip"></td></tr></tfoot>
        </table></div>
        {{/hasRows}}
        </div>
        </section>

        """#

    private static let clip = #"""
        <li class="clip" id="{{clipID}}">
        {{#source}}
        <video controls playsinline preload="{{preload}}"{{#poster}} poster="{{poster}}"{{/poster}} src="{{source}}" width="{{width}}" height="{{height}}" aria-label="{{clipName}}"></video>
        {{/source}}
        {{^source}}
        <p class="remark">{{words.noFileName}}</p>
        {{/source}}
        <h3>{{clipName}}{{#isLiked}} <span class="liked" role="img" aria-label="{{words.liked}}">♥</span>{{/isLiked}} {{#clipChip}}{{> chip}}{{/clipChip}}</h3>
        <p>{{#arrow}}<a href="{{arrowLink}}">{{arrow}}</a> · {{/arrow}}{{duration}}{{#source}} · <a href="{{source}}">{{words.file}}</a>{{/source}}</p>
        {{#isMirrored}}
        <p class="soft">{{words.mirroredOnTheTV}}</p>
        {{/isMirrored}}
        {{#isCutShort}}
        <p class="remark">{{words.beginningMissing}}</p>
        {{/isCutShort}}
        </li>

        """#
}
