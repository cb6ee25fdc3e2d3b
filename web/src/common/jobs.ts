/** Follows a job of the server: every progress event, and its end. */
import { address, api, type Job } from "./api.ts";

const ENDED: readonly Job["state"][] = ["done", "failed", "cancelled", "parked"];

/**
 * Calls `progress` for each event, the last one included. Returns a function that stops listening.
 */
export function follow(id: string, progress: (job: Job, ended: boolean) => void): () => void {
  const events = new EventSource(address.events(id));
  const receive = (event: MessageEvent<string>): void => {
    const job = JSON.parse(event.data) as Job;
    const ended = ENDED.includes(job.state);
    if (ended) events.close();
    progress(job, ended);
  };
  events.addEventListener("progress", receive);
  events.addEventListener("end", receive);
  events.addEventListener("error", () => {
    // The stream broke: ask once, so that a finished job is not missed.
    if (events.readyState !== EventSource.CLOSED) return;
    void api.job(id).then(
      (job) => progress(job, ENDED.includes(job.state)),
      () => undefined,
    );
  });
  return () => events.close();
}
