interface ReviewCase {
  own: boolean
}

/** Whether an operator may decide a case: it is still pending, and not their own (product §10). */
export const canDecideByState = ({ state, own }: ReviewCase & { state: string }): boolean => state === 'pending' && !own

/** Like `canDecideByState`, for a case whose state is called `status`. */
export const canDecideByStatus = ({ status, own }: ReviewCase & { status: string }): boolean => status === 'pending' && !own
