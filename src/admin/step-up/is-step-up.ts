import { resultCodes } from '#contract/codes.ts'
import { isApiError } from '#src/api/api-error.ts'

/** Returns whether a call was refused for lack of a recent proof of identity. */
export const isStepUpRequired = (refusal: unknown): boolean =>
  isApiError(refusal) && refusal.code === resultCodes.step_up_required.code
