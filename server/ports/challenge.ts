import type { Challenge as Task } from '#contract/auth.ts'

/** What a visitor has to do before a message is sent for him, so that many are dear to who has many sent. */
export interface ChallengeProvider {
  /** A task good for `bound` alone, and for a few minutes; `weight` from 0 to 1 says how hard. */
  issue(bound: string, weight: number): Promise<Task>
  /** The id of the task that `answer` solves, which the caller lets count once; undefined where it solves none for `bound`. */
  check(bound: string, answer: string): Promise<string | undefined>
}
