import { resultCodes } from '#contract/codes.ts'
import { isApiError } from '#src/api/api-error.ts'

/** Whether a call was refused for want of a fresh proof of who is there. */
export const isStepUpRequired = (refusal: unknown): boolean =>
  isApiError(refusal) && refusal.code === resultCodes.step_up_required.code
