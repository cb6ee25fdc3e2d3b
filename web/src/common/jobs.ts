/**
 * The jobs of the server, for all of the page. One follower asks for the whole list, one short
 * request after the other: a browser has only six connections to a server, for all its tabs
 * together, so that none may be kept for listening.
 */
import { api, type Job } from "./api.ts";

/** Milliseconds between two questions: while something is at work, and while nothing is. */
const PACE = { busy: 300, idle: 5000 };
/** So many times slower where nobody looks, and where nobody answers. */
const SLOWER = 10;

/** Hears each answer, with the number of its question. */
type Ear = (question: number) => void;

const ears = new Set<Ear>();
let known: readonly Job[] = [];
let text = "";
let questions = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let asking = false;
let again = false;

export function isOver(job: Job): boolean {
  return job.state !== "queued" && job.state !== "running";
}

/**
 * Calls `listener` with all jobs, the newest first: with those that are known now, and whenever
 * something changes. What came of them is not in the list. Returns a function that stops it.
 */
export function watchJobs(listener: (jobs: readonly Job[]) => void): () => void {
  let last = "";
  const ear = (): void => {
    if (text === last) return;
    last = text;
    listener(known);
  };
  ear();
  return hear(ear);
}

/** Calls `progress` for each change of one job, its end included: null when it is forgotten. */
export function follow(
  id: string,
  progress: (job: Job | null, ended: boolean) => void,
): () => void {
  let last = "";
  const since = questions;
  const stop = hear((question) => {
    const job = known.find((one) => one.id === id) ?? null;
    const now = JSON.stringify(job);
    // An answer to a question from before may be from before the job, too.
    if (now === last || (job === null && question <= since)) return;
    last = now;
    const ended = job === null || isOver(job);
    if (ended) stop();
    progress(job, ended);
  });
  return stop;
}

function hear(ear: Ear): () => void {
  ears.add(ear);
  askNow();
  return () => ears.delete(ear);
}

/** Asks for the jobs at once: one has been begun or cancelled. */
export function askNow(): void {
  if (asking) again = true;
  else void ask();
}

export async function cancel(id: string): Promise<void> {
  await api.cancel(id).catch(() => undefined);
  askNow();
}

async function ask(): Promise<void> {
  clearTimeout(timer);
  asking = true;
  const question = ++questions;
  let slower = document.hidden ? SLOWER : 1;
  try {
    const { jobs } = await api.jobs();
    [known, text] = [jobs, JSON.stringify(jobs)];
    for (const ear of [...ears]) ear(question);
  } catch {
    slower = SLOWER;
  }
  asking = false;
  const pace = again ? 0 : slower * (known.every(isOver) ? PACE.idle : PACE.busy);
  again = false;
  timer = setTimeout(() => void ask(), pace);
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) askNow();
});
