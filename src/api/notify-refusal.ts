import { resultCodes } from '#contract/codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { toast } from '#src/ui/toast.ts'
import { isApiError } from './api-error.ts'

/** What others say: the session that it is lost, the question for a proof itself. */
const codesHandledElsewhere: readonly string[] = [
  resultCodes.signed_out.code,
  resultCodes.session_ended.code,
  resultCodes.step_up_required.code,
]
/** How reads went when they were last made: they may be made by a timer, and a refusal is told once until they succeed. */
const readOutcomes = new Map<string, 'answered' | 'refused'>()

const buildReadKey = ({ method }: Endpoint, url: string) => `${method} ${url}`

/** Toasts what the server said of a call (spec §8); what nobody answered is no word of the server (docs/decisions/065). */
export function notifyRefusal(endpoint: Endpoint, url: string, error: unknown): void {
  if (!isApiError(error) || error.status === 0 || codesHandledElsewhere.includes(error.code)) return
  if (!endpoint.message) {
    const before = readOutcomes.get(buildReadKey(endpoint, url))
    readOutcomes.set(buildReadKey(endpoint, url), 'refused')
    const isGone = before === 'answered' && error.code === resultCodes.not_found.code // the page says what became of it
    if (before === 'refused' || isGone) return
  }
  toast.error(error.message)
}

/** The next refusal of this read is news again. */
export function recordAnswer(endpoint: Endpoint, url: string): void {
  if (!endpoint.message) readOutcomes.set(buildReadKey(endpoint, url), 'answered')
}
