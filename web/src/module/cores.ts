/** How many workers can work at the same time, beside the page; some browsers do not say it. */
export const CORES = Math.max(1, (navigator.hardwareConcurrency || 2) - 1);
