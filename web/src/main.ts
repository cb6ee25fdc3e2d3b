/** The frame around the pages: head, navigation by the address, foot. */
import "./style/tokens.css";
import "./style/fonts.css";
import "./style/base.css";
import "./style/play.css";
import "./style/pages.css";
import { api } from "./common/api.ts";
import { byId, h, show } from "./common/dom.ts";
import { greetHost, isFramed } from "./common/host.ts";
import { PAGES, readLink, writeLink, type PageName } from "./common/link.ts";
import { linkChanged, type Open, type Page } from "./common/page.ts";
import { apply, chooseTheme, chosenTheme, type Theme } from "./common/theme.ts";
import { openHome } from "./home/page.ts";
import { JobsDrawer } from "./jobs/drawer.ts";

const NAMES: Record<PageName, string> = {
  home: "Home",
  play: "Play",
  explore: "Explore",
  flight: "Flight",
  games: "Games",
  theorems: "Theorems",
  atlas: "Atlas",
};

/** The pages that are not needed at first come when they are asked for. */
const OPENERS: Record<PageName, () => Promise<Open>> = {
  home: () => Promise.resolve(openHome),
  play: async () => (await import("./play/page.ts")).openPlay,
  explore: async () => (await import("./explore/page.ts")).openExplore,
  flight: async () => (await import("./flight/page.ts")).openFlight,
  games: async () => (await import("./games/page.ts")).openGames,
  theorems: async () => (await import("./theorems/page.ts")).openTheorems,
  atlas: async () => (await import("./atlas/page.ts")).openAtlas,
};

let current: { name: PageName; page: Page } | null = null;
let wanted = 0;

async function navigate(): Promise<void> {
  const { page: name, values } = readLink(location.hash);
  if (current?.name === name && current.page.update !== undefined) {
    current.page.update(values);
    return;
  }
  const turn = ++wanted;
  const open = await OPENERS[name]().catch(didNotCome);
  if (turn !== wanted) return;
  current?.page.leave?.();
  const main = byId("main");
  main.replaceChildren();
  main.className = `main-${name}`;
  const page = open(main, values);
  current = { name, page };
  document.title = `${page.title} · Wythoff laboratory`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".nav a")) {
    if (link.dataset["page"] === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  scrollTo(0, 0);
}

/** Shows what to do when a page's part does not come: the others are as they were. */
function didNotCome(): Open {
  return (main) => {
    const again = h(
      "button",
      { type: "button", onclick: () => location.reload() },
      "Load it again",
    );
    show(
      main,
      h("h1", {}, "This page did not come"),
      h(
        "p",
        { class: "note warn", role: "alert" },
        "Its part of the laboratory could not be loaded. The connection may be gone, or a new " +
          "laboratory has been published since this one was opened.",
      ),
      h("p", {}, again),
    );
    return { title: "Not loaded" };
  };
}

function head(): void {
  const links = PAGES.filter((name) => name !== "home").map((name) =>
    h("a", { href: writeLink(name, {}), "data-page": name }, NAMES[name]),
  );
  const themes: readonly [Theme, string][] = [
    ["system", "As the system"],
    ["light", "Light"],
    ["dark", "Dark"],
  ];
  const choice = h(
    "select",
    { "aria-label": "Light or dark", onchange: () => chooseTheme(choice.value as Theme) },
    ...themes.map(([value, text]) => h("option", { value }, text)),
  );
  choice.value = chosenTheme();
  const drawer = new JobsDrawer();
  const logo = h("img", { src: "./queen.svg", alt: "", width: 24, height: 24 });
  show(
    byId("head"),
    h("a", { class: "brand", href: "#/" }, logo, "Wythoff"),
    h("nav", { class: "nav", "aria-label": "Pages" }, ...links),
    h("div", { class: "row head-tools" }, drawer.button, !isFramed && choice),
  );
  document.body.append(drawer.element);
}

async function foot(): Promise<void> {
  const papers = "After the papers of Larsson, Hegarty, Cook and Neary.";
  show(byId("foot"), h("span", {}, papers));
  const status = await api.status();
  show(
    byId("foot"),
    h("span", {}, `Wythoff laboratory ${status.version}`),
    h("span", {}, papers),
    h("a", { href: "/api/openapi.json" }, "Interface (OpenAPI)"),
    h("a", { href: "./licences.txt" }, "Licences"),
  );
}

apply();
greetHost();
head();
void foot().catch(() => undefined);
void navigate();
addEventListener("hashchange", () => {
  if (linkChanged()) void navigate();
});
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
