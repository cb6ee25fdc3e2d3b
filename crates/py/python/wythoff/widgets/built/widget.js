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
// src/common/theme.ts
var o = matchMedia("(prefers-color-scheme: dark)"), s = /* @__PURE__ */ new Set(), c = d(), l = null;
function u() {
	document.documentElement.dataset.theme = l ?? c;
	for (let e of s) e();
}
function d() {
	try {
		let e = localStorage.getItem("wythoff-theme");
		return e === "light" || e === "dark" ? e : "system";
	} catch {
		return "system";
	}
}
o.addEventListener("change", u);
// src/widget/widget.css?inline
var f = ":root,:host{--lightningcss-light:initial;--lightningcss-dark: ;color-scheme:light dark;--paper:var(--lightningcss-light,#faf8f2)var(--lightningcss-dark,#11131b);--surface:var(--lightningcss-light,#fff)var(--lightningcss-dark,#1a1d28);--sunken:var(--lightningcss-light,#f1ede2)var(--lightningcss-dark,#0b0d13);--line:var(--lightningcss-light,#ddd6c4)var(--lightningcss-dark,#2f3443);--line-strong:var(--lightningcss-light,#8a8371)var(--lightningcss-dark,#737a90);--ink:var(--lightningcss-light,#1b1f33)var(--lightningcss-dark,#ebe8de);--muted:var(--lightningcss-light,#585d70)var(--lightningcss-dark,#a7abbc);--accent:var(--lightningcss-light,#3a3fb0)var(--lightningcss-dark,#b3b8ff);--on-accent:var(--lightningcss-light,#fff)var(--lightningcss-dark,#14162a);--accent-soft:var(--lightningcss-light,#e8e8f8)var(--lightningcss-dark,#262a48);--good:var(--lightningcss-light,#146c43)var(--lightningcss-dark,#74d6a5);--good-soft:var(--lightningcss-light,#dcf0e4)var(--lightningcss-dark,#173428);--bad:var(--lightningcss-light,#a32024)var(--lightningcss-dark,#ffa29c);--bad-soft:var(--lightningcss-light,#f9e2df)var(--lightningcss-dark,#421f21);--warn:var(--lightningcss-light,#7a5200)var(--lightningcss-dark,#f0c060);--warn-soft:var(--lightningcss-light,#faeccb)var(--lightningcss-dark,#3a2d10);--cell:var(--lightningcss-light,#f3eedf)var(--lightningcss-dark,#232735);--cell-alt:var(--lightningcss-light,#ebe4d1)var(--lightningcss-dark,#2a2f3f);--queen:var(--lightningcss-light,#1b1f33)var(--lightningcss-dark,#ffe62e);--pawn:var(--lightningcss-light,#a32024)var(--lightningcss-dark,#ff8f88);--token:var(--lightningcss-light,#2f62c9)var(--lightningcss-dark,#6d9bff);--token-imitation:var(--lightningcss-light,#2a8a4f)var(--lightningcss-dark,#55c985);--token-forbidden:var(--lightningcss-light,#f2cf1d)var(--lightningcss-dark,#f5d64a);--token-blocked:var(--lightningcss-light,#cc2f2f)var(--lightningcss-dark,#ff7a73);--serif:\"Source Serif 4 Variable\", \"Iowan Old Style\", Palatino, Georgia, serif;--sans:\"Inter Variable\", system-ui, \"Segoe UI\", sans-serif;--radius:10px;--gap:1rem}@media (prefers-color-scheme:dark){:root,:host{--lightningcss-light: ;--lightningcss-dark:initial}}:root[data-theme=light],:host([data-theme=light]){--lightningcss-light:initial;--lightningcss-dark: ;color-scheme:light}:root[data-theme=dark],:host([data-theme=dark]){--lightningcss-light: ;--lightningcss-dark:initial;color-scheme:dark}*,:before,:after{box-sizing:border-box}body{background:var(--paper);min-height:100dvh;color:var(--ink);font:400 .9375rem/1.55 var(--sans);font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%;flex-direction:column;margin:0;display:flex}h1,h2,h3{font-family:var(--serif);text-wrap:balance;margin:0;font-weight:560;line-height:1.2}h1{letter-spacing:-.012em;font-size:clamp(1.7rem,1.2rem + 1.6vw,2.6rem)}h2{font-size:1.4rem}h3{font-size:1.1rem}p{text-wrap:pretty;margin:0}a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}a:hover{text-decoration-thickness:2px}code,.mono{font-family:ui-monospace,DejaVu Sans Mono,Menlo,monospace;font-size:.9em}.lead{font:400 1.15rem/1.55 var(--serif);color:var(--ink);max-width:62ch}.muted{color:var(--muted)}.small{font-size:.84rem}.prose{max-width:68ch}.hidden-text{clip-path:inset(50%);white-space:nowrap;width:1px;height:1px;margin:-1px;position:absolute;overflow:hidden}[hidden]{display:none!important}:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}@media (prefers-reduced-motion:no-preference){button,.card,a{transition:background-color .12s,border-color .12s,color .12s}}.skip{background:var(--surface);z-index:20;padding:.5rem 1rem;position:absolute;top:-4rem;left:1rem}.skip:focus{top:.5rem}.head{background:var(--surface);border-bottom:1px solid var(--line);flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;padding:.55rem clamp(1rem,3vw,2.5rem);display:flex}.brand{font:600 1.25rem/1 var(--serif);color:var(--ink);align-items:center;gap:.55rem;padding:.35rem 0;text-decoration:none;display:flex}.brand svg{flex:none;width:1.5rem;height:1.5rem}.nav{scrollbar-width:none;flex:auto;gap:.15rem;display:flex;overflow-x:auto}.nav a{color:var(--muted);border-radius:8px;padding:.45rem .75rem;font-weight:500;text-decoration:none}.nav a:hover{background:var(--sunken);color:var(--ink)}.nav a[aria-current=page]{background:var(--accent-soft);color:var(--accent)}.theme{margin-left:auto}main{flex-direction:column;flex:auto;min-height:0;display:flex}main:focus{outline:none}.page{grid-template-columns:minmax(0,1fr);align-content:start;gap:1.5rem;width:100%;max-width:1400px;margin:0 auto;padding:clamp(1.25rem,3vw,2.5rem) clamp(1rem,3vw,2.5rem) 4rem;display:grid}.page>*{min-width:0}.foot{border-top:1px solid var(--line);color:var(--muted);flex-wrap:wrap;gap:.25rem 1.25rem;padding:.8rem clamp(1rem,3vw,2.5rem);font-size:.84rem;display:flex}button,select,input,textarea,.button{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line-strong);border-radius:8px;min-height:2.4rem;padding:.42rem .75rem}button,.button{cursor:pointer;justify-content:center;align-items:center;gap:.4rem;font-weight:500;text-decoration:none;display:inline-flex}button:hover:not(:disabled),.button:hover{background:var(--sunken)}button:disabled{color:var(--muted);border-color:var(--line);cursor:default;opacity:1}button.primary,.button.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}button.primary:hover:not(:disabled),.button.primary:hover{background:color-mix(in srgb, var(--accent) 88%, var(--ink))}button.primary:disabled{background:var(--sunken);color:var(--muted);border-color:var(--line)}button.quiet{background:0 0;border-color:#0000}button[aria-pressed=true]{background:var(--accent-soft);border-color:var(--accent);color:var(--accent)}input[type=checkbox],input[type=radio]{width:1.05rem;height:1.05rem;min-height:0;accent-color:var(--accent);flex:none;margin:0}label.check{cursor:pointer;align-items:center;gap:.5rem;min-height:2rem;display:inline-flex}.field{gap:.25rem;min-width:0;display:grid}.field>span,.field>label,legend{color:var(--muted);font-size:.84rem;font-weight:500}.field input,.field select{width:100%;min-width:0}.row{flex-wrap:wrap;align-items:center;gap:.5rem;display:flex}.row.end{align-items:end}.row.split{flex-wrap:nowrap;justify-content:space-between;align-items:start}.row.nowrap{flex-wrap:nowrap}.row.nowrap>input{flex:auto;min-width:0}.stack{grid-template-columns:minmax(0,1fr);align-content:start;gap:.75rem;min-width:0;display:grid}.side fieldset .stack{gap:.15rem}fieldset{border:0;min-width:0;margin:0;padding:0}legend{padding:0 0 .25rem}.segments{border:1px solid var(--line-strong);border-radius:8px;flex-wrap:wrap;justify-self:start;display:inline-flex;overflow:hidden}.segments button{border:0;border-radius:0;min-height:2.3rem;padding:.35rem .7rem}.segments button+button{border-left:1px solid var(--line)}.segments button:focus-visible{outline-offset:-3px}.card{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);min-width:0;padding:1.1rem 1.2rem}.note{background:var(--sunken);border-radius:8px;padding:.65rem .85rem}.note.good{background:var(--good-soft);color:var(--good)}.note.bad{background:var(--bad-soft);color:var(--bad)}.note.warn{background:var(--warn-soft);color:var(--warn)}.tag{background:var(--sunken);color:var(--muted);white-space:nowrap;border-radius:99px;padding:.05rem .5rem;font-size:.8rem;font-weight:550;display:inline-block}.tag.good{background:var(--good-soft);color:var(--good)}.tag.bad{background:var(--bad-soft);color:var(--bad)}.tag.warn{background:var(--warn-soft);color:var(--warn)}.tag.accent{background:var(--accent-soft);color:var(--accent)}.scroll{overflow:auto}table{border-collapse:collapse;font-size:.9rem}th,td{text-align:left;border-bottom:1px solid var(--line);vertical-align:middle;padding:.3rem .75rem}th{color:var(--muted);white-space:nowrap;font-weight:550}td.number,th.number{text-align:right}progress{width:100%;height:.5rem;accent-color:var(--accent)}dl.facts{grid-template-columns:auto 1fr;gap:.15rem .9rem;margin:0;display:grid}dl.facts dt{color:var(--muted)}dl.facts dd{overflow-wrap:anywhere;margin:0}.stage{position:relative}.state{text-align:center;color:var(--muted);place-content:center;justify-items:center;gap:.6rem;min-height:12rem;padding:2.5rem 1rem;display:grid}.state h2{color:var(--ink)}.minimap{image-rendering:pixelated}.katex{font-size:1.06em}@media (max-width:640px){.head{gap:0 1rem;padding:.35rem 1rem 0}.nav{flex-basis:100%;order:3;margin:0 -.6rem;padding-bottom:.3rem}.nav a{padding:.45rem .6rem}}@media (min-width:2000px){html{font-size:18px}.page{max-width:1800px}}.play{align-content:start;justify-items:stretch;gap:.9rem;display:grid}.status{font:500 1.15rem/1.4 var(--serif);text-align:center;align-items:center;min-height:3.3rem;display:grid}.status.won{color:var(--good)}.status.lost{color:var(--bad)}.row.centre{justify-content:center;min-height:2.4rem}.talk .note{justify-items:start;gap:.5rem;display:grid}.play-table{align-items:center;min-height:18rem;display:grid}.board-frame{justify-content:center;display:grid;container-type:inline-size}.board{--size:clamp(.8rem, min(calc((100cqw - 1.6rem) / var(--columns)), calc(var(--board-height,58dvh) / var(--rows))), 3.6rem);grid-template-columns:1.5rem repeat(var(--columns), var(--size));grid-auto-rows:var(--size);width:max-content;display:grid}.board-row{display:contents}.board>.board-row:first-child>*{align-self:end;height:1.3rem}.board{grid-template-rows:1.3rem}.axis{font-size:min(.72rem, calc(var(--size) * .5));color:var(--muted);place-items:center;display:grid}.cell{appearance:none;background:var(--cell);min-height:0;color:var(--muted);font-size:calc(var(--size) * .4);cursor:default;border:0;border-radius:0;place-items:center;padding:0;font-weight:600;display:grid;position:relative}.cell.alt{background:var(--cell-alt)}.cell:hover:not(:disabled){background:var(--cell)}.cell.alt:hover:not(:disabled){background:var(--cell-alt)}.cell:focus-visible{outline-offset:-3px;z-index:1;border-radius:0}.cell.may{cursor:pointer}.cell.may:after{content:\"\";width:calc(var(--size) * .24);height:calc(var(--size) * .24);background:var(--accent);opacity:.75;border-radius:50%;grid-area:1/1}.cell.may:hover:not(:disabled),.cell.may.alt:hover:not(:disabled){background:var(--accent-soft)}.cell.value-p:after,.cell.value-n:after,.cell.picked:after{display:none}.cell.value-p,.cell.alt.value-p{background:var(--good-soft);color:var(--good)}.cell.value-n,.cell.alt.value-n{background:var(--bad-soft);color:var(--bad)}.cell.imitation:before,.cell.forbidden:before{content:\"\";border:max(2px, .12em) solid var(--token-imitation);border-radius:50%;position:absolute;inset:12%}.cell.forbidden:before{border-color:var(--token-forbidden);background:repeating-linear-gradient(45deg, transparent 0 4px, var(--token-forbidden) 4px 6px)}.cell.hinted{box-shadow:inset 0 0 0 3px var(--good)}.cell.queen{color:var(--queen)}.piece{width:calc(var(--size) * .82);height:calc(var(--size) * .82);fill:currentColor;grid-area:1/1}.cell.blocked,.cell.picked{color:var(--pawn)}.heaps{grid-template-columns:1fr 1fr;align-items:end;gap:1rem;max-width:30rem;min-height:15rem;margin:0 auto;display:grid}.heap{justify-items:center;gap:.4rem;display:grid}.tokens{flex-direction:column;align-items:center;gap:3px;width:100%;display:flex}.token{width:min(7rem,90%);min-height:0;height:clamp(.55rem, calc(20rem / max(8, var(--tokens,12))), 1.45rem);background:var(--token);border:1px solid color-mix(in srgb, var(--token) 70%, black);border-radius:99px;padding:0;position:relative}.token:hover:not(:disabled){background:color-mix(in srgb, var(--token) 80%, white)}.token.imitation,.token.imitation:hover:not(:disabled){background:var(--token-imitation);border-color:color-mix(in srgb, var(--token-imitation) 70%, black)}.token.forbidden,.token.forbidden:hover:not(:disabled){background:var(--token-forbidden);border-color:color-mix(in srgb, var(--token-forbidden) 60%, black)}.token.blocked,.token.blocked:hover:not(:disabled){background:var(--token-blocked);border-color:color-mix(in srgb, var(--token-blocked) 70%, black)}.token.taken{opacity:.38}.token.hinted{box-shadow:0 0 0 3px var(--good)}.token:before{font-size:.75rem;font-weight:650;line-height:1;position:absolute;right:calc(100% + .5rem)}.token.value-p:before{content:\"P\";color:var(--good)}.token.value-n:before{content:\"N\";color:var(--bad)}.heap-count{font-weight:550}.heaps-frame{justify-items:center;gap:.75rem;display:grid}.heaps-frame>*{text-align:center;width:100%}.dot{background:var(--token);vertical-align:-.05rem;border-radius:50%;width:.75rem;height:.75rem;margin:0 .35rem 0 .9rem;display:inline-block}.dot.imitation{background:var(--token-imitation)}.dot.forbidden{background:var(--token-forbidden)}.dot.blocked{background:var(--token-blocked)}.credits{justify-items:center;gap:.2rem;display:grid}.credit{text-align:left;grid-template-columns:9rem 9rem;gap:.75rem;display:grid}.credit>span:first-child{text-align:right}.counters{align-items:center;gap:.3rem;display:flex}.counter{background:var(--ink);border-radius:2px;width:.8rem;height:.8rem}.counter.spent{box-shadow:inset 0 0 0 1.5px var(--line-strong);background:0 0}:host{all:initial;color:var(--ink);font:400 .9375rem/1.55 var(--sans);font-variant-numeric:tabular-nums;display:block}.widget{--board-height:24rem;background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);gap:.6rem;max-width:46rem;padding:1rem 1.2rem;display:grid}.widget:has(.page-frame){max-width:none;padding:0;overflow:hidden}.about{gap:.2rem}.looks{border-top:1px solid var(--line);justify-content:space-between;padding-top:.8rem}.looks button{min-height:2rem;font-size:.84rem}.play-table{min-height:0}.talk{min-height:3.2rem}.page-frame{background:var(--paper);border:0;width:100%;display:block}.page-frame.waiting{opacity:0}.note{margin:0 .8rem}.foot-line{text-align:right;padding:0 .8rem .6rem}";
// src/widget/room.ts
function p(t, n = () => void 0) {
	let r = e("div", {}), i = e("div", { class: "widget" });
	r.attachShadow({ mode: "open" }).append(e("style", {}, f), i), r.addEventListener("keydown", (e) => e.stopPropagation()), t.append(r);
	let a = null, o = () => {
		let e = m(t);
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
function m(e) {
	let t = document.createElement("canvas");
	t.width = t.height = 1;
	let n = t.getContext("2d");
	if (n === null || !e.isConnected) return "light";
	n.fillStyle = getComputedStyle(e).color, n.fillRect(0, 0, 1, 1);
	let [r = 0, i = 0, a = 0] = n.getImageData(0, 0, 1, 1).data;
	return 299 * r + 587 * i + 114 * a > 128e3 ? "dark" : "light";
}
// src/widget/explore.ts
var h = 8e3;
function g(t, n) {
	let r = e("iframe", {
		class: "page-frame waiting",
		title: "The laboratory",
		allow: "clipboard-write; fullscreen"
	}), i = !1, a = 0, o = (e) => {
		let t = { theme: e };
		i && r.contentWindow?.postMessage(t, "*");
	}, s = p(n, o), c = e("a", {
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
			l.hidden = !1, l.textContent = `The laboratory at ${new URL(_(t, "url")).origin} does not answer this browser. It runs in the kernel's process and is reached on the kernel's own machine only; if the kernel has ended, run the cell again.`;
		}, h), c.setAttribute("href", _(t, "url")), r.src = _(t, "frame");
	}, f = () => {
		r.style.height = `${Number(t.get("height"))}px`;
	};
	return addEventListener("message", u), t.on("change:frame", d), t.on("change:height", f), f(), d(), () => {
		removeEventListener("message", u), t.off("change:frame", d), t.off("change:height", f), clearTimeout(a), s.close();
	};
}
function _(e, t) {
	return String(e.get(t));
}
// src/common/api.ts
var v = class extends Error {
	code;
	limit;
	constructor(e, t, n = null) {
		super(t), this.code = e, this.limit = n;
	}
};
function y(e) {
	return e instanceof v ? e.message : "The laboratory does not answer. Is the program still running?";
}
var ee = b((e, t) => fetch(e, t));
function b(e) {
	let t = async (t, n) => {
		let r = await e(t, n);
		if (r.ok) return await r.json();
		throw await w(r);
	}, n = (e, n) => t(e, n === void 0 ? {} : { signal: n }), r = (e, n) => t(e, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(n)
	}), i = (e) => n(`/api/board/${x(e)}`), a = (e, t) => r(`/api/board/${x(e)}/grow`, t === null ? {} : { side: t });
	return {
		status: () => n("/api/status"),
		board: i,
		whyNot: async (t) => {
			let n = await e(t, {});
			return n.ok ? null : w(n);
		},
		files: () => n("/api/files"),
		grow: a,
		open: async (e) => {
			let t = await i(e);
			return t.kind === "stored" ? (await a(e, null)).job === null ? t : i(e) : t;
		},
		cell: (e, t, r, i) => n(`/api/board/${x(e)}/cell/${t}/${r}`, i),
		rays: (e, t, r, i) => n(`/api/board/${x(e)}/rays/${t}/${r}`, i),
		regions: (e) => n(`/api/board/${x(e)}/regions`),
		window: (e, t, r, i, a, o) => n(`/api/board/${x(e)}/window/${t}/${r}?width=${i}&height=${a}&values=outcome`, o),
		compare: (e, t, r, i) => n(`/api/compare/${x(e)}/${x(t)}?${S(r)}`, i),
		play: (e) => r("/api/play", e),
		playMove: (e, t, n) => r("/api/play/move", {
			...e,
			strength: t,
			seed: n
		}),
		hint: (e) => r("/api/play/hint", e),
		values: (e) => r("/api/play/values", e),
		games: () => n("/api/games"),
		game: (e, t) => n(`/api/games/${x(e)}`, t),
		table: (e, t, r) => n(`/api/games/${x(e)}/table?count=${t}`, r),
		theorems: () => n("/api/theorems"),
		runCheck: (e, t) => r(`/api/theorems/${x(e)}/run`, t === null ? {} : { bound: t }),
		errata: () => n("/api/errata"),
		runErrata: () => r("/api/errata/run", {}),
		atlas: () => n("/api/atlas"),
		atlasOf: (e) => n(`/api/atlas/${e}`),
		job: (e) => n(`/api/jobs/${x(e)}`),
		cancel: (e) => t(`/api/jobs/${x(e)}`, { method: "DELETE" })
	};
}
function x(e) {
	return encodeURIComponent(e);
}
function S(e) {
	return new URLSearchParams(Object.entries(e).map(([e, t]) => [e, String(t)])).toString();
}
function C(e) {
	let t = e.split("\n"), n = new Set(t.flatMap((e, t) => /^\s*\^+\s*$/.test(e) ? [t - 1, t] : [])), r = t.filter((e, t) => !n.has(t) && e.trim() !== "").map((e) => e.trim());
	return r.map((e, t) => t < r.length - 1 && !/[.:;?!]$/.test(e) ? `${e}.` : e).join(" ");
}
async function w(e) {
	try {
		let { error: t } = await e.json();
		return new v(t.code, C(t.message), t.limit ?? null);
	} catch {
		return new v("internal", `The laboratory answered with the status ${e.status} and no reason.`);
	}
}
// src/common/segments.ts
function te(t, n, r, i) {
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
var T = {
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
	return T[e] ?? e;
}
// src/games/name.ts
var D = "⁰¹²³⁴⁵⁶⁷⁸⁹";
function O(e) {
	let t = /^blocking:k=(\d+)$/.exec(e);
	if (t !== null) return `W${[...t[1] ?? ""].map((e) => D[Number(e)]).join("")}`;
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
// src/common/coordinates.ts
function k(e) {
	return [BigInt(e[0]), BigInt(e[1])];
}
function A(e) {
	let t = (e) => e <= BigInt(2 ** 53 - 1) ? Number(e) : e.toString();
	return [t(e[0]), t(e[1])];
}
function ne(e) {
	return `${e[0]},${e[1]}`;
}
function j(e, t = 24) {
	let n = e.toString();
	if (n.length > t) {
		let e = Math.floor(t / 3);
		return `${n.slice(0, e)}…${n.slice(-e)} [${n.length} digits]`;
	}
	return n.replace(/\B(?=(\d{3})+$)/g, " ");
}
function M(e, t = 24) {
	return `(${j(e[0], t)}, ${j(e[1], t)})`;
}
location.hash;
function N(e) {
	let t = document.getElementById("announcer");
	t !== null && (t.textContent = e);
}
function re(t, n, ...r) {
	return e("div", { class: "state" }, e("h2", {}, t), e("p", {}, n), ...r);
}
// src/play/table.ts
function P(e) {
	return `${e[0]},${e[1]}`;
}
function F(e) {
	return new Map(e.options.map((e) => [P(e.to), e]));
}
function I(e, t) {
	if (!e.yours) return !1;
	switch (e.state.phase) {
		case "move": return t.legal;
		case "block": return t.blockable && (e.picked.has(P(t.to)) || e.picked.size < (e.state.block?.most ?? 0));
		case "propose": return !0;
		default: return !1;
	}
}
function L(e) {
	let t = e.hint?.action;
	return t === void 0 ? /* @__PURE__ */ new Set() : "move" in t ? /* @__PURE__ */ new Set([P(t.move)]) : "block" in t ? new Set(t.block.map(P)) : "propose" in t ? new Set(t.propose.map(P)) : /* @__PURE__ */ new Set();
}
function R(e, t) {
	return e.values?.find((e) => e.to !== void 0 && P(e.to) === P(t));
}
function z(e, t) {
	let n = [`(${t.to[0]}, ${t.to[1]})`];
	e.state.blocked.some((e) => P(e) === P(t.to)) ? n.push("blocked") : t.kind === "forbidden" ? n.push("forbidden imitation") : e.state.phase === "move" && t.legal && n.push(t.kind === "imitation" ? "move here, an imitation" : "move here"), e.picked.has(P(t.to)) ? n.push(e.state.phase === "block" ? "pawn set" : "proposed") : e.yours && e.state.phase === "block" && t.blockable ? n.push("set a pawn") : e.yours && e.state.phase === "propose" && n.push("propose");
	let r = R(e, t.to);
	return r !== void 0 && n.push(r.outcome === "P" ? "P, good to leave" : "N, bad to leave"), L(e).has(P(t.to)) && n.push("hint"), n.join(", ");
}
function B(e) {
	return ne(k(e.position));
}
// src/play/board.ts
var V = 4, H = class {
	element = e("div", { class: "board-frame" });
	#e = null;
	show(t) {
		let i = Math.max(V, Number(t.start[0]) + 1), a = Math.max(V, Number(t.start[1]) + 1), o = this.element.contains(r(this.element)), s = B(t.state);
		this.#e !== null && o || (this.#e = s);
		let c = F(t.state), l = L(t), u = e("div", {
			class: "board",
			role: "grid",
			"aria-label": "The board",
			onkeydown: (e) => this.#i(e)
		});
		u.style.setProperty("--columns", String(i)), u.style.setProperty("--rows", String(a)), u.append(U(i));
		for (let n = 0; n < a; n++) {
			let r = Array.from({ length: i }, (e, r) => this.#t(t, r, n, s, c, l));
			u.append(e("div", {
				class: "board-row",
				role: "row"
			}, e("span", {
				class: "axis",
				role: "rowheader"
			}, n), ...r));
		}
		n(this.element, u), o && this.#r(this.#e)?.focus();
	}
	#t(t, n, r, i, a, o) {
		let s = P([n, r]), c = a.get(s), l = s === i, u = t.state.blocked.some((e) => P(e) === s), d = t.state.proposed.some((e) => P(e) === s), f = c !== void 0 && I(t, c), p = c === void 0 ? void 0 : R(t, c.to), m = [
			"cell",
			(n + r) % 2 == 1 && "alt",
			l && "queen",
			c !== void 0 && "option",
			f && "may",
			u && "blocked",
			(t.picked.has(s) || d) && "picked",
			o.has(s) && "hinted",
			p?.outcome === "P" && "value-p",
			p?.outcome === "N" && "value-n",
			c?.kind === "imitation" && "imitation",
			c?.kind === "forbidden" && "forbidden"
		], h = l ? `(${n}, ${r}), the queen` : c === void 0 ? `(${n}, ${r})` : z(t, c);
		return e("button", {
			type: "button",
			role: "gridcell",
			class: m.filter(Boolean).join(" "),
			"data-cell": s,
			"aria-label": h,
			"aria-disabled": String(!f),
			tabindex: s === this.#e ? 0 : -1,
			onclick: () => c !== void 0 && f && t.click(c.to),
			onfocus: () => this.#n(s)
		}, l ? G() : u || t.picked.has(s) ? t.state.phase === "propose" || d ? q() : K() : p === void 0 ? null : p.outcome);
	}
	#n(e) {
		(this.#e === null ? null : this.#r(this.#e))?.setAttribute("tabindex", "-1"), this.#e = e, this.#r(e)?.setAttribute("tabindex", "0");
	}
	#r(e) {
		return this.element.querySelector(`[data-cell="${e}"]`);
	}
	#i(e) {
		let t = {
			ArrowLeft: [-1, 0],
			ArrowRight: [1, 0],
			ArrowUp: [0, -1],
			ArrowDown: [0, 1]
		}[e.key];
		if (t === void 0 || this.#e === null) return;
		let [n = 0, r = 0] = this.#e.split(",").map(Number);
		this.#r(P([n + t[0], r + t[1]]))?.focus(), e.preventDefault();
	}
};
function U(t) {
	return e("div", {
		class: "board-row",
		role: "row"
	}, e("span", {
		class: "axis",
		role: "columnheader",
		"aria-label": "row"
	}), ...Array.from({ length: t }, (t, n) => e("span", {
		class: "axis",
		role: "columnheader"
	}, n)));
}
function W(e) {
	return t("svg", {
		viewBox: "0 0 32 32",
		class: "piece",
		"aria-hidden": "true"
	}, t("path", { d: e }));
}
function G() {
	return W("M5 9.5a2 2 0 1 1 2.6 1.9l3 7.1 2.6-9.4a2 2 0 1 1 5.6 0l2.6 9.4 3-7.1A2 2 0 1 1 27 11.4L24.4 23H7.6L5 11.4a2 2 0 0 1 0-1.9zM7.6 25h16.8v2.6H7.6z");
}
function K() {
	return W("M16 4.5a5 5 0 0 1 3.2 8.8h1.6v2.4h-2.1c.3 3.4 1.7 5.6 4.6 7.6v4.2H8.7v-4.2c2.9-2 4.3-4.2 4.6-7.6h-2.1v-2.4h1.6A5 5 0 0 1 16 4.5z");
}
function q() {
	return W("M9 4h2v1h13l-4 5 4 5H11v13H9z");
}
// src/play/heaps.ts
var J = class {
	element = e("div", { class: "heaps-frame" });
	#e = [0, 0];
	show(e) {
		let [t, n] = e.state.position.map(Number);
		this.#e = [t ?? 0, n ?? 0], this.#t(e);
	}
	#t(t) {
		let i = r(this.element), a = i instanceof HTMLElement ? i.dataset.token : void 0, { state: o } = t, [s = 0, c = 0] = o.position.map(Number), l = F(o).get(P(this.#e)), u = [s - this.#e[0], c - this.#e[1]], d = l !== void 0 && I(t, l), f = o.phase === "block" ? "Block" : o.phase === "propose" ? "Propose" : "Take", p = o.phase === "block" ? "Click what must not be taken" : o.phase === "propose" ? "Click what may be taken" : "Click the lowest token to take", m = u[0] === 0 && u[1] === 0 ? p : l === void 0 ? `${u[0]} and ${u[1]} is no move` : `${f} ${u[0]} from the left, ${u[1]} from the right`;
		n(this.element, e("div", { class: "heaps" }, this.#n(t, 0, s), this.#n(t, 1, c)), e("div", { class: "row centre" }, e("button", {
			type: "button",
			class: "primary",
			id: "take",
			disabled: !d,
			onclick: () => d && t.click(this.#e)
		}, m), (u[0] > 0 || u[1] > 0) && e("button", {
			type: "button",
			class: "quiet",
			onclick: () => {
				this.#e = [s, c], this.#t(t);
			}
		}, "Clear")), ie(t), ae(t)), a !== void 0 && this.element.querySelector(`[data-token="${a}"]`)?.focus();
	}
	#n(t, n, r) {
		let i = Number(t.start[n]), a = Array.from({ length: r }, (i, a) => {
			let o = r - 1 - a, s = [
				"token",
				o >= this.#e[n] && "taken",
				...Y(t, n, r - o)
			], c = `${n === 0 ? "Left" : "Right"} heap: take ${r - o}, leave ${o}`;
			return e("button", {
				type: "button",
				class: s.filter(Boolean).join(" "),
				"data-token": `${n}-${o}`,
				"aria-label": c,
				title: c,
				"aria-pressed": String(o >= this.#e[n]),
				onclick: () => this.#r(t, n, o)
			});
		});
		return e("div", {
			class: "heap",
			role: "group",
			"aria-label": n === 0 ? "Left heap" : "Right heap"
		}, e("div", {
			class: "tokens",
			"data-most": i
		}, ...a), e("p", { class: "heap-count" }, r === 1 ? "1 token" : `${r} tokens`));
	}
	#r(e, t, n) {
		let r = Number(e.state.position[t]);
		this.#e[t] = this.#e[t] === n ? r : n;
		let i = F(e.state).get(P(this.#e));
		i !== void 0 && N(z(e, i)), this.#t(e);
	}
};
function Y(e, t, n) {
	let { state: r } = e, [i = 0, a = 0] = r.position.map(Number), o = t === 0 ? [i - n, a] : [i, a - n], s = [i - n, a - n], c = (e, t) => e.some((e) => P(e) === P(t)), l = (t) => e.picked.has(P(t)), u = [], d = F(r).get(P(o))?.kind;
	(d === "imitation" || d === "forbidden") && u.push(d), (c(r.blocked, s) || c(r.blocked, o) || l(s) || l(o)) && u.push("blocked");
	let f = L(e);
	(f.has(P(o)) || f.has(P(s))) && u.push("hinted");
	let p = R(e, o);
	return p !== void 0 && u.push(p.outcome === "P" ? "value-p" : "value-n"), u;
}
function ie(t) {
	let { state: n } = t, r = [...n.blocked.map(P), ...t.picked], i = n.phase === "propose" || n.proposed.length > 0 ? "proposed" : "blocked", a = r.map((e) => `(${e.replace(",", ", ")})`).join(", ");
	return n.imitation === null ? e("p", { class: "small muted" }, e("span", { class: "dot blocked" }), r.length === 0 ? "nothing is blocked" : `${i}: leaving ${a}`) : e("p", { class: "small muted" }, e("span", { class: "dot imitation" }), "imitation", e("span", { class: "dot forbidden" }), "forbidden", e("span", { class: "dot" }), "any other");
}
function ae(t) {
	let { imitation: n, mover: r } = t.state;
	if (n === null) return null;
	let i = (t, r) => e("div", { class: "credit" }, e("span", {}, t), e("span", {
		class: "counters",
		role: "img",
		"aria-label": `${r} of ${n.p - 1} left`
	}, ...Array.from({ length: Math.min(20, n.p - 1) }, (t, n) => e("i", { class: n < r ? "counter" : "counter spent" })), n.p === 1 ? "none" : `${r} of ${n.p - 1}`)), a = r === "first" ? ["First player", "Second player"] : ["Second player", "First player"];
	return e("div", { class: "credits" }, e("p", { class: "small muted" }, "Imitations in credit"), i(a[0] ?? "", n.own_credit), i(a[1] ?? "", n.opponent_credit));
}
// src/play/game.ts
var oe = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 420, X = 24n, se = class {
	element;
	#e;
	#t;
	#n = e("p", {
		class: "status",
		"aria-live": "polite"
	});
	#r = {
		board: new H(),
		heaps: new J()
	};
	#i = e("div", { class: "play-table" });
	#a = e("div", { class: "row centre" });
	#o = e("div", {
		class: "talk",
		"aria-live": "polite"
	});
	#s;
	#c = null;
	#l = /* @__PURE__ */ new Map();
	#u = null;
	#d = null;
	#f = 0;
	constructor(t, r, i = ee) {
		this.#s = t, this.#e = i, this.#t = r, this.element = e("div", { class: "play" }, this.#n, this.#i, this.#a, this.#o), n(this.#i, e("div", { class: "state" }, e("p", {}, "Setting up the board …"))), this.#m();
	}
	get match() {
		return this.#s;
	}
	set(e) {
		let t = e.game === this.#s.game && e.start === this.#s.start && e.actions === this.#s.actions;
		this.#s = e, this.#t(e), t && this.#c !== null ? this.#v() : (this.#c = null, n(this.#o), this.#m());
	}
	close() {
		this.#f++;
	}
	#p(e = this.#s.actions) {
		return {
			game: this.#s.game,
			start: A(this.#s.start),
			actions: [...e]
		};
	}
	async #m(e = null) {
		let t = ++this.#f;
		this.#l.clear(), this.#u = null, this.#d = null, this.#h();
		try {
			let n = await this.#e.play(this.#p());
			for (e = null;;) {
				if (t !== this.#f || (this.#c = n, await this.#v(), t !== this.#f || n.phase === "over" || this.#_(n.actor))) return;
				await le(oe);
				let e = await this.#e.playMove(this.#p(), this.#s.strength, this.#s.seed + this.#s.actions.length);
				if (t !== this.#f) return;
				this.#g([...this.#s.actions, e.action]), this.#u = null, this.#d = null, this.#O(ue(e.action), ""), n = e.state;
			}
		} catch (n) {
			if (t !== this.#f) return;
			if (e === null || this.#c === null) {
				this.#k(y(n));
				return;
			}
			this.#g(e), await this.#v(), this.#O(y(n), ""), N(y(n));
		}
	}
	#h() {
		this.#n.dataset.yours = "false", this.#n.dataset.phase = "wait";
		for (let e of this.#a.querySelectorAll("button")) e.disabled = !0;
	}
	#g(e) {
		this.#s = {
			...this.#s,
			actions: e
		}, this.#t(this.#s);
	}
	#_(e) {
		return e !== null && (this.#s.you === "both" || this.#s.you === e);
	}
	async #v() {
		let e = this.#c;
		if (e === null) return;
		let t = this.#f;
		if (this.#s.values && this.#d === null && e.phase !== "over") {
			let e = await this.#e.values(this.#p()).catch(() => null);
			if (t !== this.#f) return;
			this.#d = e;
		}
		let r = this.#_(e.actor), i = {
			start: this.#s.start,
			state: e,
			yours: r,
			picked: new Set(this.#l.keys()),
			hint: this.#u,
			values: this.#s.values ? this.#d?.options ?? null : null,
			click: (e) => this.#C(e)
		}, a = this.#r[this.look];
		this.#i.firstChild !== a.element && n(this.#i, a.element), a.show(i);
		let o = this.#b(e, r);
		this.#n.textContent !== o && (this.#n.textContent = o), this.#n.dataset.phase = e.phase, this.#n.dataset.winner = e.winner ?? "", this.#n.dataset.yours = String(r);
		let s = this.#s.you === "both" || e.winner === this.#s.you ? "won" : "lost";
		this.#n.className = `status ${e.phase === "over" ? s : ""}`, this.#S(e, r), this.#t(this.#s);
	}
	get look() {
		return this.#s.look === null ? this.#s.start[0] > X || this.#s.start[1] > X || (this.#c?.imitation ?? null) !== null ? "heaps" : "board" : this.#s.look;
	}
	#y(e) {
		return this.#s.you === "both" ? e === "first" ? "First player" : "Second player" : this.#s.you === e ? "You" : "The opponent";
	}
	#b(e, t) {
		if (e.phase === "over") {
			let t = e.winner ?? "first", n = this.#y(t);
			return n === "You" ? "You win. The opponent cannot move." : `${n} wins. There is no move left.`;
		}
		let n = this.#y(e.actor ?? "first"), r = this.#s.you === "both";
		if (!t) return {
			block: "The opponent chooses what to block …",
			propose: "The opponent proposes moves …",
			choose: "The opponent chooses l …",
			move: "The opponent moves …"
		}[e.phase];
		let i = r ? `${n}: ` : "";
		switch (e.phase) {
			case "move": return `${i}${r ? "your" : "Your"} move. ${this.#x(e)}`;
			case "block": return `${i}${r ? "block" : "Block"} ${e.block?.class ?? "options"}, then confirm.`;
			case "propose": return `${i}${r ? "propose" : "Propose"} ${e.propose?.needs ?? "moves"}; one of them must be taken.`;
			case "choose": return `${i}${r ? "choose" : "Choose"} l before the first move: it decides which cells are removed.`;
		}
	}
	#x(e) {
		return this.look === "board" ? "Click a marked cell." : ce(e) ? "Click a token, or one in each heap." : "Click a token.";
	}
	#S(t, r) {
		let i = t.phase === "over", a = [
			r && t.phase === "block" && e("button", {
				type: "button",
				class: "primary",
				id: "confirm",
				onclick: () => this.#w({ block: [...this.#l.values()] })
			}, this.#l.size === 0 ? "Block nothing" : `Block ${this.#l.size === 1 ? "this one" : `these ${this.#l.size}`}`),
			r && t.phase === "propose" && e("button", {
				type: "button",
				class: "primary",
				id: "confirm",
				disabled: this.#l.size === 0,
				onclick: () => this.#w({ propose: [...this.#l.values()] })
			}, `Propose ${this.#l.size}`),
			...r && t.phase === "choose" ? (t.choose ?? []).map((t) => e("button", {
				type: "button",
				class: "choose",
				onclick: () => this.#w({ choose: t })
			}, `l = ${t}`)) : [],
			!i && e("button", {
				type: "button",
				id: "hint",
				disabled: !r,
				onclick: () => void this.#T()
			}, "Hint"),
			!i && e("button", {
				type: "button",
				id: "why",
				disabled: !r,
				onclick: () => void this.#E()
			}, "Why?"),
			e("button", {
				type: "button",
				id: "undo",
				disabled: this.#s.actions.length === 0,
				onclick: () => void this.#D()
			}, "Undo"),
			i && e("button", {
				type: "button",
				class: "primary",
				id: "again",
				onclick: () => this.set({
					...this.#s,
					actions: [],
					seed: this.#s.seed + 1
				})
			}, "Play again")
		];
		n(this.#a, ...a);
	}
	#C(e) {
		let t = this.#c;
		if (t === null || !this.#_(t.actor)) return;
		if (t.phase === "move") {
			this.#w({ move: e });
			return;
		}
		let n = P(e);
		this.#l.delete(n) || this.#l.set(n, e), this.#v();
	}
	#w(e) {
		n(this.#o);
		let t = this.#s.actions;
		this.#g([...t, e]), this.#m(t);
	}
	async #T() {
		let t = this.#f;
		try {
			let n = await this.#e.hint(this.#p());
			if (t !== this.#f) return;
			this.#u = n;
			let r = e("button", {
				type: "button",
				id: "follow",
				onclick: () => this.#w(n.action)
			}, "Do it"), i = n.wins ? "This wins" : "Every way loses against perfect play; this resists longest";
			this.#O(`${i}: ${de(n.action)}.`, n.why, r), await this.#v();
		} catch (e) {
			t === this.#f && this.#O(y(e), "");
		}
	}
	async #E() {
		let e = this.#f;
		try {
			let t = this.#d ?? await this.#e.values(this.#p());
			if (e !== this.#f) return;
			this.#d = t;
			let n = t.position?.outcome;
			this.#O(n === void 0 ? "" : n === "N" ? "N: whoever moves now can win." : "P: whoever moves now loses against perfect play.", t.why);
		} catch (t) {
			e === this.#f && this.#O(y(t), "");
		}
	}
	async #D() {
		let e = ++this.#f, t = this.#s.actions;
		do {
			t = t.slice(0, -1);
			let n = await this.#e.play(this.#p(t)).catch(() => null);
			if (e !== this.#f) return;
			if (n === null || this.#_(n.actor)) break;
		} while (t.length > 0);
		n(this.#o), this.#g(t), this.#m();
	}
	#O(t, r, ...i) {
		n(this.#o, e("div", { class: "note" }, e("p", {}, t !== "" && e("strong", {}, t), t !== "" && r !== "" && " ", r), ...i));
	}
	#k(t) {
		this.#c === null ? (this.#n.textContent = "", n(this.#i, re("This match can't be played", t)), n(this.#a)) : (this.#n.textContent = "This match can't go on from here.", this.#S(this.#c, !1), n(this.#o, e("p", { class: "note warn" }, t))), N(t);
	}
};
function ce({ options: e, position: t }) {
	return e.some(({ to: e }) => e[0] !== t[0] && e[1] !== t[1]);
}
function le(e) {
	return new Promise((t) => setTimeout(t, e));
}
function Z(e) {
	return e.map((e) => M(k(e))).join(", ");
}
function ue(e) {
	return "move" in e ? `The opponent moved to ${Z([e.move])}.` : "block" in e ? e.block.length === 0 ? "The opponent blocks nothing." : `The opponent blocks ${Z(e.block)}.` : "propose" in e ? `The opponent proposes ${Z(e.propose)}.` : `The opponent chooses l = ${e.choose}.`;
}
function de(e) {
	return "move" in e ? `move to ${Z([e.move])}` : "block" in e ? e.block.length === 0 ? "block nothing" : `block ${Z(e.block)}` : "propose" in e ? `propose ${Z(e.propose)}` : `choose l = ${e.choose}`;
}
// src/widget/ask.ts
var fe = 6e4;
function pe(e) {
	let t = Math.random().toString(36).slice(2), n = /* @__PURE__ */ new Map(), r = 0, i = (e) => n.get(e.id)?.(e);
	return e.on("msg:custom", i), {
		ask: (i, { method: a = "GET", body: o = "" }) => new Promise((s, c) => {
			let l = `${t}-${++r}`, u = () => {
				clearTimeout(d), n.delete(l);
			}, d = setTimeout(() => {
				u(), c(/* @__PURE__ */ Error("the kernel does not answer"));
			}, fe);
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
function me(t, n) {
	let r = p(n), i = pe(t), a = b(i.ask), o = te("How it is drawn", [["board", "Queen on a board"], ["heaps", "Two heaps"]], "board", (e) => c.set({
		...c.match,
		look: e
	})), s = e("input", {
		type: "checkbox",
		onchange: () => c.set({
			...c.match,
			values: s.checked
		})
	}), c = new se(Q(t), (e) => {
		let { actions: n, ...r } = e;
		$(t, "setup", {
			...r,
			start: r.start.map(Number)
		}), $(t, "match", n), t.save_changes(), o.set(c.look), s.checked = e.values;
	}, a), l = e("h2", {}, O(c.match.game)), u = e("p", { class: "small muted" });
	r.element.append(e("div", { class: "stack about" }, l, u), c.element, e("div", { class: "row looks" }, o.element, e("label", { class: "check small" }, s, "Values of the options")));
	let d = "", f = (e) => {
		e !== d && (d = e, l.textContent = O(e), a.game(e).then((e) => u.textContent = e.rules, () => u.textContent = ""));
	};
	f(c.match.game);
	let m = () => {
		let e = Q(t);
		he(e, c.match) || (c.set(e), f(e.game));
	};
	return t.on("change:match", m), t.on("change:setup", m), () => {
		t.off("change:match", m), t.off("change:setup", m), c.close(), i.close(), r.close();
	};
}
function Q(e) {
	let { start: t, ...n } = e.get("setup"), r = e.get("match");
	return {
		...n,
		start: [BigInt(t[0]), BigInt(t[1])],
		actions: r
	};
}
function $(e, t, n) {
	JSON.stringify(e.get(t)) !== JSON.stringify(n) && e.set(t, n);
}
function he(e, t) {
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
function ge({ model: e, el: t }) {
	return (e.get("kind") === "play" ? me : g)(e, t);
}
var _e = { render: ge };
export { _e as default };
