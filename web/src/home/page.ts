/** The first screen: a sentence, a game that can be played at once, and a board to fly into. */
import { address } from "../common/api.ts";
import { pictureOf } from "../common/backend.ts";
import { h, show } from "../common/dom.ts";
import { writeLink } from "../common/link.ts";
import type { Open } from "../common/page.ts";
import { onTheme, shownTheme } from "../common/theme.ts";
import { PlayGame } from "../play/game.ts";
import { FIRST_MATCH, valuesOfMatch } from "../play/match.ts";

/** The picture shows this many tiles of 256 cells each way; k = 100 fills them. */
const ACROSS = 2;
const PICTURE_GAME = "blocking:k=100";

export const openHome: Open = (main) => {
  const more = h("a", { class: "button", id: "more-play" }, "More games to play");
  const game = new PlayGame(FIRST_MATCH, (match) =>
    more.setAttribute("href", writeLink("play", valuesOfMatch(match))),
  );
  more.setAttribute("href", writeLink("play", {}));
  const picture = h("a", {
    class: "picture-link",
    href: writeLink("explore", {}),
    "aria-label": "Explore the board of W^100",
  });
  const paint = (): void =>
    show(
      picture,
      ...Array.from({ length: ACROSS * ACROSS }, (_, index) =>
        pictureOf(
          address.tile(
            PICTURE_GAME,
            0,
            index % ACROSS,
            Math.floor(index / ACROSS),
            "cln15",
            shownTheme(),
          ),
          {
            alt: "",
            width: 256,
            height: 256,
            onerror: (event: Event) => ((event.target as HTMLElement).hidden = true),
          },
        ),
      ),
    );
  paint();
  const endTheme = onTheme(paint);
  const flightLink = writeLink("flight", { k: 10 });
  const teaser = h("canvas", { "aria-hidden": "true" });
  let endTeaser: (() => void) | null = null;
  let isLeft = false;
  main.append(
    h(
      "div",
      { class: "page home" },
      h(
        "div",
        { class: "hero" },
        h(
          "header",
          { class: "stack" },
          h("h1", {}, "Bring the queen to the corner before your opponent does."),
          h(
            "p",
            { class: "lead" },
            "She goes left, up, or diagonally between the two, as far as you like. " +
              "You take turns with the same queen, and who brings her to (0, 0) wins. " +
              "That is all of Wythoff's game of 1907. It is your move.",
          ),
          h(
            "div",
            { class: "row" },
            more,
            h("a", { class: "button", href: writeLink("explore", {}) }, "Fly over a board"),
          ),
        ),
        h("section", { class: "card play-card", "aria-label": "A match to try" }, game.element),
      ),
      h(
        "section",
        { class: "home-board", "aria-label": "A board to explore" },
        picture,
        h(
          "div",
          { class: "stack" },
          h("h2", {}, "Now let the opponent block 99 of her moves"),
          h(
            "p",
            { class: "lead" },
            "Each point is a place for the queen, coloured by how many good moves she has " +
              "from it when 99 may be forbidden. Nobody drew this: the rules did.",
          ),
          h(
            "p",
            {},
            h("a", { href: writeLink("explore", {}) }, "Fly over it"),
            ", up to a million by a million cells.",
          ),
        ),
      ),
      h(
        "section",
        { class: "home-board home-flight", "aria-label": "A flight" },
        h(
          "div",
          { class: "stack" },
          h("h2", {}, "Then fly a hundred digits out"),
          h(
            "p",
            { class: "lead" },
            "Some boards are solved, all of their infinitely many cells. Follow a thread " +
              "of one from the corner to 10",
            h("sup", {}, "100"),
            ", through the blocks that it is made of.",
          ),
          h(
            "p",
            {},
            h(
              "a",
              { class: "button primary", href: flightLink },
              h("span", {}, "Fly to 10", h("sup", {}, "100")),
            ),
          ),
        ),
        h("a", { class: "flight-teaser", href: flightLink, "aria-label": "The flight" }, teaser),
      ),
      h(
        "nav",
        { class: "home-links", "aria-label": "More" },
        card(
          "games",
          "Games",
          "Every family of five papers, and games of your own. " +
            "Turn the knobs, watch the board change.",
        ),
        card(
          "theorems",
          "Theorems",
          "Every statement of the papers, run against brute force. Some of the printed ones fall.",
        ),
        card(
          "atlas",
          "Atlas",
          "Every thread that runs through a board, by k and slope: a picture to zoom into.",
        ),
      ),
    ),
  );
  void import("../flight/teaser.ts").then(({ drawTeaser }) => {
    if (!isLeft) endTeaser = drawTeaser(teaser);
  });
  return {
    title: "Home",
    leave: () => {
      isLeft = true;
      endTeaser?.();
      game.close();
      endTheme();
    },
  };
};

function card(page: "games" | "theorems" | "atlas", title: string, text: string): HTMLElement {
  return h(
    "a",
    { class: "card link-card", href: writeLink(page, {}) },
    h("h2", {}, title),
    h("p", {}, text),
  );
}
