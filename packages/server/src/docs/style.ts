/** CSS of the API reference: light or dark as the browser prefers, one column on narrow screens. */

export const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dbe0, #34383f); --soft: light-dark(#f5f6f8, #1b1e23);
  --dim: light-dark(#555c66, #a5adb8); --link: light-dark(#0b57d0, #8ab4f8);
  font: 1rem/1.55 system-ui, sans-serif; scroll-padding-top: 1rem; }
body { margin: 0; background: light-dark(#fff, #121417); color: light-dark(#1b1e23, #e6e8eb); }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .15em; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.4rem; margin: 3.5rem 0 .25rem; padding-top: 1.25rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 2.5rem 0 .25rem; }
h3 a, h2 a { color: inherit; text-decoration: none; display: inline-block; min-height: 24px; }
h3 a:hover, h2 a:hover, nav a:hover { text-decoration: underline; }
h4 { font-size: .8rem; margin: 1.25rem 0 .35rem; color: var(--dim); font-weight: 600; }
p { margin: .4rem 0 .8rem; max-width: 44rem; }
code, pre { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: .4rem; padding: .75rem .9rem;
  white-space: pre-wrap; overflow-wrap: anywhere; margin: .4rem 0; }
.route { display: flex; flex-wrap: wrap; gap: .25rem .6rem; align-items: baseline; margin: .25rem 0 .5rem; }
.method { font: 600 .75rem/1.6 ui-monospace, monospace; padding: 0 .45rem; border-radius: .25rem;
  border: 1px solid currentColor; }
.GET { color: light-dark(#0a6b3d, #6fd3a0); } .POST { color: light-dark(#0b57d0, #8ab4f8); }
.PUT, .PATCH { color: light-dark(#8a5300, #f0b95c); } .DELETE { color: light-dark(#b3261e, #f2a19b); }
.note { color: var(--dim); font-size: .875rem; }
table { border-collapse: collapse; width: 100%; font-size: .925rem; }
th { text-align: left; font-size: .8rem; color: var(--dim); font-weight: 600; }
th, td { padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:first-child { white-space: nowrap; } td p { margin: 0; }
nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
nav li { margin: 0; } nav a { color: inherit; text-decoration: none; display: block; min-height: 24px; padding: .1rem 0; box-sizing: border-box; }
nav b { font-size: .8rem; color: var(--dim); font-weight: 600; }
nav { font-size: .9rem; padding: 1rem 1.25rem; }
main { padding: 1.5rem 1.25rem 6rem; min-width: 0; max-width: 54rem; }
summary { cursor: pointer; font-weight: 600; padding: .25rem 0; }
#search { margin: 1rem 0 1.5rem; } #search:not([hidden]) { display: grid; gap: .25rem; }
#search label { font-weight: 600; } #search p { margin: 0; }
#search input { font: inherit; color: inherit; background: light-dark(#fff, #121417); padding: .5rem .65rem;
  border: 1px solid light-dark(#7a828d, #7f8791); border-radius: .4rem; width: 100%; max-width: 30rem;
  box-sizing: border-box; }
#search ul { list-style: none; margin: .25rem 0 0; padding: 0; } #search li { padding: .25rem 0; } #search li a { display: inline-block; line-height: 24px; }
#search ul:not(:empty) { border: 1px solid var(--line); border-radius: .4rem; padding: .5rem .9rem;
  max-height: 22rem; overflow-y: auto; }
#search li code { color: var(--dim); }
kbd { font: .9em ui-monospace, monospace; border: 1px solid var(--line); border-radius: .25rem; padding: 0 .3rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: .2rem; }
.entry { content-visibility: auto; contain-intrinsic-size: auto 160rem; padding-inline: .35rem; margin-inline: -.35rem; }
@media print { .entry { content-visibility: visible; } nav, #search, .skip, .to-contents { display: none; } }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: .5rem; }
@media (max-width: 63.99rem) { .layout { display: flex; flex-direction: column; }
  nav { order: 1; border-top: 1px solid var(--line); } nav a { padding: .35rem 0; }
  table, tbody, tr, td { display: block; } thead { display: none; }
  tr { padding: .4rem 0; border-bottom: 1px solid var(--line); } td { border: 0; padding: 0; white-space: normal; } }
@media (min-width: 64rem) { .to-contents { display: none; } .layout { display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 2.5rem; }
  nav { position: sticky; top: 0; height: 100vh; box-sizing: border-box; overflow-y: auto;
    border-right: 1px solid var(--line); } }
`;
