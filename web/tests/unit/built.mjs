/** Modules of src/, as `npm test` has compiled them. */
export const built = (path) =>
  import(new URL(`../../node_modules/.cache/unit/${path}.js`, import.meta.url));
