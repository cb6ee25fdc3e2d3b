import assert from "node:assert/strict";
import { test } from "node:test";
import { built } from "./built.mjs";

const { planOf } = await built("explore/regions");
const { Labels, crosses } = await built("explore/labels");
const regions = {
  k: 100,
  measured_k: 100,
  side: 364,
  junctions: { nose: [33, 33], armpit: [73, 136], prism: null },
  borders: [
    {
      name: "rift",
      points: [
        [34, 35],
        [53, 85],
        [72, 135],
      ],
    },
  ],
  names: [
    { name: "hood", kind: "region", at: [12, 16] },
    { name: "rift", kind: "border", at: [53, 85] },
  ],
};

test("off the diagonal all is mirrored, the hood lies across, what was not found is absent", () => {
  const plan = planOf(regions);
  const images = Object.fromEntries(
    plan.places.map((place) => [place.name, place.images.map((spots) => spots[0])]),
  );
  assert.deepEqual(images, {
    hood: [[14, 14]],
    rift: [
      [53, 85],
      [85, 53],
    ],
    nose: [[33, 33]],
    armpit: [
      [73, 136],
      [136, 73],
    ],
  });
  assert.deepEqual(plan.borders[1], [
    [35, 34],
    [85, 53],
    [135, 72],
  ]);
  assert.equal(plan.scaledFrom, null);
});

test("a larger board has the proportions of the one that was measured, and says so", () => {
  const plan = planOf({ ...regions, k: 1000 });
  assert.deepEqual(plan.places.find((place) => place.name === "nose").images, [[[330, 330]]]);
  assert.deepEqual(plan.borders[0][0], [340, 350]);
  assert.equal(plan.scaledFrom, 100);
});

test("a name is written where it has room, or not at all", () => {
  const labels = new Labels(
    { left: 0, top: 0, right: 200, bottom: 100 },
    [{ left: 100, top: 0, right: 120, bottom: 100 }],
    [
      [
        [0, 50],
        [200, 50],
      ],
    ],
  );
  assert.deepEqual(
    labels.place("one", 40, 20, [[50, 50]], true),
    null,
    "it must keep off the line",
  );
  assert.deepEqual(labels.place("one", 40, 20, [[50, 50]], false), [50, 50]);
  assert.deepEqual(
    labels.place(
      "two",
      40,
      20,
      [
        [60, 55],
        [190, 20],
        [110, 20],
        [60, 80],
      ],
      false,
    ),
    [60, 80],
    "off the first, within the picture, and off what covers it",
  );
  assert.deepEqual(
    labels.placed.map((label) => label.text),
    ["one", "two"],
  );
});

test("a line crosses a box", () => {
  const box = { left: 10, top: 10, right: 20, bottom: 20 };
  assert.ok(
    crosses(box, [
      [0, 0],
      [30, 30],
    ]),
  );
  assert.ok(
    crosses(box, [
      [12, 12],
      [13, 13],
    ]),
  );
  assert.ok(
    crosses(box, [
      [15, 0],
      [15, 40],
    ]),
  );
  assert.ok(
    !crosses(box, [
      [0, 25],
      [5, 0],
      [25, 5],
    ]),
  );
  assert.ok(
    !crosses(box, [
      [5, 0],
      [5, 40],
    ]),
  );
});
