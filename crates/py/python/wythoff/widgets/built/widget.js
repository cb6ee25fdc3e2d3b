// src/common/dom.ts
function e(e, t = {}, ...n) {
	return i(document.createElement(e), t, n);
}
function t(e, t = {}, ...n) {
	return i(document.createElementNS("http://www.w3.org/2000/svg", e), t, n);
}
function n(e, ...t) {
	e.replaceChildren(...a(t));
}
function r(e) {
	let t = e.getRootNode();
	return t instanceof Document || t instanceof ShadowRoot ? t.activeElement : null;
}
function i(e, t, n) {
	for (let [n, r] of Object.entries(t)) r != null && r !== !1 && (typeof r == "function" ? e.addEventListener(n.replace(/^on/, ""), r) : e.setAttribute(n, r === !0 ? "" : String(r)));
	return e.append(...a(n)), e;
}
function a(e) {
	return e.filter((e) => e != null && e !== !1).map((e) => typeof e == "number" ? String(e) : e);
}
// src/common/storage.ts
function o(e, t = "localStorage") {
	try {
		return globalThis[t].getItem(e);
	} catch {
		return null;
	}
}
// src/common/theme.ts
var s = matchMedia("(prefers-color-scheme: dark)"), c = /* @__PURE__ */ new Set(), l = f(), u = null;
function d() {
	document.documentElement.dataset.theme = u ?? l;
	for (let e of c) e();
}
function f() {
	let e = o("wythoff-theme");
	return e === "light" || e === "dark" ? e : "system";
}
s.addEventListener("change", d);
// src/widget/widget.css?inline
var p = ":root,:host{--lightningcss-light:initial;--lightningcss-dark: ;color-scheme:light dark;--paper:var(--lightningcss-light,#faf8f2)var(--lightningcss-dark,#11131b);--surface:var(--lightningcss-light,#fff)var(--lightningcss-dark,#1a1d28);--sunken:var(--lightningcss-light,#f1ede2)var(--lightningcss-dark,#0b0d13);--sky:var(--lightningcss-light,#faf7ee)var(--lightningcss-dark,#0d0f16);--line:var(--lightningcss-light,#ddd6c4)var(--lightningcss-dark,#2f3443);--line-strong:var(--lightningcss-light,#8a8371)var(--lightningcss-dark,#737a90);--ink:var(--lightningcss-light,#1b1f33)var(--lightningcss-dark,#ebe8de);--muted:var(--lightningcss-light,#585d70)var(--lightningcss-dark,#a7abbc);--accent:var(--lightningcss-light,#3a3fb0)var(--lightningcss-dark,#b3b8ff);--on-accent:var(--lightningcss-light,#fff)var(--lightningcss-dark,#14162a);--accent-soft:var(--lightningcss-light,#e8e8f8)var(--lightningcss-dark,#262a48);--good:var(--lightningcss-light,#146c43)var(--lightningcss-dark,#74d6a5);--good-soft:var(--lightningcss-light,#dcf0e4)var(--lightningcss-dark,#173428);--bad:var(--lightningcss-light,#a32024)var(--lightningcss-dark,#ffa29c);--bad-soft:var(--lightningcss-light,#f9e2df)var(--lightningcss-dark,#421f21);--warn:var(--lightningcss-light,#7a5200)var(--lightningcss-dark,#f0c060);--warn-soft:var(--lightningcss-light,#faeccb)var(--lightningcss-dark,#3a2d10);--cell:var(--lightningcss-light,#f3eedf)var(--lightningcss-dark,#232735);--cell-alt:var(--lightningcss-light,#ebe4d1)var(--lightningcss-dark,#2a2f3f);--last:var(--lightningcss-light,#e3dd9f)var(--lightningcss-dark,#4a4a26);--queen:var(--lightningcss-light,#1b1f33)var(--lightningcss-dark,#ffe62e);--pawn:var(--lightningcss-light,#a32024)var(--lightningcss-dark,#ff8f88);--token:var(--lightningcss-light,#2f62c9)var(--lightningcss-dark,#6d9bff);--on-token:var(--lightningcss-light,#fff)var(--lightningcss-dark,#0b1020);--token-imitation:var(--lightningcss-light,#2a8a4f)var(--lightningcss-dark,#55c985);--token-forbidden:var(--lightningcss-light,#f2cf1d)var(--lightningcss-dark,#f5d64a);--token-blocked:var(--lightningcss-light,#cc2f2f)var(--lightningcss-dark,#ff7a73);--serif:\"Source Serif 4 Variable\", \"Iowan Old Style\", Palatino, Georgia, serif;--sans:\"Inter Variable\", system-ui, \"Segoe UI\", sans-serif;--radius:10px;--gap:1rem}@media (prefers-color-scheme:dark){:root,:host{--lightningcss-light: ;--lightningcss-dark:initial}}:root[data-theme=light],:host([data-theme=light]){--lightningcss-light:initial;--lightningcss-dark: ;color-scheme:light}:root[data-theme=dark],:host([data-theme=dark]){--lightningcss-light: ;--lightningcss-dark:initial;color-scheme:dark}*,:before,:after{box-sizing:border-box}body{background:var(--paper);min-height:100dvh;color:var(--ink);font:400 .9375rem/1.55 var(--sans);font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%;flex-direction:column;margin:0;display:flex}h1,h2,h3{font-family:var(--serif);text-wrap:balance;margin:0;font-weight:560;line-height:1.2}h1{letter-spacing:-.012em;font-size:clamp(1.7rem,1.2rem + 1.6vw,2.6rem)}h2{font-size:1.4rem}h3{font-size:1.1rem}p{text-wrap:pretty;margin:0}a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}a:hover{text-decoration-thickness:2px}code,.mono{font-family:ui-monospace,DejaVu Sans Mono,Menlo,monospace;font-size:.9em}.lead{font:400 1.15rem/1.55 var(--serif);color:var(--ink);max-width:62ch}.muted{color:var(--muted)}.small{font-size:.84rem}.prose{max-width:68ch}.hidden-text{clip-path:inset(50%);white-space:nowrap;width:1px;height:1px;margin:-1px;position:absolute;overflow:hidden}[hidden]{display:none!important}:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}@media (prefers-reduced-motion:no-preference){button,.card,a{transition:background-color .12s,border-color .12s,color .12s}}.skip{background:var(--surface);z-index:20;padding:.5rem 1rem;position:absolute;top:-4rem;left:1rem}.skip:focus{top:.5rem}.head{background:var(--surface);border-bottom:1px solid var(--line);flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;padding:.55rem clamp(1rem,3vw,2.5rem);display:flex}.brand{font:600 1.25rem/1 var(--serif);color:var(--ink);align-items:center;gap:.55rem;padding:.35rem 0;text-decoration:none;display:flex}.brand svg{flex:none;width:1.5rem;height:1.5rem}.nav{scrollbar-width:none;flex:auto;gap:.15rem;display:flex;overflow-x:auto}.nav a{color:var(--muted);border-radius:8px;padding:.45rem .75rem;font-weight:500;text-decoration:none}.nav a:hover{background:var(--sunken);color:var(--ink)}.nav a[aria-current=page]{background:var(--accent-soft);color:var(--accent)}.head-tools{margin-left:auto}#jobs{border-color:var(--line)}.count{background:var(--accent);min-width:1.35rem;color:var(--on-accent);text-align:center;border-radius:99px;padding:0 .35rem;font-size:.8rem;font-weight:600;line-height:1.35rem}main{flex-direction:column;flex:auto;min-height:0;display:flex}main:focus{outline:none}.page{grid-template-columns:minmax(0,1fr);align-content:start;gap:1.5rem;width:100%;max-width:1400px;margin:0 auto;padding:clamp(1.25rem,3vw,2.5rem) clamp(1rem,3vw,2.5rem) 4rem;display:grid}.page>*{min-width:0}.foot{border-top:1px solid var(--line);color:var(--muted);flex-wrap:wrap;gap:.25rem 1.25rem;padding:.8rem clamp(1rem,3vw,2.5rem);font-size:.84rem;display:flex}button,select,input,textarea,.button{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line-strong);border-radius:8px;min-height:2.4rem;padding:.42rem .75rem}button,.button{cursor:pointer;justify-content:center;align-items:center;gap:.4rem;font-weight:500;text-decoration:none;display:inline-flex}button:hover:not(:disabled),.button:hover{background:var(--sunken)}button:disabled{color:var(--muted);border-color:var(--line);cursor:default;opacity:1}button.primary,.button.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}button.primary:hover:not(:disabled),.button.primary:hover{background:color-mix(in srgb, var(--accent) 88%, var(--ink))}button.primary:disabled{background:var(--sunken);color:var(--muted);border-color:var(--line)}button.quiet{background:0 0;border-color:#0000}button[aria-pressed=true]{background:var(--accent-soft);border-color:var(--accent);color:var(--accent)}input[type=checkbox],input[type=radio]{width:1.05rem;height:1.05rem;min-height:0;accent-color:var(--accent);flex:none;margin:0}label.check{cursor:pointer;align-items:center;gap:.5rem;min-height:2rem;display:inline-flex}.field{gap:.25rem;min-width:0;display:grid}.field>span,.field>label,legend{color:var(--muted);font-size:.84rem;font-weight:500}.field input,.field select{width:100%;min-width:0}.row{flex-wrap:wrap;align-items:center;gap:.5rem;display:flex}.row.end{align-items:end}.row.split{flex-wrap:nowrap;justify-content:space-between;align-items:start}.row.nowrap{flex-wrap:nowrap}.row.nowrap>input{flex:auto;min-width:0}.stack{grid-template-columns:minmax(0,1fr);align-content:start;gap:.75rem;min-width:0;display:grid}.side fieldset .stack{gap:.15rem}fieldset{border:0;min-width:0;margin:0;padding:0}legend{padding:0 0 .25rem}.segments{border:1px solid var(--line-strong);border-radius:8px;flex-wrap:wrap;justify-self:start;display:inline-flex;overflow:hidden}.segments button{border:0;border-radius:0;min-height:2.3rem;padding:.35rem .7rem}.segments button+button{border-left:1px solid var(--line)}.segments button:focus-visible{outline-offset:-3px}.drawer{border:0;border-left:1px solid var(--line);background:var(--surface);width:min(27rem,100vw);max-width:none;height:100dvh;max-height:none;color:var(--ink);margin:0;padding:0;position:fixed;inset:0 0 0 auto;overflow-y:auto}.drawer::backdrop{background:#00000059}.drawer-inside{gap:1rem;padding:1.1rem 1.25rem 2rem;display:grid}.drawer .row.split{align-items:center}.jobs{gap:.6rem;margin:0;padding:0;list-style:none;display:grid}.jobs>li:not(.row){border:1px solid var(--line);border-radius:var(--radius);overflow-wrap:anywhere;gap:.4rem;padding:.7rem .8rem;display:grid}.jobs button{justify-self:start;min-height:2rem;padding:.2rem .7rem}.jobs.stored{gap:.3rem}.card{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);min-width:0;padding:1.1rem 1.2rem}.note{background:var(--sunken);border-radius:8px;padding:.65rem .85rem}.note.good{background:var(--good-soft);color:var(--good)}.note.bad{background:var(--bad-soft);color:var(--bad)}.note.warn{background:var(--warn-soft);color:var(--warn)}.tag{background:var(--sunken);color:var(--muted);white-space:nowrap;border-radius:99px;padding:.05rem .5rem;font-size:.8rem;font-weight:550;display:inline-block}.tag.good{background:var(--good-soft);color:var(--good)}.tag.bad{background:var(--bad-soft);color:var(--bad)}.tag.warn{background:var(--warn-soft);color:var(--warn)}.tag.accent{background:var(--accent-soft);color:var(--accent)}.scroll{overflow:auto}table{border-collapse:collapse;font-size:.9rem}th,td{text-align:left;border-bottom:1px solid var(--line);vertical-align:middle;padding:.3rem .75rem}th{color:var(--muted);white-space:nowrap;font-weight:550}td.number,th.number{text-align:right}progress,meter{appearance:none;background:var(--line);border:0;border-radius:99px;width:100%;height:.5rem;overflow:hidden}progress::-webkit-progress-bar{background:var(--line);border:0;border-radius:99px}meter::-webkit-meter-bar{background:var(--line);border:0;border-radius:99px}progress::-webkit-progress-value{background:var(--accent);border-radius:99px}meter::-webkit-meter-optimum-value{background:var(--accent);border-radius:99px}progress::-moz-progress-bar{background:var(--accent)}meter::-moz-meter-bar{background:var(--accent)}progress:indeterminate{background:repeating-linear-gradient(-45deg, var(--accent) 0 .5rem, color-mix(in srgb, var(--accent) 45%, var(--surface)) .5rem 1rem) 0 0 / 1.4142rem 100%}progress:indeterminate::-webkit-progress-bar{background:repeating-linear-gradient(-45deg, var(--accent) 0 .5rem, color-mix(in srgb, var(--accent) 45%, var(--surface)) .5rem 1rem) 0 0 / 1.4142rem 100%}progress:indeterminate::-moz-progress-bar{background:0 0}@media (prefers-reduced-motion:no-preference){progress:indeterminate{animation:.8s linear infinite at-work}progress:indeterminate::-webkit-progress-bar{animation:.8s linear infinite at-work}}@keyframes at-work{to{background-position-x:1.4142rem}}dl.facts{grid-template-columns:auto 1fr;gap:.15rem .9rem;margin:0;display:grid}dl.facts dt{color:var(--muted)}dl.facts dd{overflow-wrap:anywhere;margin:0}.stage{position:relative}.state{text-align:center;color:var(--muted);place-content:center;justify-items:center;gap:.6rem;min-height:12rem;padding:2.5rem 1rem;display:grid}.state h2{color:var(--ink)}.minimap{image-rendering:pixelated}.katex{font-size:1.06em}@media (max-width:640px){.head{gap:0 1rem;padding:.35rem 1rem 0}.nav{flex-basis:100%;order:3;margin:0 -.6rem;padding-bottom:.3rem}.nav a{padding:.45rem min(.6rem,1.3vw)}}@media (min-width:2000px){html{font-size:18px}.page{max-width:1800px}}.by-hand{border:1px solid var(--line);background:var(--surface);width:min(32rem,100vw - 2rem);color:var(--ink);padding:1.1rem 1.25rem}.by-hand:not([open]){display:none}.by-hand textarea{width:100%}.loading{max-width:60ch;margin:15vh auto 0;padding:0 1rem;animation:.2s 2s both appear}@keyframes appear{0%{visibility:hidden}}.play{align-content:start;justify-items:stretch;gap:.9rem;display:grid}.status{font:500 1.15rem/1.4 var(--serif);text-align:center;align-items:center;min-height:3.3rem;display:grid}.status.won{color:var(--good)}.status.lost{color:var(--bad)}.row.centre{justify-content:center;min-height:2.4rem}.talk .note{justify-items:start;gap:.5rem;display:grid}.named-move{min-height:0;color:var(--accent);font:inherit;text-underline-offset:.18em;background:0 0;border:0;border-radius:4px;padding:0;text-decoration:underline;text-decoration-thickness:1px;display:inline}.play-table{align-items:center;min-height:18rem;display:grid}.board-frame{justify-content:safe center;display:grid;overflow-x:auto;container-type:inline-size}.board{--size:clamp(.8rem, max(min(calc((100cqw - 1.6rem) / var(--columns)), calc(var(--board-height,58dvh) / var(--rows))),  min(1.6rem, calc(var(--board-height,58dvh) / var(--rows)))), 3.6rem);grid-template-columns:1.5rem repeat(var(--columns), var(--size));grid-auto-rows:var(--size);width:max-content;display:grid}.board-row{display:contents}.board>.board-row:first-child>*{align-self:end;height:1.3rem}.board{grid-template-rows:1.3rem}.axis{font-size:min(.72rem, calc(var(--size) * .5));color:var(--muted);place-items:center;display:grid}.cell{appearance:none;background:var(--cell);min-height:0;color:var(--muted);font-size:calc(var(--size) * .4);cursor:default;border:0;border-radius:0;place-items:center;padding:0;font-weight:600;display:grid;position:relative}.cell.alt{background:var(--cell-alt)}.cell:hover:not(:disabled){background:var(--cell)}.cell.alt:hover:not(:disabled){background:var(--cell-alt)}.cell:focus-visible{outline:3px solid var(--ink);outline-offset:-3px;box-shadow:inset 0 0 0 5px var(--surface);z-index:1;border-radius:0}.cell.may{cursor:pointer}.cell.may:after{content:\"\";width:calc(var(--size) * .24);height:calc(var(--size) * .24);background:var(--accent);opacity:.75;border-radius:50%;grid-area:1/1}.cell.may:hover:not(:disabled),.cell.may.alt:hover:not(:disabled){background:var(--accent-soft)}.cell.value-p:after,.cell.value-n:after,.cell.picked:after{display:none}.cell.value-p,.cell.alt.value-p{background:var(--good-soft);color:var(--good)}.cell.value-n,.cell.alt.value-n{background:var(--bad-soft);color:var(--bad)}.cell.imitation:before,.cell.forbidden:before{content:\"\";border:max(2px, .12em) solid var(--token-imitation);border-radius:50%;position:absolute;inset:12%}.cell.forbidden:before{border-color:var(--token-forbidden);background:repeating-linear-gradient(45deg, transparent 0 4px, var(--token-forbidden) 4px 6px)}.cell.hinted{box-shadow:inset 0 0 0 3px var(--good)}.cell.queen{color:var(--queen)}.piece{width:calc(var(--size) * .82);height:calc(var(--size) * .82);fill:currentColor;grid-area:1/1}.cell.blocked,.cell.picked{color:var(--pawn)}.cell.last,.cell.alt.last{background:var(--last)}.cell.was-blocked{color:color-mix(in srgb, var(--pawn) 32%, transparent)}.board{position:relative}.arrows{pointer-events:none;z-index:2;opacity:.8;width:calc(100% - 1.5rem);height:calc(100% - 1.3rem);position:absolute;inset:1.3rem 0 0 1.5rem}.cell .value{z-index:3;background:inherit;padding:0 .12em;position:relative}.arrows path{stroke:var(--good);fill:var(--good);stroke-width:.09px;stroke-linejoin:round}.standing{text-align:center;margin-top:-1.2rem;font-weight:550}.steps{border:1px solid var(--line);border-radius:8px;max-height:13rem;margin:0;padding:.2rem;list-style:none;position:relative;overflow-y:auto}.steps li{grid-template-columns:1.9rem minmax(0,1fr) minmax(0,1fr);align-items:start;display:grid}.steps li>.small{text-align:right;padding:.2rem .3rem .2rem 0}.steps .turn{flex-wrap:wrap;display:flex}.steps .first{grid-column:2}.steps .second{grid-column:3}.step{text-align:left;background:0 0;border-color:#0000;flex-wrap:wrap;justify-content:start;gap:.15rem;min-height:1.7rem;padding:.1rem .4rem;font-weight:450}.step.later{color:var(--muted)}.step.wrong b{color:var(--bad);font-weight:700}.step[aria-current]{background:var(--accent-soft);color:var(--accent);font-weight:600}.steps-nav{gap:.3rem}.steps-nav button{min-width:2.4rem;padding:.3rem .5rem}.strip{border:1px solid var(--line);background:linear-gradient(var(--line-strong), var(--line-strong)) center / 100% 1px no-repeat;border-radius:8px;gap:2px;height:4.5rem;padding:2px;display:flex}.bar{cursor:pointer;border-radius:3px;flex:1 1 0;min-width:1px;max-width:2rem;position:relative}.bar:before{content:\"\";max-width:1.1rem;height:calc(var(--length) / 2);background:var(--accent);border-radius:2px;margin:0 auto;position:absolute;inset-inline:0}.bar.first:before{bottom:50%}.bar.second:before{top:50%}.bar.none:before{display:none}.bar.yours:before{background:var(--good)}.bar.theirs:before{background:var(--bad)}.bar.now{background:color-mix(in srgb, var(--accent) 18%, transparent)}.bar.wrong:after{content:\"?\";text-align:center;font:700 .7rem/1 var(--sans);color:var(--bad);position:absolute;inset-inline:0}.bar.wrong.first:after{bottom:2px}.bar.wrong.second:after{top:2px}.judgement:empty{display:none}.heaps{grid-template-columns:1fr 1fr;align-items:end;gap:1rem;max-width:30rem;min-height:15rem;margin:0 auto;display:grid}.heap{justify-items:center;gap:.4rem;display:grid}.tokens{grid-template-columns:repeat(var(--width,1), minmax(0, 1fr));gap:3px;width:min(7rem,90%);display:grid}.tokens.wide{width:min(11rem,100%)}.token{background:var(--token);border:1px solid color-mix(in srgb, var(--token) 70%, black);border-radius:99px;height:1.2rem;min-height:0;padding:0;position:relative}.token:hover:not(:disabled){background:color-mix(in srgb, var(--token) 80%, white)}.token.imitation,.token.imitation:hover:not(:disabled){background:var(--token-imitation);border-color:color-mix(in srgb, var(--token-imitation) 70%, black)}.token.forbidden,.token.forbidden:hover:not(:disabled){background:var(--token-forbidden);border-color:color-mix(in srgb, var(--token-forbidden) 60%, black)}.token.blocked,.token.blocked:hover:not(:disabled){background:var(--token-blocked);border-color:color-mix(in srgb, var(--token-blocked) 70%, black)}.token.taken{opacity:.38}.token.was-taken{opacity:.55;background:0 0;border-style:dashed}.token.hinted{box-shadow:0 0 0 3px var(--good)}.token.hinted.paired{box-shadow:0 0 0 2px var(--surface), 0 0 0 5px var(--good)}.pair{white-space:nowrap;color:var(--on-token);justify-content:center;align-items:center;gap:.3em;font-size:.72rem;font-weight:650;line-height:1;display:flex;position:absolute;inset:0}.token.pair-p .pair:after{content:\"P\"}.tokens.wide .pair{font-size:.62rem}.tokens.wide .token:has(.pair):before{content:none}.token:focus-visible{outline-color:var(--ink);z-index:1;border-radius:99px}.tokens.wide .token:before{background:var(--surface);border-radius:99px;justify-self:center;padding:0 .25rem;right:auto}.token:before{font-size:.75rem;font-weight:650;line-height:1;position:absolute;right:calc(100% + .5rem)}.token.value-p:before{content:\"P\";color:var(--good)}.token.value-n:before{content:\"N\";color:var(--bad)}.heap-count{font-weight:550}.heaps-frame{justify-items:center;gap:.75rem;display:grid}.heaps-frame>*{text-align:center;width:100%}.dot{background:var(--token);vertical-align:-.05rem;border-radius:50%;width:.75rem;height:.75rem;margin:0 .35rem 0 .9rem;display:inline-block}.dot.imitation{background:var(--token-imitation)}.dot.forbidden{background:var(--token-forbidden)}.dot.blocked{background:var(--token-blocked)}.credits{justify-items:center;gap:.2rem;display:grid}.credit{text-align:left;grid-template-columns:9rem 9rem;gap:.75rem;display:grid}.credit>span:first-child{text-align:right}.counters{align-items:center;gap:.3rem;display:flex}.counter{background:var(--ink);border-radius:2px;width:.8rem;height:.8rem}.counter.spent{box-shadow:inset 0 0 0 1.5px var(--line-strong);background:0 0}.summands{--board-height:max(15rem, 38dvh);grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr));align-items:start;gap:1.25rem;display:grid}.summands>.state{grid-column:1/-1}.summand{gap:.5rem;min-width:0;display:grid}.summand h2{font:600 .95rem/1.35 var(--sans);text-align:center;overflow-wrap:anywhere}.summand .nim-value{text-align:center}.play-views{gap:.25rem}.play-views a[aria-current]{background:var(--accent-soft);border-color:var(--accent);color:var(--accent)}.streak{gap:1.5rem;display:flex}.streak div{display:grid}.streak strong{font:600 1.9rem/1.1 var(--serif)}.levels{grid-template-columns:repeat(5,minmax(0,1fr));gap:.3rem;display:grid}.levels button{padding:.3rem 0}:host{all:initial;color:var(--ink);font:400 .9375rem/1.55 var(--sans);font-variant-numeric:tabular-nums;display:block}.widget{--board-height:24rem;background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);gap:.6rem;max-width:46rem;padding:1rem 1.2rem;display:grid}.widget:has(.page-frame){max-width:none;padding:0;overflow:hidden}.about{gap:.2rem}.looks{border-top:1px solid var(--line);justify-content:space-between;padding-top:.8rem}.looks button{min-height:2rem;font-size:.84rem}.play-table{min-height:0}.talk{min-height:3.2rem}.page-frame{background:var(--paper);border:0;width:100%;display:block}.page-frame.waiting{opacity:0}.note{margin:0 .8rem}.foot-line{text-align:right;padding:0 .8rem .6rem}";
// src/widget/room.ts
function m(t, n = () => void 0) {
	let r = e("div", {}), i = e("div", { class: "widget" });
	r.attachShadow({ mode: "open" }).append(e("style", {}, p), i), r.addEventListener("keydown", (e) => e.stopPropagation()), t.append(r);
	let a = null, o = () => {
		let e = h(t);
		e !== a && (r.dataset.theme = a = e, n(e));
	};
	o();
	let s = () => void setTimeout(o, 150), c = new MutationObserver(s);
	for (let e of [document.documentElement, document.body]) c.observe(e, { attributes: !0 });
	let l = matchMedia("(prefers-color-scheme: dark)");
	return l.addEventListener("change", s), requestAnimationFrame(o), {
		element: i,
		shade: () => a ?? "light",
		close: () => {
			c.disconnect(), l.removeEventListener("change", s), r.remove();
		}
	};
}
function h(e) {
	let t = document.createElement("canvas");
	t.width = t.height = 1;
	let n = t.getContext("2d");
	if (n === null || !e.isConnected) return "light";
	n.fillStyle = getComputedStyle(e).color, n.fillRect(0, 0, 1, 1);
	let [r = 0, i = 0, a = 0] = n.getImageData(0, 0, 1, 1).data;
	return 299 * r + 587 * i + 114 * a > 128e3 ? "dark" : "light";
}
// src/widget/explore.ts
var g = 8e3;
function _(t, n) {
	let r = e("iframe", {
		class: "page-frame waiting",
		title: "The laboratory",
		allow: "clipboard-write; fullscreen"
	}), i = !1, a = 0, o = (e) => {
		let t = { theme: e };
		i && r.contentWindow?.postMessage(t, "*");
	}, s = m(n, o), c = e("a", {
		target: "_blank",
		rel: "noopener"
	}, "Open in a tab"), l = e("p", {
		class: "note warn",
		role: "alert",
		hidden: !0
	});
	s.element.append(r, l, e("p", { class: "small foot-line" }, c));
	let u = ({ source: e, data: t }) => {
		e === r.contentWindow && t === "wythoff: the page is here" && (i = !0, clearTimeout(a), l.hidden = !0, r.classList.remove("waiting"), o(s.shade()));
	}, d = () => {
		i = !1, r.classList.add("waiting"), l.hidden = !0, clearTimeout(a), a = window.setTimeout(() => {
			l.hidden = !1, l.textContent = `The laboratory at ${new URL(v(t, "url")).origin} does not answer this browser. It runs in the kernel's process and is reached on the kernel's own machine only; if the kernel has ended, run the cell again.`;
		}, g), c.setAttribute("href", v(t, "url")), r.src = v(t, "frame");
	}, f = () => {
		r.style.height = `${Number(t.get("height"))}px`;
	};
	return addEventListener("message", u), t.on("change:frame", d), t.on("change:height", f), f(), d(), () => {
		removeEventListener("message", u), t.off("change:frame", d), t.off("change:height", f), clearTimeout(a), s.close();
	};
}
function v(e, t) {
	return String(e.get(t));
}
// src/common/backend.ts
var ee = {
	kind: "server",
	ask: (e, t) => fetch(e, t)
}, y = null;
function te() {
	return y ??= re().catch((e) => {
		throw y = null, e;
	}), y;
}
var ne = async (e, t) => (await te()).ask(e, t);
async function re() {
	return ee;
}
function ie() {
	return document.querySelector("meta[name=\"wythoff-module\"]") !== null;
}
// src/common/api.ts
var b = class extends Error {
	code;
	limit;
	place;
	constructor(e, t, n = null, r = null) {
		super(t), this.code = e, this.limit = n, this.place = r;
	}
};
function x(e, t = "The laboratory does not answer") {
	return e instanceof b ? e.message : ie() ? `${t}: ${String(e)}` : `${t}. Is the program still running?`;
}
var ae = S(ne);
function S(e) {
	let t = async (t, n) => {
		let r = await e(t, n);
		if (r.ok) return await r.json();
		throw await T(r);
	}, n = (e, n) => t(e, n === void 0 ? {} : { signal: n }), r = (e, n) => t(e, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(n)
	}), i = (e) => n(`/api/board/${C(e)}`), a = (e, t) => r(`/api/board/${C(e)}/grow`, t === null ? {} : { side: t });
	return {
		status: () => n("/api/status"),
		board: i,
		whyNot: async (t) => {
			let n = await e(t, {});
			return n.ok ? null : T(n);
		},
		file: async (t, n, r) => {
			let i = await e(t, {
				signal: r,
				told: n
			});
			if (!i.ok) throw await T(i);
			let a = i.body?.getReader(), o = [], s = 0;
			for (let e = await a?.read(); e && !e.done; e = await a?.read()) o.push(e.value), s += e.value.length, n(s);
			return new Blob(o, { type: i.headers.get("Content-Type") ?? "" });
		},
		files: () => n("/api/files"),
		grow: a,
		open: async (e) => {
			let t = await i(e);
			return t.kind === "stored" ? (await a(e, null)).job === null ? t : i(e) : t;
		},
		cell: (e, t, r, i, a) => n(`/api/board/${C(e)}/cell/${t}/${r}${i ? "?values=grundy" : ""}`, a),
		coordinates: (e) => n(`/api/cell?${w({ text: e })}`).then(({ cell: e }) => e),
		rays: (e, t, r, i) => n(`/api/board/${C(e)}/rays/${t}/${r}`, i),
		regions: (e) => n(`/api/board/${C(e)}/regions`),
		window: (e, t, r, i, a, o, s = "outcome") => n(`/api/board/${C(e)}/window/${t}/${r}?${w({
			width: i,
			height: a,
			values: s
		})}`, o),
		section: (e, [t, r], i, a, o) => n(`/api/board/${C(e)}/section/${t}/${r}?${w({
			way: i,
			length: a,
			values: o
		})}`),
		compare: (e, t, r, i) => n(`/api/compare/${C(e)}/${C(t)}?${w(r)}`, i),
		play: (e) => r("/api/play", e),
		playMove: (e, t, n) => r("/api/play/move", {
			...e,
			strength: t,
			seed: n
		}),
		hint: (e) => r("/api/play/hint", e),
		values: (e) => r("/api/play/values", e),
		review: (e) => r("/api/play/review", e),
		sumReview: (e) => r("/api/sum/review", e),
		puzzle: (e, t) => n(`/api/puzzle?${w({
			seed: e,
			level: t
		})}`),
		sum: (e) => r("/api/sum", e),
		sumMove: (e, t, n) => r("/api/sum/move", {
			...e,
			strength: t,
			seed: n
		}),
		games: () => n("/api/games"),
		game: (e, t) => n(`/api/games/${C(e)}`, t),
		table: (e, t, r) => n(`/api/games/${C(e)}/table?${w(t)}`, r),
		theorems: () => n("/api/theorems"),
		runCheck: (e, t) => r(`/api/theorems/${C(e)}/run`, t === null ? {} : { bound: t }),
		errata: () => n("/api/errata"),
		runErrata: () => r("/api/errata/run", {}),
		atlas: () => n("/api/atlas"),
		atlasOf: (e) => n(`/api/atlas/${e}`),
		machines: (e) => n(`/api/machines/${e}`),
		golden: (e, t, r) => n(`/api/golden?${w({
			values: t,
			columns: r,
			value: e
		})}`),
		jobs: () => n("/api/jobs?results=false"),
		flights: () => n("/api/flight"),
		flight: (e) => n(`/api/flight/${e}`),
		flightBlocks: (e, t, [r, i]) => n(`/api/flight/${e}/blocks/${t}/0/0?${w({
			across: r,
			down: i
		})}`),
		cancel: (e) => t(`/api/jobs/${C(e)}`, { method: "DELETE" })
	};
}
function C(e) {
	return encodeURIComponent(e);
}
function w(e) {
	return new URLSearchParams(Object.entries(e).map(([e, t]) => [e, String(t)])).toString();
}
function oe(e) {
	let t = e.split("\n"), n = new Set(t.flatMap((e, t) => /^\s*\^+\s*$/.test(e) ? [t - 1, t] : [])), r = t.filter((e, t) => !n.has(t) && e.trim() !== "").map((e) => e.trim());
	return r.map((e, t) => t < r.length - 1 && !/[.:;?!]$/.test(e) ? `${e}.` : e).join(" ");
}
async function T(e) {
	try {
		let { error: t } = await e.json();
		return new b(t.code, oe(t.message), t.limit ?? null, t.place ?? null);
	} catch {
		return new b("internal", `The laboratory answered with the status ${e.status} and no reason.`);
	}
}
// src/common/segments.ts
function se(t, n, r, i) {
	let a = n.map(([t, n]) => e("button", {
		type: "button",
		"data-value": t,
		onclick: () => i(t)
	}, n)), o = (e) => a.forEach((t, r) => t.setAttribute("aria-pressed", String(n[r]?.[0] === e)));
	return o(r), {
		element: e("div", {
			class: "segments",
			role: "group",
			"aria-label": t
		}, ...a),
		set: o
	};
}
// src/games/families.ts
var ce = {
	nim: "Nim",
	"nim-blocking": "Blocking Nim",
	wythoff: "Wythoff Nim",
	blocking: "Blocking Wythoff Nim, Wᵏ",
	"diagonal-blocking": "(m, p)-Wythoff Nim",
	"rook-blocking": "Wythoff p-blocking Nim",
	modulo: "Wythoff modulo-p Nim",
	shifted: "Shifted Wythoff Nim",
	hole: "Wythoff Nim with a hole",
	choice: "Wythoff Nim with a choice",
	gdwn: "Generalised diagonal Wythoff Nim",
	imitation: "Imitation Nim",
	comply: "Comply Wythoff Nim, Wₖ",
	"comply-diagonal": "Comply on the diagonal",
	"comply-rook": "Comply on the rook's lines"
};
function E(e) {
	return ce[e] ?? e;
}
// src/games/name.ts
var le = "⁰¹²³⁴⁵⁶⁷⁸⁹";
function D(e) {
	if (e !== O(e)) return `${D(O(e))}, misère`;
	let t = /^(?:blocking:k=|W\^)(\d+)$/.exec(e);
	if (t !== null) return `W${[...t[1] ?? ""].map((e) => le[Number(e)]).join("")}`;
	if (e.startsWith("file:")) return e.slice(5);
	if (e === "nim") return "Nim";
	let n = /^wythoff(?::m=(\d+))?$/.exec(e);
	if (n !== null) return n[1] === void 0 || n[1] === "1" ? "Wythoff Nim" : `${n[1]}-Wythoff Nim`;
	let r = /^(imitation|diagonal-blocking):m=(\d+),p=(\d+)$/.exec(e);
	if (e === "imitation" || e === "imitation:m=1,p=1") return "Imitation Nim";
	if (r !== null) return `(${r[2]}, ${r[3]})-${r[1] === "imitation" ? "Imitation Nim" : "Wythoff Nim"}`;
	let [, i = "", a = ""] = /^([a-z-]+):([a-z0-9=,]+)$/.exec(e) ?? [];
	return E(i) === i ? e : `${E(i)} (${a.replaceAll("=", " = ").replaceAll(",", ", ")})`;
}
var ue = / \| misere$/;
function O(e) {
	return e.replace(ue, "");
}
// src/common/coordinates.ts
function k(e) {
	return [BigInt(e[0]), BigInt(e[1])];
}
function A(e) {
	let t = (e) => e <= BigInt(2 ** 53 - 1) ? Number(e) : e.toString();
	return [t(e[0]), t(e[1])];
}
function de(e) {
	return `${e[0]},${e[1]}`;
}
function j(e, t = 24) {
	let n = e.toString();
	if (n.length > t) {
		let e = Math.floor(t / 3);
		return `${n.slice(0, e)}…${n.slice(-e)} [${n.length} digits]`;
	}
	return n.replace(/\B(?=(\d{3})+$)/g, " ");
}
function fe(e, t = 24) {
	return `(${j(e[0], t)}, ${j(e[1], t)})`;
}
location.hash;
function M(e) {
	let t = document.getElementById("announcer");
	t !== null && (t.textContent = e);
}
function pe(t, n, ...r) {
	return e("div", { class: "state" }, e("h2", {}, t), e("p", {}, n), ...r);
}
// src/play/table.ts
function N(e) {
	return `${e[0]},${e[1]}`;
}
function P(e) {
	return new Map(e.options.map((e) => [N(e.to), e]));
}
function F(e, t) {
	if (!e.yours) return !1;
	switch (e.state.phase) {
		case "move": return t.legal;
		case "block": return t.blockable && (e.picked.has(N(t.to)) || e.picked.size < (e.state.block?.most ?? 0));
		case "propose": return !0;
		default: return !1;
	}
}
function I(e) {
	let t = e.hint?.action;
	return t === void 0 ? /* @__PURE__ */ new Set() : "move" in t ? /* @__PURE__ */ new Set([N(t.move)]) : "block" in t ? new Set(t.block.map(N)) : "propose" in t ? new Set(t.propose.map(N)) : /* @__PURE__ */ new Set();
}
function L(e, t) {
	return e.values?.find((e) => e.to !== void 0 && N(e.to) === N(t));
}
function R(e, t) {
	let n = [`(${t.to[0]}, ${t.to[1]})`];
	e.state.blocked.some((e) => N(e) === N(t.to)) ? n.push("blocked") : t.kind === "forbidden" ? n.push("forbidden imitation") : e.state.phase === "move" && t.legal && n.push(t.kind === "imitation" ? "move here, an imitation" : "move here"), e.picked.has(N(t.to)) ? n.push(e.state.phase === "block" ? "pawn set" : "proposed") : e.yours && e.state.phase === "block" && t.blockable ? n.push("set a pawn") : e.yours && e.state.phase === "propose" && n.push("propose");
	let r = L(e, t.to);
	return r !== void 0 && n.push(r.outcome === "P" ? "P, good to leave" : "N, bad to leave"), I(e).has(N(t.to)) && n.push("hint"), n.join(", ");
}
function me(e) {
	return de(k(e.position));
}
// src/play/board.ts
var z = 4, he = class {
	element = e("div", { class: "board-frame" });
	#e;
	#t = null;
	constructor(e = "The board") {
		this.#e = e;
	}
	show(t) {
		let i = Math.max(z, Number(t.start[0]) + 1), a = Math.max(z, Number(t.start[1]) + 1), o = this.element.contains(r(this.element)), s = me(t.state);
		this.#t !== null && o || (this.#t = s);
		let c = P(t.state), l = I(t), u = e("div", {
			class: "board",
			role: "grid",
			"aria-label": this.#e,
			onkeydown: (e) => this.#o(e)
		});
		u.style.setProperty("--columns", String(i)), u.style.setProperty("--rows", String(a)), u.append(ge(i));
		for (let n = 0; n < a; n++) {
			let r = Array.from({ length: i }, (e, r) => this.#r(t, r, n, s, c, l));
			u.append(e("div", {
				class: "board-row",
				role: "row"
			}, e("span", {
				class: "axis",
				role: "rowheader"
			}, n), ...r));
		}
		n(this.element, u), t.arrows.length > 0 && u.append(ve(t, i, a)), o && this.#a(this.#t)?.focus(), this.#n(u, s);
	}
	#n(e, t) {
		let n = this.#a(t);
		n === null || e.scrollWidth <= this.element.clientWidth || (this.element.scrollLeft = n.offsetLeft + (n.offsetWidth - this.element.clientWidth) / 2);
	}
	#r(t, n, r, i, a, o) {
		let s = N([n, r]), c = a.get(s), l = s === i, u = (e) => N(e) === s, d = t.state.blocked.some(u), f = t.state.proposed.some(u), p = !d && !l && (t.last?.blocked.some(u) ?? !1), m = c !== void 0 && F(t, c), h = c === void 0 ? void 0 : L(t, c.to), g = [
			"cell",
			(n + r) % 2 == 1 && "alt",
			l && "queen",
			c !== void 0 && "option",
			m && "may",
			d && "blocked",
			(t.picked.has(s) || f) && "picked",
			o.has(s) && "hinted",
			t.last !== null && [t.last.from, t.last.to].some(u) && "last",
			p && "was-blocked",
			h?.outcome === "P" && "value-p",
			h?.outcome === "N" && "value-n",
			c?.kind === "imitation" && "imitation",
			c?.kind === "forbidden" && "forbidden"
		], _ = l ? `(${n}, ${r}), the queen` : c === void 0 ? `(${n}, ${r})${p ? ", was blocked" : ""}` : R(t, c);
		return e("button", {
			type: "button",
			role: "gridcell",
			class: g.filter(Boolean).join(" "),
			"data-cell": s,
			"aria-label": _,
			"aria-disabled": String(!m),
			tabindex: s === this.#t ? 0 : -1,
			onclick: () => c !== void 0 && m && t.click(c.to),
			onfocus: () => this.#i(s)
		}, l ? ye() : d || t.picked.has(s) ? t.state.phase === "propose" || f ? be() : V() : h === void 0 ? p ? V() : null : e("span", { class: "value" }, h.outcome));
	}
	#i(e) {
		(this.#t === null ? null : this.#a(this.#t))?.setAttribute("tabindex", "-1"), this.#t = e, this.#a(e)?.setAttribute("tabindex", "0");
	}
	#a(e) {
		return this.element.querySelector(`[data-cell="${e}"]`);
	}
	#o(e) {
		let t = {
			ArrowLeft: [-1, 0],
			ArrowRight: [1, 0],
			ArrowUp: [0, -1],
			ArrowDown: [0, 1]
		}[e.key];
		if (t === void 0 || this.#t === null) return;
		let [n = 0, r = 0] = this.#t.split(",").map(Number);
		this.#a(N([n + t[0], r + t[1]]))?.focus(), e.preventDefault();
	}
};
function ge(t) {
	return e("div", {
		class: "board-row",
		role: "row"
	}, e("span", {
		class: "axis",
		role: "gridcell"
	}), ...Array.from({ length: t }, (t, n) => e("span", {
		class: "axis",
		role: "columnheader"
	}, n)));
}
var _e = .3;
function ve(e, n, r) {
	let [i, a] = e.state.position.map((e) => Number(e) + .5), o = e.arrows.map(([e, t]) => {
		let [n, r] = [Number(e) + .5 - i, Number(t) + .5 - a], o = Math.hypot(n, r);
		return {
			length: o,
			ux: n / o,
			uy: r / o
		};
	}), s = o.map(({ length: e, ux: n, uy: r }) => {
		let s = o.filter((t) => t.length < e && Math.abs(t.ux * r - t.uy * n) < 1e-9).filter((e) => e.ux * n + e.uy * r > 0).reduce((e, t) => Math.max(e, t.length), 0), c = (e, t = 0) => `${i + e * n - t * r} ${a + e * r + t * n}`, l = e - _e, u = l - .24;
		return t("path", { d: `M${c(s + .42)}L${c(Math.max(s + .42, u))}M${c(u, .15)}L${c(l)}L${c(u, -.15)}z` });
	});
	return t("svg", {
		class: "arrows",
		viewBox: `0 0 ${n} ${r}`,
		"aria-hidden": "true"
	}, ...s);
}
function B(e) {
	return t("svg", {
		viewBox: "0 0 32 32",
		class: "piece",
		"aria-hidden": "true"
	}, t("path", { d: e }));
}
function ye() {
	return B("M5 9.5a2 2 0 1 1 2.6 1.9l3 7.1 2.6-9.4a2 2 0 1 1 5.6 0l2.6 9.4 3-7.1A2 2 0 1 1 27 11.4L24.4 23H7.6L5 11.4a2 2 0 0 1 0-1.9zM7.6 25h16.8v2.6H7.6z");
}
function V() {
	return B("M16 4.5a5 5 0 0 1 3.2 8.8h1.6v2.4h-2.1c.3 3.4 1.7 5.6 4.6 7.6v4.2H8.7v-4.2c2.9-2 4.3-4.2 4.6-7.6h-2.1v-2.4h1.6A5 5 0 0 1 16 4.5z");
}
function be() {
	return B("M9 4h2v1h13l-4 5 4 5H11v13H9z");
}
// src/play/words.ts
function H(e) {
	return fe(k(e));
}
function U(e, t) {
	let [n, r] = k(e), [i, a] = k(t), [o, s] = [n - i, r - a];
	return s === 0n ? `${o} from the left heap` : o === 0n ? `${s} from the right heap` : o === s ? `${o} from each heap` : `${o} from the left heap and ${s} from the right heap`;
}
function xe(e, t) {
	let [n, r] = k(e), [i, a] = k(t), [o, s] = [n - i, r - a];
	return o === s ? `${o} each` : [o > 0n && `${o} left`, s > 0n && `${s} right`].filter(Boolean).join(" ");
}
function Se(e, t, n) {
	return n === "heaps" ? `taking ${U(e, t)}` : H(t);
}
function W(e, t, n) {
	return t.map((t) => Se(e, t, n)).join(", ");
}
function G(e, t, n, r) {
	return "move" in t ? r === "heaps" ? `${e} took ${U(n, t.move)}.` : `${e} moved to ${H(t.move)}.` : "block" in t ? `${e} blocked ${t.block.length === 0 ? "nothing" : W(n, t.block, r)}.` : "propose" in t ? `${e} proposed ${W(n, t.propose, r)}.` : `${e} chose l = ${t.choose}.`;
}
function K(e, t, n) {
	return "move" in e ? n === "heaps" ? `take ${U(t, e.move)}` : `move to ${H(e.move)}` : "block" in e ? `block ${e.block.length === 0 ? "nothing" : W(t, e.block, n)}` : "propose" in e ? `propose ${W(t, e.propose, n)}` : `choose l = ${e.choose}`;
}
function Ce(e, t) {
	let n = e.winner ?? "first", r = e.mover === "first" ? "second" : "first", i = e.propose === null ? e.mover : r, a = t(n), o = a === "You" ? "You win" : `${a} wins`, s = we(e), c = t(i), l = c === "You" ? `You cannot ${s}` : `${c} cannot ${s}`;
	return i === n ? `${o}. ${l}, and in misère play that wins.` : `${o}. ${l}.`;
}
function we({ propose: e, options: t, imitation: n }) {
	return e === null ? t.length === 0 ? "move" : n === null ? "move: every option is blocked" : "move without a forbidden imitation" : `propose ${e.needs}`;
}
// src/play/heaps.ts
var Te = class {
	element = e("div", { class: "heaps-frame" });
	#e;
	#t = [0, 0];
	constructor(e = "take") {
		this.#e = e;
	}
	show(e) {
		let [t, n] = e.state.position.map(Number);
		this.#t = [t ?? 0, n ?? 0], this.#n(e);
	}
	#n(t) {
		let i = r(this.element), a = i instanceof HTMLElement ? i.dataset.token : void 0, { state: o } = t, [s = 0, c = 0] = o.position.map(Number), l = P(o).get(N(this.#t)), u = De(t), d = [s - this.#t[0], c - this.#t[1]], f = l !== void 0 && F(t, l), p = o.phase === "block" ? "Block" : o.phase === "propose" ? "Propose" : "Take", m = o.phase === "block" ? "Click what must not be taken" : o.phase === "propose" ? "Click what may be taken" : "Click the lowest token to take", h = d[0] === 0 && d[1] === 0 ? m : l === void 0 ? `${d[0]} and ${d[1]} is no move` : `${p} ${U(o.position, this.#t)}`;
		n(this.element, e("div", { class: "heaps" }, this.#r(t, u, 0, s), this.#r(t, u, 1, c)), e("div", { class: "row centre" }, e("button", {
			type: "button",
			class: "primary",
			id: this.#e,
			disabled: !f,
			onclick: () => f && t.click(this.#t)
		}, h), (d[0] > 0 || d[1] > 0) && e("button", {
			type: "button",
			class: "quiet",
			onclick: () => {
				this.#t = [s, c], this.#n(t);
			}
		}, "Clear")), Ae(t), Me(t), Ne(t)), a !== void 0 && this.element.querySelector(`[data-token="${a}"]`)?.focus();
	}
	#r(t, n, r, i) {
		let a = Ee(Number(t.start[0] > t.start[1] ? t.start[0] : t.start[1])), o = Array.from({ length: je(t)[r] }, () => e("i", {
			class: "token was-taken",
			"aria-hidden": "true"
		})), s = Array.from({ length: i }, (a, o) => {
			let s = i - 1 - o, c = n.filter(({ taken: e }) => e[r] === i - s), l = [
				"token",
				s >= this.#t[r] && "taken",
				c.some((e) => e.hinted) && "hinted paired",
				c.some((e) => e.isP) && "pair-p",
				...ke(t, r, i - s)
			], u = [`${r === 0 ? "Left" : "Right"} heap: take ${i - s}, leave ${s}`, ...c.map((e) => Oe(e, r))].join("; ");
			return e("button", {
				type: "button",
				class: l.filter(Boolean).join(" "),
				"data-token": `${r}-${s}`,
				"aria-label": u,
				title: u,
				"aria-pressed": String(s >= this.#t[r]),
				onclick: () => this.#i(t, r, s)
			}, c.length > 0 && e("span", { class: "pair" }, c.map(({ taken: e }) => e.join(" + ")).join(", ")));
		}), c = [...o, ...s], l = (c.length - 1) % a + 1;
		c[0]?.style.setProperty("grid-column-start", String(a - l + 1));
		let u = e("div", { class: a > 1 ? "tokens wide" : "tokens" }, ...c);
		return u.style.setProperty("--width", String(a)), e("div", {
			class: "heap",
			role: "group",
			"aria-label": r === 0 ? "Left heap" : "Right heap"
		}, u, e("p", { class: "heap-count" }, i === 1 ? "1 token" : `${i} tokens`));
	}
	#i(e, t, n) {
		let r = Number(e.state.position[t]);
		this.#t[t] = this.#t[t] === n ? r : n;
		let i = P(e.state).get(N(this.#t));
		i !== void 0 && M(R(e, i)), this.#n(e);
	}
};
function Ee(e) {
	return Math.max(1, Math.ceil(e / 15));
}
function q({ state: e }, t) {
	let [n, r] = e.position.map((e, n) => Number(e) - Number(t[n]));
	return [n ?? 0, r ?? 0];
}
function J(e) {
	return /* @__PURE__ */ new Set([...I(e), ...e.arrows.map(N)]);
}
function De(e) {
	let t = J(e);
	return e.state.options.map(({ to: n }) => ({
		taken: q(e, n),
		hinted: t.has(N(n)),
		isP: L(e, n)?.outcome === "P"
	})).filter(({ taken: e, ...t }) => e.every((e) => e > 0) && (t.hinted || t.isP));
}
function Oe({ taken: e, hinted: t, isP: n }, r) {
	return `with ${`${e[+(r === 0)]} from the ${r === 0 ? "right" : "left"} heap`}${n ? ", P, good to leave" : ""}${t ? ", hint" : ""}`;
}
function ke(e, t, n) {
	let { state: r } = e, [i = 0, a = 0] = r.position.map(Number), o = t === 0 ? [i - n, a] : [i, a - n], s = (r) => q(e, r)[t] === n, { blocked: c, options: l } = r, u = l.filter(({ to: t }) => e.picked.has(N(t))).map(({ to: e }) => e), d = [], f = P(r).get(N(o))?.kind;
	(f === "imitation" || f === "forbidden") && d.push(f), [...c, ...u].some(s) && d.push("blocked"), J(e).has(N(o)) && d.push("hinted");
	let p = L(e, o);
	return p !== void 0 && d.push(p.outcome === "P" ? "value-p" : "value-n"), d;
}
function Ae(t) {
	let { state: n } = t;
	if (n.imitation === null && n.block === null && n.propose === null) return null;
	let r = [...n.blocked.map(N), ...t.picked], i = n.phase === "propose" || n.proposed.length > 0 ? "proposed" : "blocked", a = r.map((e) => `(${e.replace(",", ", ")})`).join(", ");
	return n.imitation === null ? e("p", { class: "small muted" }, e("span", { class: "dot blocked" }), r.length === 0 ? `nothing is ${i}` : `${i}: leaving ${a}`) : e("p", { class: "small muted" }, e("span", { class: "dot imitation" }), "imitation", e("span", { class: "dot forbidden" }), "forbidden", e("span", { class: "dot" }), "any other");
}
function je({ last: e, state: t }) {
	if (e === null || N(e.to) !== N(t.position)) return [0, 0];
	let [n, r] = e.from.map((t, n) => Number(t) - Number(e.to[n]));
	return [n ?? 0, r ?? 0];
}
function Me({ last: t }) {
	if (t === null) return null;
	let n = t.blocked.map((e) => U(t.from, e)).join("; "), r = `Taken last: ${U(t.from, t.to)}.`;
	return e("p", { class: "small muted last-taken" }, n === "" ? r : `${r} Blocked was: ${n}.`);
}
function Ne(t) {
	let { imitation: n, mover: r } = t.state;
	if (n === null) return null;
	let i = (t, r) => e("div", { class: "credit" }, e("span", {}, t), e("span", {
		class: "counters",
		role: "img",
		"aria-label": `${r} of ${n.p - 1} left`
	}, ...Array.from({ length: Math.min(20, n.p - 1) }, (t, n) => e("i", { class: n < r ? "counter" : "counter spent" })), n.p === 1 ? "none" : `${r} of ${n.p - 1}`)), a = r === "first" ? ["First player", "Second player"] : ["Second player", "First player"];
	return e("div", { class: "credits" }, e("p", { class: "small muted" }, "Imitations in credit"), i(a[0] ?? "", n.own_credit), i(a[1] ?? "", n.opponent_credit));
}
// src/play/look.ts
var Pe = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 420;
function Fe(e) {
	return new Promise((t) => setTimeout(t, e));
}
// src/play/match.ts
var Ie = {
	game: "wythoff",
	start: [5n, 7n],
	actions: [],
	you: "first",
	strength: "perfect",
	look: null,
	values: !1,
	at: null,
	analysis: !1,
	arrows: !1,
	seed: 1
};
function Y(e) {
	return e.at === null ? e.actions : e.actions.slice(0, e.at);
}
// src/play/line.ts
function Le(e, t, n) {
	let r = X(e), { look: i, name: a } = n, o = e.actions.map((e, t) => {
		let { from: n, side: o, number: s } = r[t] ?? {
			from: [0, 0],
			side: "first",
			number: 1
		}, c = G(a(o), e, n, i);
		return {
			side: o,
			number: s,
			label: ze(e, n, i),
			words: c,
			isMove: "move" in e
		};
	}), s = t?.plies.map((e, t) => {
		let { winner: r, moves_left: o, unknown: s, mistake: c, position: l, actor: u } = e, d = /* @__PURE__ */ new Map(), f = (e, t) => {
			t !== void 0 && "move" in t && !d.has(N(t.move)) && d.set(N(t.move), () => n.play(e, t));
		};
		return f(t, c?.better?.action), f(t + 1, c?.refutation?.action), {
			winner: r,
			movesLeft: o,
			unknown: s,
			mistake: c && p(),
			moves: d
		};
		function p() {
			let t = u === "first" ? "second" : "first", n = c?.better, r = c?.refutation ?? null, o = n === void 0 ? "" : `To win, ${K(n.action, l, i)}. ${n.why}`;
			if (r === null) return o;
			let s = e.action, d = s !== null && "move" in s ? s.move : l;
			return `${o} ${a(t) === "You" ? "Now you win" : `Now ${Be(a(t))} wins`}: ${K(r.action, d, i)}. ${r.why}`;
		}
	}), { length: c } = e.actions, l = e.at ?? c;
	return {
		...n,
		steps: o,
		points: s ?? null,
		at: l,
		you: e.you
	};
}
function Re(e) {
	let t = Y(e), n = t.findLastIndex((e) => "move" in e), r = t[n], i = X(e)[n];
	if (r === void 0 || i === void 0 || !("move" in r)) return null;
	let a = t[n - 1], o = a !== void 0 && "block" in a ? a.block : [];
	return {
		from: i.from,
		to: r.move,
		blocked: o
	};
}
function X(e) {
	let t = A(e.start), n = 0;
	return e.actions.map((e) => {
		let r = n % 2 == 0 ? "first" : "second", i = r === "first" ? "second" : "first", a = {
			from: t,
			side: "move" in e ? r : i,
			number: (n >> 1) + 1
		};
		return "move" in e && (t = e.move, n++), a;
	});
}
function ze(e, t, n) {
	let r = (e) => n === "heaps" ? xe(t, e) : H(e), i = (e) => e.map(r).join(n === "heaps" ? ", " : " ");
	return "move" in e ? r(e.move) : "block" in e ? e.block.length === 0 ? "✕ –" : `✕ ${i(e.block)}` : "propose" in e ? `⚑ ${i(e.propose)}` : `l = ${e.choose}`;
}
function Be(e) {
	return e.charAt(0).toLowerCase() + e.slice(1);
}
// src/play/said.ts
function Z(t, n) {
	return t.split(/(\(\d+, ?\d+\))/).map((t) => {
		let [, r, i] = /^\((\d+), ?(\d+)\)$/.exec(t) ?? [], a = i === void 0 ? null : n(`${r},${i}`);
		return a === null ? t : e("button", {
			type: "button",
			class: "named-move",
			onclick: a
		}, t);
	});
}
// src/play/record.ts
var Ve = class {
	element;
	#e;
	#t = e("div", {
		class: "strip",
		role: "img",
		hidden: !0
	});
	#n = e("ol", {
		class: "steps",
		hidden: !0
	});
	#r = e("div", {
		class: "judgement",
		"aria-live": "polite"
	});
	#i = e("div", {
		class: "row nowrap steps-nav",
		role: "group",
		"aria-label": "Steps"
	});
	#a = null;
	constructor(t) {
		this.#e = t, this.#t.addEventListener("click", (e) => {
			let t = e.target instanceof HTMLElement ? e.target.dataset.at : void 0;
			t !== void 0 && this.#e(Number(t));
		}), this.#n.addEventListener("keydown", (e) => this.#o(e)), this.element = e("div", { class: "record stack" }, this.#i, this.#t, this.#n, this.#r);
	}
	show(e) {
		let t = r(this.element), i = this.element.contains(t) ? t?.getAttribute("data-focus") : null;
		this.#a = e, this.#s(e), this.#c(e), this.#l(e), n(this.#r, ...He(e)), i != null && this.element.querySelector(`[data-focus="${i}"]`)?.focus();
		let a = this.#n.querySelector("[aria-current=\"step\"]");
		if (a !== null) {
			let { offsetTop: e, offsetHeight: t } = a, n = e - this.#n.offsetTop;
			n < this.#n.scrollTop ? this.#n.scrollTop = n : n + t > this.#n.scrollTop + this.#n.clientHeight && (this.#n.scrollTop = n + t - this.#n.clientHeight);
		}
	}
	#o(e) {
		let t = this.#a;
		if (t === null) return;
		let n = {
			ArrowLeft: t.at - 1,
			ArrowRight: t.at + 1,
			Home: 0,
			End: t.steps.length
		}[e.key];
		n === void 0 || n < 0 || n > t.steps.length || (e.preventDefault(), this.#e(n), this.#n.querySelector(`[data-step="${n}"]`)?.focus());
	}
	#s(t) {
		let r = (n, r, i, a) => e("button", {
			type: "button",
			id: `step-${n}`,
			"data-focus": n,
			"aria-label": i,
			title: i,
			disabled: a === t.at || a < 0 || a > t.steps.length,
			onclick: () => this.#e(a)
		}, r), i = $(t), a = i.find((e) => e + 1 > t.at), o = [...i].reverse().find((e) => e + 1 < t.at), s = (e, t, n, i) => r(e, t, n, i === void 0 ? -1 : i + 1);
		n(this.#i, r("first", "|◀", "To the start", 0), r("back", "◀", "One step back", t.at - 1), r("on", "▶", "One step on", t.at + 1), r("last", "▶|", "To the end", t.steps.length), i.length > 0 && s("mistake-before", "◀ ?", "To the mistake before", o), i.length > 0 && s("mistake-after", "? ▶", "To the next mistake", a)), this.#i.hidden = t.steps.length === 0;
	}
	#c(t) {
		let { points: r } = t;
		if (this.#t.hidden = r === null || r.length < 2, r === null) return;
		let i = Math.max(1, ...r.map((e) => e.movesLeft ?? 0));
		this.#t.setAttribute("aria-label", `Who wins at each point: ${r.map((e) => Q(e, t.name)).join("; ")}`), n(this.#t, ...r.map((n, a) => {
			let o = e("i", {
				class: `bar ${n.winner ?? "none"} ${t.you === "both" || n.winner === null ? "" : n.winner === t.you ? "yours" : "theirs"} ${a > 0 && r[a - 1]?.mistake !== null ? "wrong" : ""} ${a === t.at ? "now" : ""}`,
				"data-at": a,
				title: Q(n, t.name)
			});
			return o.style.setProperty("--length", `${20 + 80 * (n.movesLeft ?? i) / i}%`), o;
		}));
	}
	#l(t) {
		let r = [], i = null, a = null;
		t.steps.forEach((n, o) => {
			(n.isMove && n.side === "first" || i === null) && (i = e("li", {}, e("span", { class: "muted small" }, n.isMove ? `${n.number}.` : "")), r.push(i), a = null), (a === null || n.isMove) && (a = e("span", { class: `turn ${n.side}` }), i?.append(a)), a.append(this.#u(t, n, o));
		}), n(this.#n, ...r), this.#n.hidden = r.length === 0;
	}
	#u(t, n, r) {
		let i = r + 1, a = t.points?.[r], o = a !== void 0 && a.mistake !== null, s = t.points?.[i], c = s === void 0 ? "" : ` ${Q(s, t.name)}.`;
		return e("button", {
			type: "button",
			class: `step ${o ? "wrong" : ""} ${i > t.at ? "later" : ""}`,
			"data-step": i,
			"data-focus": `step-${i}`,
			"aria-current": i === t.at ? "step" : null,
			"aria-label": `${n.words}${o ? " A mistake." : ""}${c}`,
			title: n.words,
			onclick: () => this.#e(i)
		}, n.label, o && e("b", {}, "?"));
	}
};
function Q(e, t) {
	if (e.winner === null) return e.unknown ?? "Nobody knows who wins";
	let n = t(e.winner), r = n === "You" ? "You win" : `${n} wins`;
	return e.movesLeft === null ? r : e.movesLeft === 0 ? n === "You" ? "You have won" : `${n} has won` : `${r} in ${e.movesLeft === 1 ? "1 move" : `${e.movesLeft} moves`}`;
}
function $(e) {
	return (e.points ?? []).flatMap((e, t) => e.mistake === null ? [] : [t]);
}
function He(t) {
	let { points: n, steps: r, at: i } = t;
	if (n === null) return [];
	let a = (t, n, r, i) => [e("p", { class: r ? "note warn" : "note" }, e("strong", {}, t), " ", ...Z(n, (e) => i?.moves.get(e) ?? null))], o = n[i - 1]?.mistake ?? null, s = r[i - 1];
	if (o !== null && s !== void 0 && !(t.over && i === r.length)) return a(`${s.words.replace(/\.$/, "")}: a mistake.`, o, !0, n[i - 1]);
	if (!t.over || i < r.length) {
		let e = n[i];
		return e?.unknown ? a("Too far to be judged.", e.unknown, !1) : [];
	}
	let c = $(t).at(-1), l = c === void 0 ? void 0 : r[c], u = n.at(-1)?.winner ?? null;
	return n.some((e) => e.unknown !== null) ? a("Not every point could be judged.", n.find((e) => e.unknown)?.unknown ?? "", !1) : c === void 0 || l === void 0 ? u === null ? [] : a("No mistakes.", `${t.name(u)} had won from the start.`, !1) : a(`${t.name(l.side)} lost it at move ${l.number}:`, `${l.words} ${n[c]?.mistake ?? ""}`, !0, n[c]);
}
// src/play/game.ts
var Ue = class {
	element;
	record = new Ve((e) => this.#O(e));
	#e;
	#t;
	#n = e("p", {
		class: "status",
		"aria-live": "polite"
	});
	#r = {
		board: new he(),
		heaps: new Te()
	};
	#i = e("div", { class: "play-table" });
	#a = e("div", { class: "row centre" });
	#o = e("div", {
		class: "talk",
		"aria-live": "polite"
	});
	#s = e("p", {
		class: "standing small",
		hidden: !0
	});
	#c;
	#l = null;
	#u = /* @__PURE__ */ new Map();
	#d = null;
	#f = null;
	#p = null;
	#m = null;
	#h = "";
	#g = 0;
	#_ = !1;
	constructor(t, r, i = ae) {
		this.#c = t, this.#e = i, this.#t = r, this.element = e("div", { class: "play" }, this.#n, this.#s, this.#i, this.#a, this.#o), n(this.#i, e("div", { class: "state" }, e("p", {}, "Setting up the board …"))), this.#y();
	}
	get match() {
		return this.#c;
	}
	set(e) {
		let t = e.game === this.#c.game && e.start === this.#c.start && e.actions === this.#c.actions && e.at === this.#c.at;
		this.#c = e, this.#t(e), t && this.#l !== null ? this.#C() : (this.#l = null, n(this.#o), this.#y());
	}
	close() {
		this.#g++;
	}
	#v(e = Y(this.#c)) {
		return {
			game: this.#c.game,
			start: A(this.#c.start),
			actions: [...e]
		};
	}
	async #y(e = null) {
		let t = ++this.#g;
		this.#u.clear(), this.#d = null, this.#f = null, this.#b();
		let n = [];
		try {
			let r = await this.#e.play(this.#v());
			for (e = null;;) {
				if (t !== this.#g) return;
				this.#l = r, await this.#C(), n.length > 0 && this.#V(n);
				let e = this.#c.at !== null || r.phase === "over";
				if (t !== this.#g || e || this.#S(r.actor)) return;
				await Fe(Pe);
				let i = await this.#e.playMove(this.#v(), this.#c.strength, this.#c.seed + this.#c.actions.length);
				if (t !== this.#g) return;
				this.#x([...this.#c.actions, i.action]), this.#d = null, this.#f = null;
				let a = G("The opponent", i.action, r.position, this.look);
				n.push({
					strong: a,
					text: i.why
				}), r = i.state;
			}
		} catch (n) {
			if (t !== this.#g) return;
			if (e === null || this.#l === null) {
				this.#H(x(n));
				return;
			}
			this.#x(e), await this.#C(), this.#V([{
				strong: x(n),
				text: ""
			}]), M(x(n));
		}
	}
	#b() {
		this.#n.dataset.yours = "false", this.#n.dataset.phase = "wait";
		for (let e of this.#a.querySelectorAll("button")) e.disabled = !0;
	}
	#x(e, t = null) {
		this.#c = {
			...this.#c,
			actions: e,
			at: t
		}, this.#t(this.#c);
	}
	#S(e) {
		return e !== null && (this.#c.you === "both" || this.#c.you === e);
	}
	async #C() {
		let e = this.#l;
		if (e === null) return;
		let t = this.#g;
		if ((this.#c.values || this.#c.arrows) && this.#f === null && e.phase !== "over") {
			let e = await this.#e.values(this.#v()).catch(() => null);
			if (t !== this.#g) return;
			this.#f = e;
		}
		let r = this.#S(e.actor), i = {
			start: this.#c.start,
			state: e,
			yours: r,
			picked: new Set(this.#u.keys()),
			hint: this.#d,
			last: Re(this.#c),
			arrows: this.#c.arrows ? this.#w(e) : [],
			values: this.#c.values ? this.#f?.options ?? null : null,
			click: (e) => this.#I(e)
		};
		this.#p = i;
		let a = this.#r[this.look];
		this.#i.firstChild !== a.element && n(this.#i, a.element), a.show(i);
		let o = this.#M(e, r);
		this.#n.textContent !== o && (this.#n.textContent = o), this.#n.dataset.phase = e.phase, this.#n.dataset.winner = e.winner ?? "", this.#n.dataset.yours = String(r);
		let s = this.#c.you === "both" || e.winner === this.#c.you ? "won" : "lost";
		this.#n.className = `status ${e.phase === "over" ? s : ""}`, this.#P(e, r), this.#t(this.#c), this.#E(), await this.#D();
	}
	#w({ phase: e, options: t }) {
		let n = new Set(t.filter((e) => e.legal).map(({ to: e }) => N(e)));
		return (this.#f?.options ?? []).flatMap(({ to: t, wins: r }) => t !== void 0 && r && (e !== "move" || n.has(N(t))) ? [t] : []);
	}
	get #T() {
		let { game: e, start: t, actions: n } = this.#c;
		return JSON.stringify([
			e,
			t.map(String),
			n
		]);
	}
	#E() {
		let e = this.#T;
		this.#l?.phase === "over" && this.#c.at === null && (this.#h = e);
		let t = this.#m?.of === e ? this.#m.review : null, r = this.#c.analysis || this.#h === e, i = Le(this.#c, r ? t : null, {
			over: this.#h === e,
			look: this.look,
			name: (e) => this.#j(e),
			play: (e, t) => this.#k(e, t)
		});
		this.record.show(i);
		let a = this.#c.analysis ? i.points?.[i.at] : void 0;
		this.#s.hidden = a === void 0, a !== void 0 && n(this.#s, `${Q(a, i.name)}.`);
	}
	async #D() {
		let e = this.#T;
		if (!this.record.element.isConnected || !this.#c.analysis && this.#h !== e || this.#m?.of === e) return;
		this.#m = {
			of: e,
			review: null
		};
		let t = await this.#e.review(this.#v(this.#c.actions)).catch(() => null);
		this.#T === e && (this.#m = {
			of: e,
			review: t
		}, this.#E());
	}
	#O(e) {
		this.#_ = !0;
		let { actions: t } = this.#c;
		if (e < 0 || e > t.length) return;
		let n = this.#c.analysis || this.#h === this.#T;
		this.set({
			...this.#c,
			analysis: n,
			at: e === t.length ? null : e
		});
	}
	#k(e, t) {
		this.#_ = !0, n(this.#o);
		let r = this.#c.actions.slice(0, e);
		this.#x([...r, t]), this.#y(r);
	}
	#A() {
		n(this.#o), this.#x(Y(this.#c)), this.#y();
	}
	get look() {
		return this.#c.look === null ? this.#c.start[0] > 24n || this.#c.start[1] > 24n || (this.#l?.imitation ?? null) !== null ? "heaps" : "board" : this.#c.look;
	}
	#j(e) {
		return this.#c.you === "both" ? e === "first" ? "First player" : "Second player" : this.#c.you === e ? "You" : "The opponent";
	}
	#M(e, t) {
		if (e.phase === "over") return Ce(e, (e) => this.#j(e));
		let n = this.#j(e.actor ?? "first"), r = this.#c.you === "both";
		if (!t && this.#c.at !== null) return `${n} acted here.`;
		if (!t) return {
			block: "The opponent chooses what to block …",
			propose: "The opponent proposes moves …",
			choose: "The opponent chooses l …",
			move: "The opponent moves …"
		}[e.phase];
		let i = r ? `${n}: ` : "";
		switch (e.phase) {
			case "move": return `${i}${r ? "your" : "Your"} move. ${this.#N(e)}`;
			case "block": return `${i}${r ? "block" : "Block"} ${e.block?.class ?? "options"}, then confirm.`;
			case "propose": return `${i}${r ? "propose" : "Propose"} ${e.propose?.needs ?? "moves"}; one of them must be taken.`;
			case "choose": return `${i}${r ? "choose" : "Choose"} l before the first move: it decides which cells are removed.`;
		}
	}
	#N(e) {
		return this.look === "board" ? "Click a marked cell." : We(e) ? "Click a token, or one in each heap." : "Click a token.";
	}
	#P(t, r) {
		let i = t.phase === "over", a = [
			r && t.phase === "block" && e("button", {
				type: "button",
				class: "primary",
				id: "confirm",
				onclick: () => this.#L({ block: [...this.#u.values()] })
			}, this.#u.size === 0 ? "Block nothing" : `Block ${this.#u.size === 1 ? "this one" : `these ${this.#u.size}`}`),
			r && t.phase === "propose" && e("button", {
				type: "button",
				class: "primary",
				id: "confirm",
				disabled: this.#u.size === 0,
				onclick: () => this.#L({ propose: [...this.#u.values()] })
			}, `Propose ${this.#u.size}`),
			...r && t.phase === "choose" ? (t.choose ?? []).map((t) => e("button", {
				type: "button",
				class: "choose",
				onclick: () => this.#L({ choose: t })
			}, `l = ${t}`)) : [],
			!i && e("button", {
				type: "button",
				id: "hint",
				disabled: !r,
				onclick: () => void this.#R()
			}, "Hint"),
			!i && e("button", {
				type: "button",
				id: "why",
				disabled: !r,
				onclick: () => void this.#z()
			}, "Why?"),
			e("button", {
				type: "button",
				id: "undo",
				disabled: Y(this.#c).length === 0,
				onclick: () => void this.#B()
			}, "Undo"),
			this.#c.at !== null && !i && !r && e("button", {
				type: "button",
				class: "primary",
				id: "resume",
				onclick: () => this.#A()
			}, "Play on from here"),
			i && e("button", {
				type: "button",
				class: "primary",
				id: "again",
				onclick: () => this.#F()
			}, "Play again")
		];
		n(this.#a, ...a);
	}
	#F() {
		let e = this.#c.seed + 1;
		this.set({
			...this.#c,
			actions: [],
			at: null,
			analysis: !1,
			seed: e
		});
	}
	#I(e) {
		let t = this.#l;
		if (t === null || !this.#S(t.actor)) return;
		if (t.phase === "move") {
			this.#L({ move: e });
			return;
		}
		let n = N(e);
		this.#u.delete(n) || this.#u.set(n, e), this.#C();
	}
	#L(e) {
		this.#_ = !0, n(this.#o);
		let { actions: t, at: r } = this.#c, i = Y(this.#c), a = r === null ? void 0 : t[r];
		r !== null && JSON.stringify(a) === JSON.stringify(e) ? this.#O(r + 1) : (this.#x([...i, e]), this.#y(i));
	}
	async #R() {
		this.#_ = !0;
		let t = this.#g;
		try {
			let n = await this.#e.hint(this.#v());
			if (t !== this.#g) return;
			this.#d = n;
			let r = e("button", {
				type: "button",
				id: "follow",
				onclick: () => this.#L(n.action)
			}, "Do it"), i = n.wins ? "This wins" : n.moves_left === null ? "Every way loses against perfect play; this one, too" : "Every way loses against perfect play; this resists longest";
			await this.#C();
			let a = K(n.action, this.#l?.position ?? [0, 0], this.look);
			this.#V([{
				strong: `${i}: ${a}.`,
				text: n.why
			}], r);
		} catch (e) {
			t === this.#g && this.#V([{
				strong: x(e),
				text: ""
			}]);
		}
	}
	async #z() {
		this.#_ = !0;
		let e = this.#g;
		try {
			let t = this.#f ?? await this.#e.values(this.#v());
			if (e !== this.#g) return;
			this.#f = t;
			let n = t.position?.outcome, r = n === void 0 ? "" : n === "N" ? "N: whoever moves now can win." : "P: whoever moves now loses against perfect play.";
			this.#V([{
				strong: r,
				text: t.why
			}]);
		} catch (t) {
			e === this.#g && this.#V([{
				strong: x(t),
				text: ""
			}]);
		}
	}
	async #B() {
		let e = ++this.#g, t = Y(this.#c);
		do {
			t = t.slice(0, -1);
			let n = await this.#e.play(this.#v(t)).catch(() => null);
			if (e !== this.#g) return;
			if (n === null || this.#S(n.actor)) break;
		} while (t.length > 0);
		n(this.#o), this.#x(t), this.#y();
	}
	#V(t, ...r) {
		let i = this.#p, a = i === null ? /* @__PURE__ */ new Map() : P(i.state), o = (e) => {
			let t = a.get(e);
			return i !== null && t !== void 0 && F(i, t) ? () => this.#I(t.to) : null;
		}, s = e("div", { class: "note" }, ...t.map(({ strong: t, text: n }) => e("p", {}, t !== "" && e("strong", {}, ...Z(t, o)), t !== "" && n !== "" && " ", ...Z(n, o))), ...r);
		n(this.#o, s), this.#_ && s.scrollIntoView({ block: "nearest" });
	}
	#H(t) {
		this.#l === null ? (this.#n.textContent = "", n(this.#i, pe("This match can't be played", t)), n(this.#a)) : (this.#n.textContent = "This match can't go on from here.", this.#P(this.#l, !1), n(this.#o, e("p", { class: "note warn" }, t))), M(t);
	}
};
function We({ options: e, position: t }) {
	return e.some(({ to: e }) => e[0] !== t[0] && e[1] !== t[1]);
}
// src/widget/ask.ts
var Ge = 6e4;
function Ke(e) {
	let t = Math.random().toString(36).slice(2), n = /* @__PURE__ */ new Map(), r = 0, i = (e) => n.get(e.id)?.(e);
	return e.on("msg:custom", i), {
		ask: (i, { method: a = "GET", body: o = "" }) => new Promise((s, c) => {
			let l = `${t}-${++r}`, u = () => {
				clearTimeout(d), n.delete(l);
			}, d = setTimeout(() => {
				u(), c(/* @__PURE__ */ Error("the kernel does not answer"));
			}, Ge);
			n.set(l, (e) => {
				u(), s(new Response(e.body, { status: e.status }));
			}), e.send({
				id: l,
				method: a,
				path: i,
				body: o
			});
		}),
		close: () => e.off("msg:custom", i)
	};
}
// src/widget/play.ts
function qe(t, n) {
	let r = m(n), i = Ke(t), a = S(i.ask), o = se("How it is drawn", [["board", "Queen on a board"], ["heaps", "Two heaps"]], "board", (e) => c.set({
		...c.match,
		look: e
	})), s = e("input", {
		type: "checkbox",
		onchange: () => c.set({
			...c.match,
			values: s.checked
		})
	}), c = new Ue(Je(t), (e) => {
		let { actions: n, at: r, analysis: i, arrows: a, ...l } = e;
		Ye(t, "setup", {
			...l,
			start: l.start.map(Number)
		}), Ye(t, "match", n), t.save_changes(), o.set(c.look), s.checked = e.values;
	}, a), l = e("h2", {}, D(c.match.game)), u = e("p", { class: "small muted" });
	r.element.append(e("div", { class: "stack about" }, l, u), c.element, e("div", { class: "row looks" }, o.element, e("label", { class: "check small" }, s, "Values of the options")));
	let d = "", f = (e) => {
		e !== d && (d = e, l.textContent = D(e), a.game(e).then((e) => u.textContent = e.rules, () => u.textContent = ""));
	};
	f(c.match.game);
	let p = () => {
		let e = Je(t);
		Xe(e, c.match) || (c.set(e), f(e.game));
	};
	return t.on("change:match", p), t.on("change:setup", p), () => {
		t.off("change:match", p), t.off("change:setup", p), c.close(), i.close(), r.close();
	};
}
function Je(e) {
	let { start: t, ...n } = e.get("setup"), r = e.get("match");
	return {
		...Ie,
		...n,
		start: [BigInt(t[0]), BigInt(t[1])],
		actions: r
	};
}
function Ye(e, t, n) {
	JSON.stringify(e.get(t)) !== JSON.stringify(n) && e.set(t, n);
}
function Xe(e, t) {
	let n = (e) => {
		let { game: t, start: n, actions: r, you: i, strength: a, look: o, values: s, seed: c } = e;
		return JSON.stringify([
			t,
			n.map(Number),
			r,
			i,
			a,
			o,
			s,
			c
		]);
	};
	return n(e) === n(t);
}
// src/widget/main.ts
function Ze({ model: e, el: t }) {
	return (e.get("kind") === "play" ? qe : _)(e, t);
}
var Qe = { render: Ze };
export { Qe as default };
