// SPDX-License-Identifier: GPL-3.0-or-later

/// The stylesheet of all pages: light and dark, from a phone's width to a desk's, and a scorecard in print, on A4 and on Letter.
///
/// Text has a contrast of at least 7:1 in both schemes. Each ring colour has a dark or a light text, with a contrast of at least 4.5:1.
enum PageStyle {
    static let text = screen + print

    private static let screen = #"""
        :root{color-scheme:light dark;--paper:#f6f7f9;--sheet:#fff;--ink:#14181d;--soft:#4a525c;--rule:#dde1e6;--link:#0a4f9e;--mark:#fff3c4;--warn:#6b4200;--warn-paper:#fff4dd;
        --shadow:0 1px 2px #0f172a14,0 4px 16px #0f172a0d}
        @media (prefers-color-scheme:dark){:root{--paper:#0f1216;--sheet:#181d23;--ink:#eef1f4;--soft:#a7b0bb;--rule:#2b323b;--link:#7db7ff;--mark:#4a3f12;--warn:#ffd58a;--warn-paper:#33290f;--shadow:none}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
        body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
        h1,h2,h3,p,dl,dd,figure,ul{margin:0;padding:0}
        ul{list-style:none}
        a{color:var(--link);text-underline-offset:.18em;text-decoration-thickness:1px}
        a:hover{text-decoration-thickness:2px}
        :focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
        .top,main,footer{max-width:72rem;margin:0 auto;padding:0 1.25rem}
        .top{padding-top:2rem}
        h1{font-size:clamp(1.6rem,4.5vw,2.4rem);line-height:1.15;letter-spacing:-.02em;font-weight:700}
        h2{font-size:1.25rem;line-height:1.3;letter-spacing:-.01em;margin-bottom:.9rem}
        h3{font-size:1rem;line-height:1.35}
        .brand{font-weight:700;letter-spacing:.18em;font-size:.8rem;color:var(--soft)}
        .lead{color:var(--soft);margin-top:.4rem}
        .aside{font-weight:400;font-size:.9rem;color:var(--soft);margin-left:.35rem}
        .skip{position:absolute;left:-99rem}
        .skip:focus{left:1rem;top:1rem;z-index:1;background:var(--sheet);padding:.4rem .9rem;border-radius:8px}
        .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .remark{background:var(--warn-paper);color:var(--warn);border-radius:8px;padding:.5rem .8rem;margin:.6rem 0;font-size:.93rem;max-width:46rem}
        .empty{color:var(--soft);padding:1rem 0}
        .back{display:inline-block;margin-bottom:.9rem;font-size:.93rem}
        .back::before{content:"←\00a0"}
        .step{margin-left:1rem;font-size:.93rem}
        .plot svg{display:block;width:100%;height:auto;max-height:16rem;fill:var(--ink);font-size:15px}
        .plot .grid{stroke:var(--rule)}.plot .curve{fill:none;stroke:var(--link);stroke-width:2.5}.plot circle{fill:var(--link)}
        summary{cursor:pointer;padding:.3rem 0}
        .year{display:grid;gap:.15rem 1.2rem;grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr));padding:.3rem 0 .8rem}
        footer{color:var(--soft);font-size:.87rem;padding-top:1.5rem;padding-bottom:2.5rem}
        .months{display:flex;flex-wrap:wrap;gap:.4rem;margin-top:1.1rem}
        .months a{display:block;padding:.3rem .75rem;border:1px solid var(--rule);border-radius:99px;background:var(--sheet);text-decoration:none;font-size:.9rem}
        .index section{margin-top:2.2rem}
        .index details{margin-top:1.2rem}
        .fold{font-size:1.25rem;font-weight:700;letter-spacing:-.01em}
        .sessions{display:grid;gap:.7rem}
        .session{position:relative;display:grid;grid-template-columns:88px minmax(0,1fr) auto;gap:1.1rem;align-items:center;background:var(--sheet);border:1px solid var(--rule);border-radius:14px;padding:.8rem 1.2rem .8rem .8rem;box-shadow:var(--shadow);content-visibility:auto;contain-intrinsic-size:auto 7.2rem}
        .session:hover{border-color:var(--link)}
        .session h3,.what .note{text-align:left}
        .session h3,.what p{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
        .session h3 a{text-decoration:none}
        .session h3 a::after{content:"";position:absolute;inset:0;border-radius:14px}
        .session:hover h3 a{text-decoration:underline}
        .thumb{width:88px;height:88px;border-radius:10px;background:var(--paper);display:grid;place-items:center;overflow:hidden}
        .thumb img{width:100%;height:100%;object-fit:contain;display:block}
        .thumb:empty::before{content:"";width:26px;height:20px;border:2px solid var(--soft);border-radius:5px;opacity:.6}
        .what p{color:var(--soft);font-size:.93rem}
        .what .who{display:block;overflow:visible}
        .who bdi{display:inline-block;max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:bottom}
        .counts span{white-space:nowrap}
        .counts span+span::before{content:"·";margin:0 .4rem}
        .what .note{color:var(--ink);margin-top:.3rem}
        .total{font-size:2rem;font-weight:700;letter-spacing:-.02em;line-height:1}
        .facts{display:flex;flex-wrap:wrap;gap:.3rem 1.5rem;margin-top:.7rem;font-size:.95rem}
        .facts div{display:flex;gap:.4rem;max-width:100%}
        .facts dt{color:var(--soft);flex:none}
        .facts dd{min-width:0}
        .index .facts div{flex-wrap:wrap}
        .index .facts dt{max-width:100%}
        .facts dd,.face-name,.end h2{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
        .notes{margin-top:1.2rem;border-left:3px solid var(--rule);padding-left:1rem;max-width:46rem}
        .notes h2{font-size:.87rem;color:var(--soft);font-weight:400;margin:0}
        .notes p{white-space:pre-wrap}
        .notes .long{max-height:15rem;overflow:auto}
        .one main{display:grid;gap:1.25rem;margin-top:1.6rem}
        .one main>section{background:var(--sheet);border:1px solid var(--rule);border-radius:16px;padding:1.25rem;box-shadow:var(--shadow);min-width:0}
        .sum{line-height:1;white-space:nowrap}
        .sum strong{font-size:clamp(3.5rem,9vw,5rem);letter-spacing:-.04em;font-weight:700}
        .sum span{color:var(--soft);font-size:1.15rem}
        .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(6.5rem,1fr));gap:.9rem 1.2rem;margin-top:1.2rem;padding-top:1.2rem;border-top:1px solid var(--rule)}
        .tiles dt,.group dt{color:var(--soft);font-size:.87rem}
        .tiles dd{font-size:1.4rem;font-weight:600;line-height:1.25}
        .figures{display:grid;gap:1.4rem;grid-template-columns:repeat(auto-fit,minmax(min(17rem,100%),1fr))}
        .faces{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(15rem,100%),1fr));align-items:center}
        .face svg{display:block;width:100%;height:auto;max-height:34rem;margin:0 auto}
        .close svg{border-radius:12px;border:1px solid var(--rule);max-height:26rem;width:auto;max-width:100%}
        .face a:focus-visible{outline:none}
        .face a:focus-visible circle{stroke:#0a84ff}
        .face a:hover circle{fill:#0a58b0}
        figcaption{margin-top:.9rem;font-size:.95rem}
        .face-name{font-weight:600}
        .group{display:flex;flex-wrap:wrap;gap:.5rem 1.6rem;margin-top:.35rem}
        .group dd{font-weight:600}
        .scroll{overflow-x:auto;margin:0 -1.25rem;padding:0 1.25rem}
        table{border-collapse:collapse;width:100%;font-size:.95rem}
        caption{text-align:left;color:var(--soft);font-size:.87rem;padding-bottom:.5rem}
        th,td{padding:.45rem .6rem;text-align:left;border-bottom:1px solid var(--rule);vertical-align:middle}
        thead th{color:var(--soft);font-weight:500;font-size:.87rem;white-space:nowrap}
        tbody th{font-weight:600}
        tfoot th,tfoot td{border-bottom:0;border-top:2px solid var(--rule);font-weight:700}
        tfoot tr>*{padding-top:.6rem}
        .n{text-align:right;white-space:nowrap}
        .to-clip{white-space:nowrap}
        .strong{font-weight:700}
        abbr{text-decoration:none}
        .stage th{background:var(--paper);font-size:.9rem}
        .stage-name{font-weight:600}
        .stage-total{float:right;font-weight:700}
        .chips{line-height:2}
        .chip{display:inline-block;min-width:1.9em;padding:0 .4em;border-radius:7px;text-align:center;font-weight:700;line-height:1.7;border:1px solid #0003;max-width:9em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:middle}
        .yellow{background:#f9e11e;color:#14181d}.red{background:#c8202f;color:#fff}.lightBlue{background:#00a3d1;color:#0b1014}.darkBlue{background:#1b2a5c;color:#fff}
        .black{background:#1a1a1a;color:#fff;border-color:#8a939e}.white{background:#fff;color:#14181d;border-color:#8a939e}.miss{background:transparent;color:var(--ink);border:1px dashed var(--soft)}
        tr:target,.clip:target{background:var(--mark)}
        .end-body{display:grid;gap:1.25rem;align-items:start}
        .end .faces{grid-template-columns:1fr}
        .end .close{display:none}
        .kept{width:100%;height:auto;display:block;border-radius:12px}
        .clips{display:grid;gap:1.1rem;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr))}
        .clip{border-radius:12px;padding:.5rem;margin:-.5rem;scroll-margin:1rem}
        .clip video{width:100%;height:auto;max-height:70vh;background:#000;border-radius:10px;display:block}
        .clip h3{margin-top:.55rem}
        .soft{color:var(--soft)}
        .liked{color:#11602a}
        @media (prefers-color-scheme:dark){.liked{color:#30d158}}
        .uncounted{text-decoration:line-through;text-decoration-thickness:2px}
        .clip .chip{margin-left:.3rem;font-size:.9rem}
        .clip p{color:var(--soft);font-size:.93rem}
        .clip .remark{color:var(--warn)}
        .sign{display:none}
        @media (min-width:56rem){.one main{grid-template-columns:minmax(0,19rem) minmax(0,1fr)}.one main>section{grid-column:1/-1;padding:1.5rem}
        .one main>.result{grid-column:1}.one main>.targets{grid-column:2}
        .end-body:has(figure){grid-template-columns:minmax(0,24rem) minmax(0,1fr)}.result .tiles{grid-template-columns:1fr 1fr}}
        @media (max-width:38rem){.xy{display:none}.session{grid-template-columns:64px minmax(0,1fr) auto;gap:.8rem;padding:.7rem .9rem .7rem .7rem}.thumb{width:64px;height:64px}.total{font-size:1.5rem}
        .plot svg{font-size:28px}
        th,td{padding:.4rem .3rem}.scorecard .chip{font-size:.8rem;padding:0 .25em;min-width:1.8em}.chips{line-height:1.8}.one main>section{padding:1rem}.scroll{margin:0 -1rem;padding:0 1rem}}
        @media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}

        """#

    private static let print = #"""
        @media print{@page{margin:12mm 15mm}
        :root{--paper:#fff;--sheet:#fff;--ink:#000;--soft:#333;--rule:#999;--link:#000;--mark:#fff;--warn:#000;--warn-paper:#fff;--shadow:none}
        body{font-size:9.5pt;line-height:1.35}
        .top,main,footer{max-width:none;padding:0}
        nav,.skip,.film,.close,.to-clip,.files,.end figure,.plot details,footer{display:none!important}
        a{color:inherit;text-decoration:none}
        h1{font-size:17pt}h2{font-size:11.5pt;margin-bottom:1.5mm;break-after:avoid}
        .one main{display:grid;grid-template-columns:repeat(12,minmax(0,1fr));gap:5mm;margin-top:4mm}
        .one main>section{grid-column:1/-1;border:0;border-radius:0;padding:0;box-shadow:none}
        .one main>.result{grid-column:span 4;align-self:start}.one main>.targets{grid-column:span 8;break-inside:avoid}.figures{gap:3mm;grid-template-columns:repeat(auto-fit,minmax(45mm,1fr))}
        .notes .long{max-height:none}
        .faces{display:block}.targets .face svg{max-height:74mm;width:auto;max-width:100%;margin:0}.targets:has(~.card:not(.timed)) .face svg,.top:has(.notes)~main .targets .face svg{max-height:54mm}.top:has(.notes)~main .targets:has(~.card:not(.timed)) .face svg{max-height:38mm}
        .sum strong{font-size:40pt}.tiles{grid-template-columns:1fr 1fr;gap:2mm 5mm;margin-top:3mm;padding-top:3mm}.tiles dd{font-size:13pt}
        figcaption{margin-top:2mm;font-size:9pt}
        .scroll{overflow:visible;margin:0;padding:0}
        table{font-size:9pt}caption{display:none}
        th,td{padding:.8mm 2mm;border:.3pt solid #999}tfoot th,tfoot td{border:.3pt solid #999;border-top:1pt solid #000}
        thead{display:table-header-group}tfoot{display:table-row-group}
        tr,.end{break-inside:avoid}.end h2,.card h2{break-after:avoid}
        .end-body,.end-body:has(figure){display:block}
        .scorecard th,.scorecard td{padding:.5mm 2mm}.chips{line-height:1.5}.chip,svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}
        .sign{display:grid;order:1;grid-column:1/-1;grid-template-columns:1fr 1fr;gap:12mm;margin-top:9mm;break-inside:avoid}
        .sign p{border-top:.6pt solid #000;padding-top:1mm}
        .timed{order:3}
        .card~.end{order:2;grid-column:span 6!important}.card~.end .xy{display:none}
        .session{box-shadow:none;break-inside:avoid;content-visibility:visible}}
        """#
}
