/** What this process has seen of itself since its start; read by health and metrics, stored nowhere. */
export class NodeFigures {
  #jobsPassedAt: Date | undefined

  /** The end of a pass of any loop that runs jobs, whatever came of it; also the start of the loops. */
  passJobs(at: Date): void {
    this.#jobsPassedAt = at
  }

  /** Undefined where this process runs no jobs. */
  get jobs_passed_at(): Date | undefined {
    return this.#jobsPassedAt
  }
}
