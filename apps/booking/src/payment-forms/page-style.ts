/** The style of the pages for guests: one column, readable on a telephone, no script, no external resources. */
export const pageStyle = `
:root { color-scheme: light; --ink: #1f2a2e; --soft: #5d6b70; --line: #dfe5e3; --accent: #1d6b57; --paper: #fff; }
* { box-sizing: border-box; }
body { margin: 0; background: #f2f5f3; color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 42rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
.card { background: var(--paper); border-radius: 14px; box-shadow: 0 1px 3px #0002, 0 8px 30px #0000000d; overflow: hidden; }
header { background: var(--accent); color: #fff; padding: 1.75rem 1.5rem; }
header p { margin: 0; opacity: .85; }
h1 { margin: .15rem 0 0; font-size: 1.65rem; line-height: 1.25; overflow-wrap: anywhere; }
section { padding: 1.5rem; border-top: 1px solid var(--line); }
header + section { border-top: 0; }
h2 { margin: 0 0 .75rem; font-size: 1.05rem; }
.facts { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin: 0; }
dt { color: var(--soft); font-size: .85rem; }
dd { margin: 0; font-weight: 600; }
dd small { display: block; font-weight: 400; color: var(--soft); }
table { width: 100%; border-collapse: collapse; }
td { padding: .4rem 0; vertical-align: top; overflow-wrap: anywhere; }
td:last-child { text-align: right; white-space: nowrap; padding-left: 1rem; font-variant-numeric: tabular-nums; }
tr.total td { border-top: 2px solid var(--ink); padding-top: .7rem; font-size: 1.15rem; font-weight: 700; }
.deposit { margin: 1rem 0 0; padding: .75rem 1rem; background: #f2f5f3; border-radius: 8px; font-size: .95rem; }
.notice { margin: 0 0 1rem; padding: .75rem 1rem; border-radius: 8px; background: #fdf1e3; border: 1px solid #f0d3a8; }
.notice ul { margin: 0; padding-left: 1.1rem; }
label { display: block; margin: 0 0 1rem; font-weight: 600; }
label span { display: block; font-size: .9rem; margin-bottom: .25rem; }
input { width: 100%; font: inherit; font-weight: 400; padding: .65rem .75rem; border: 1px solid #b9c4c0; border-radius: 8px; background: #fff; color: inherit; }
input:focus { outline: 3px solid #1d6b5755; border-color: var(--accent); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; }
@media (max-width: 30rem) { .pair { grid-template-columns: 1fr; } }
button { width: 100%; font: inherit; font-weight: 700; padding: .85rem; border: 0; border-radius: 8px; background: var(--accent); color: #fff; cursor: pointer; }
button:hover { background: #175846; }
.soft { color: var(--soft); font-size: .9rem; margin: .75rem 0 0; }
.message { font-size: 1.05rem; margin: 0; }
`;
