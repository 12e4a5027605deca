import type { Challenge as Task } from '#contract/auth.ts'

/** Makes visitors solve a task before a message is sent for them, so that sending many messages becomes expensive. */
export interface ChallengeProvider {
  /** Issues a task valid only for `bound`, for a few minutes; `weight` from 0 to 1 sets the difficulty. */
  issue(bound: string, weight: number): Promise<Task>
  /** Returns the id of the task that `answer` solves for `bound`, else undefined; the caller must accept each id only once. */
  check(bound: string, answer: string): Promise<string | undefined>
}
