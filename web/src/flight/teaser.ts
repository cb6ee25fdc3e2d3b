/** A moment of the flight as a picture, for the home page. */
import { onTheme } from "../common/theme.ts";
import { Course } from "./course.ts";
import { Scene } from "./scene.ts";

const K = 4;
const AT = 57.3;

/** Draws it, and again when the page turns light or dark; returns a function that ends it. */
export function drawTeaser(canvas: HTMLCanvasElement): () => void {
  const scene = new Scene(canvas);
  const size = { width: canvas.clientWidth, height: canvas.clientHeight };
  let course: Course | null = null;
  const draw = (): void => {
    if (course === null) return;
    course.want([course.camera(AT, size)]);
    scene.draw(course.moment(AT, size));
  };
  scene.fit(size.width, size.height);
  void Course.of(K, "", draw)
    .then((found) => {
      course = found;
      draw();
    })
    .catch(() => (canvas.hidden = true));
  const endTheme = onTheme(() => {
    scene.recolour();
    course?.recolour();
    draw();
  });
  return () => {
    endTheme();
    course?.close();
  };
}
