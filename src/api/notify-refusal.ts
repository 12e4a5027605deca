import { codes } from '#contract/codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { toast } from '#src/ui/toast.ts'
import { isApiError } from './api-error.ts'

/** What others say: the session that it is lost, the question for a proof itself. */
const told_elsewhere: readonly string[] = [codes.signed_out.code, codes.session_ended.code, codes.step_up_required.code]
/** How reads went when they were last made: they may be made by a timer, and a refusal is told once until they succeed. */
const reads = new Map<string, 'answered' | 'refused'>()

const nameOf = ({ method }: Endpoint, url: string) => `${method} ${url}`

/** Toasts what the server said of a call (spec §8); what nobody answered is no word of the server (docs/decisions/065). */
export function tellRefusal(endpoint: Endpoint, url: string, error: unknown): void {
  if (!isApiError(error) || error.status === 0 || told_elsewhere.includes(error.code)) return
  if (!endpoint.message) {
    const before = reads.get(nameOf(endpoint, url))
    reads.set(nameOf(endpoint, url), 'refused')
    const is_gone = before === 'answered' && error.code === codes.not_found.code // the page says what became of it
    if (before === 'refused' || is_gone) return
  }
  toast.error(error.message)
}

/** The next refusal of this read is news again. */
export function noteAnswer(endpoint: Endpoint, url: string): void {
  if (!endpoint.message) reads.set(nameOf(endpoint, url), 'answered')
}
